import { type FooterDateForm, footerDateForms } from './footer-date.ts'
import { limits } from './limits.ts'
import { messages } from './messages.ts'

/** Six places on a slide. `start` is the left side, in right-to-left decks the right one. */
export const footerPlaces = [
  'top-start',
  'top-center',
  'top-end',
  'bottom-start',
  'bottom-center',
  'bottom-end',
] as const
export type FooterPlace = (typeof footerPlaces)[number]

export const footerSizes = ['small', 'medium', 'large'] as const
export type FooterSize = (typeof footerSizes)[number]

interface Placed {
  readonly place: FooterPlace
  readonly size: FooterSize
}

/** What stands on every slide of a deck, each part at its place. */
export interface Footer {
  readonly text: (Placed & { readonly text: string }) | null
  /** A file of the media library: `/m/…`. */
  readonly logo: (Placed & { readonly src: string; readonly alt: string }) | null
  /** A fixed text, or the date on which the slide is shown in a form. */
  readonly date: (Placed & ({ readonly text: string } | { readonly form: FooterDateForm })) | null
  readonly number: Placed | null
}
export type FooterPart = keyof Footer

/** A theme's or a deck's own parts. A deck's missing parts are those of its theme; null: none. */
export type FooterParts = Partial<Footer>

export const footerParts = ['text', 'logo', 'date', 'number'] as const satisfies readonly FooterPart[]

export const noFooter: Footer = { text: null, logo: null, date: null, number: null }

type Fields = Readonly<Record<string, unknown>>

const isIn = <T extends string>(list: readonly T[], value: unknown): value is T => list.includes(value as T)

/** Text in one line within a limit; null for anything else. */
function line(value: unknown, max: number): string | null {
  if (typeof value !== 'string') return null
  const text = value.replace(/\s+/g, ' ').trim()
  return text !== '' && text.length <= max ? text : null
}

const mediaUrl = /^\/m\/[A-Za-z0-9_-]{8,100}(?:\.[a-z0-9]{2,5})?$/

/** Reads the fields of each part besides place and size; null if they are invalid. */
const readers: { readonly [P in FooterPart]: (fields: Fields) => Omit<NonNullable<Footer[P]>, keyof Placed> | null } = {
  text: ({ text }) => {
    const read = line(text, limits.footer.text)
    return read === null ? null : { text: read }
  },
  logo: ({ src, alt }) => {
    if (typeof src !== 'string' || !mediaUrl.test(src)) return null
    if (typeof alt !== 'string' || alt.length > limits.footer.alt) return null
    return { src, alt: alt.replace(/\s+/g, ' ').trim() }
  },
  date: ({ text, form }) => {
    if (typeof form === 'string' && Object.hasOwn(footerDateForms, form)) return { form: form as FooterDateForm }
    const read = line(text, limits.footer.text)
    return read === null ? null : { text: read }
  },
  number: () => ({}),
}

function readPart(part: FooterPart, value: unknown): Footer[FooterPart] | undefined {
  if (value === null) return null
  if (typeof value !== 'object') return undefined
  const { place, size } = value as Fields
  const own = readers[part](value as Fields)
  if (own === null || !isIn(footerPlaces, place) || !isIn(footerSizes, size)) return undefined
  return { ...own, place, size } as Footer[FooterPart]
}

/** Reads stored parts; null for anything that is none. Fields of other names are left out. */
function readParts(stored: string): FooterParts | null {
  if (stored === '') return {}
  if (stored.length > limits.footer.bytes) return null
  let value: unknown
  try {
    value = JSON.parse(stored)
  } catch {
    return null
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const parts: Record<string, unknown> = {}
  for (const part of footerParts) {
    if (!Object.hasOwn(value, part)) continue
    const read = readPart(part, (value as Fields)[part])
    if (read === undefined) return null
    parts[part] = read
  }
  return parts as FooterParts
}

/** The stored parts. Anything invalid gives none. */
export function footerPartsOf(stored: string): FooterParts {
  return readParts(stored) ?? {}
}

/** Parts as they are stored: JSON in one form, so that equal parts are equal texts. '' without parts. */
export function footerText(parts: FooterParts): string {
  const entries = footerParts.flatMap((part) => (parts[part] === undefined ? [] : [[part, parts[part]] as const]))
  return entries.length === 0 ? '' : JSON.stringify(Object.fromEntries(entries))
}

/** Parts as JSON text; '': none. */
export function validateFooter(value: string): string | null {
  return readParts(value) === null ? messages.form.footer : null
}

/** Valid parts in the form in which they are stored. */
export function normalFooter(value: string): string {
  return footerText(footerPartsOf(value))
}

/** What a deck's slides show: its own parts, the others of its theme. */
export function footerOf(deck: string, theme: string): Footer {
  if (deck === '' && theme === '') return noFooter
  return { ...noFooter, ...footerPartsOf(theme), ...footerPartsOf(deck) }
}
