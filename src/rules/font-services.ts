import { limits } from './limits.ts'

/** An Adobe Fonts kit id. */
const kit = /^[a-z0-9]{4,20}$/i
/** Google Fonts families with optional variants: `Lora:400,700|Inter`. */
const families = /^[\p{L}\p{N} +:,|@;.-]{1,255}$/u

/** A deck's external fonts. */
export interface DeckFontServices {
  readonly font_typekit: string | null
  readonly font_google: string | null
}

/** Whether the text can be a kit id; empty is allowed. */
export function isKitId(text: string): boolean {
  return text === '' || kit.test(text)
}

/** Whether the text can be a family name. */
export function isFamilyName(text: string): boolean {
  return /^[\p{L}\p{N}][\p{L}\p{N} .-]*$/u.test(text) && text.length <= limits.font.field
}

/**
 * URLs of the style sheets of a deck's external fonts. Only fonts the author chose are loaded; invalid kit and family
 * names are skipped.
 */
export function fontStyles(deck: DeckFontServices): string[] {
  const typekit = deck.font_typekit?.trim() ?? ''
  const google = deck.font_google?.trim() ?? ''
  return [
    ...(kit.test(typekit) ? [`https://use.typekit.net/${typekit}.css`] : []),
    ...(families.test(google)
      ? [`https://fonts.googleapis.com/css?family=${encodeURIComponent(google)}&display=swap`]
      : []),
  ]
}

/** A requested family with its variants as the service names them ('' for the default one). */
export interface WantedFamily {
  readonly family: string
  readonly variants: string
}

/** Parses a font_google field. */
export function familiesIn(google: string | null): WantedFamily[] {
  return (google ?? '').split('|').flatMap((part) => {
    const [name = '', variants = ''] = part.split(':')
    const family = name.replaceAll('+', ' ').trim()
    return family === '' ? [] : [{ family, variants: variants.trim() }]
  })
}

/** Formats a font_google field; null without families. */
export function familiesField(wanted: readonly WantedFamily[]): string | null {
  const parts = wanted.map(({ family, variants }) => (variants === '' ? family : `${family}:${variants}`))
  return parts.length === 0 ? null : parts.join('|')
}

/** The variants that slides use, limited to those the family has: upright and italic, regular and bold. */
export function neededVariants(has: readonly string[]): string {
  return ['regular', 'italic', '700', '700italic'].filter((variant) => has.includes(variant)).join(',')
}

/** Families whose name contains the typed text, ignoring case; prefix matches first; at most 10. */
export function suggestFamilies<T extends { readonly family: string }>(typed: string, from: readonly T[]): T[] {
  const wanted = typed.trim().toLowerCase()
  if (wanted === '') return []
  const found = from.filter(({ family }) => family.toLowerCase().includes(wanted))
  const begins = (one: T) => one.family.toLowerCase().startsWith(wanted)
  return [...found.filter(begins), ...found.filter((one) => !begins(one))].slice(0, limits.font.suggestions)
}
