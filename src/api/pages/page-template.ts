import { randomBytes } from 'node:crypto'

const names = ['nonce', 'csrfToken', 'rootAttributes', 'views', 'kudos', 'reading'] as const

/**
 * The parts of a cached page that differ between answers, by name. The page is rendered with placeholders. Each answer
 * replaces them by values: ASCII markup, or ASCII text without markup characters.
 */
export type Placeholders = Readonly<Record<(typeof names)[number], string>>

/**
 * Makes the placeholders for one page. They are random, so that no deck content can imitate one, and are never sent.
 */
export function makePlaceholders(): Placeholders {
  const mark = `mark${randomBytes(16).toString('hex')}`
  return Object.fromEntries(names.map((name) => [name, `${mark}${name}${mark}`])) as Placeholders
}

/** A rendered page, split at its placeholders. */
export interface PageTemplate {
  /** Size in bytes. */
  readonly bytes: number
  fill(values: Placeholders): Buffer
}

/** Splits a rendered page at its placeholders. */
export function splitAtPlaceholders(html: string, placeholders: Placeholders): PageTemplate {
  const mark = placeholders.nonce.slice(0, (placeholders.nonce.length - 'nonce'.length) / 2)
  // The captured names are at odd indices.
  const parts = html.split(new RegExp(`${mark}(\\w+?)${mark}`))
  const fixed = parts.filter((_, index) => index % 2 === 0).map((text) => Buffer.from(text))
  const slots = parts.filter((_, index) => index % 2 === 1) as (keyof Placeholders)[]
  const bytes = fixed.reduce((sum, { byteLength }) => sum + byteLength, 0)
  return {
    bytes,
    fill: (values) => {
      const filled = Buffer.allocUnsafe(slots.reduce((sum, name) => sum + values[name].length, bytes))
      let at = 0
      for (const [index, text] of fixed.entries()) {
        filled.set(text, at)
        at += text.byteLength
        const name = slots[index]
        if (name) at += filled.write(values[name], at, 'latin1')
      }
      return filled
    },
  }
}
