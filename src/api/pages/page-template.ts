import { randomBytes } from 'node:crypto'

const names = ['nonce', 'csrfToken', 'rootAttributes', 'views', 'kudos', 'reading'] as const

/**
 * What differs from answer to answer in a page that is kept, by name. Before the page is written these are marks in
 * its place; afterward values, put in as they are: markup, or texts without any character of markup, ASCII alone.
 */
export type Holes = Readonly<Record<(typeof names)[number], string>>

/** The marks for one page: made of random letters, so that nothing in a deck can be taken for one. They never leave. */
export function makeMarks(): Holes {
  const mark = `mark${randomBytes(16).toString('hex')}`
  return Object.fromEntries(names.map((name) => [name, `${mark}${name}${mark}`])) as Holes
}

/** A page with holes. */
export interface PageTemplate {
  /** Bytes of memory. */
  readonly bytes: number
  fill(values: Holes): Buffer
}

/** Cuts a written page at its marks. */
export function cutAtMarks(html: string, marks: Holes): PageTemplate {
  const mark = marks.nonce.slice(0, (marks.nonce.length - 'nonce'.length) / 2)
  // What is caught stands at the odd places.
  const parts = html.split(new RegExp(`${mark}(\\w+?)${mark}`))
  const fixed = parts.filter((_, index) => index % 2 === 0).map((text) => Buffer.from(text))
  const holes = parts.filter((_, index) => index % 2 === 1) as (keyof Holes)[]
  const bytes = fixed.reduce((sum, { byteLength }) => sum + byteLength, 0)
  return {
    bytes,
    fill: (values) => {
      const filled = Buffer.allocUnsafe(holes.reduce((sum, name) => sum + values[name].length, bytes))
      let at = 0
      for (const [index, text] of fixed.entries()) {
        filled.set(text, at)
        at += text.byteLength
        const name = holes[index]
        if (name) at += filled.write(values[name], at, 'latin1')
      }
      return filled
    },
  }
}
