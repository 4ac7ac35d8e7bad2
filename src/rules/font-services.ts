import { limits } from './limits.ts'

/** A kit of Adobe's font service. */
const kit = /^[a-z0-9]{4,20}$/i
/** Families of Google's font service, with variants if wanted: `Lora:400,700|Inter`. */
const families = /^[\p{L}\p{N} +:,|@;.-]{1,255}$/u

/** What a deck takes from outside font services. */
export interface DeckFontServices {
  readonly font_typekit: string | null
  readonly font_google: string | null
}

/** Whether this can be the id of a kit; none is fine too. */
export function isKitId(text: string): boolean {
  return text === '' || kit.test(text)
}

/** Whether this can be the name of a family. */
export function isFamilyName(text: string): boolean {
  return /^[\p{L}\p{N}][\p{L}\p{N} .-]*$/u.test(text) && text.length <= limits.font.field
}

/**
 * Addresses of the style sheets of fonts that a deck's author takes from outside services. Nothing is loaded from
 * outside unless the author asked for it; what does not look like a kit or a family is left out.
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

/** A family that is asked for, with its variants as the service names them ('' for its usual one). */
export interface WantedFamily {
  readonly family: string
  readonly variants: string
}

/** The families in a font_google field. */
export function familiesIn(google: string | null): WantedFamily[] {
  return (google ?? '').split('|').flatMap((part) => {
    const [name = '', variants = ''] = part.split(':')
    const family = name.replaceAll('+', ' ').trim()
    return family === '' ? [] : [{ family, variants: variants.trim() }]
  })
}

/** The field for these families; null for none. */
export function familiesField(wanted: readonly WantedFamily[]): string | null {
  const parts = wanted.map(({ family, variants }) => (variants === '' ? family : `${family}:${variants}`))
  return parts.length === 0 ? null : parts.join('|')
}

/** The faces that slides need of a family, among those it has: upright and italic, regular and bold. */
export function neededVariants(has: readonly string[]): string {
  return ['regular', 'italic', '700', '700italic'].filter((variant) => has.includes(variant)).join(',')
}

/** Families whose name holds what was typed, in any case; those that begin with it first; at most 10. */
export function suggestFamilies<T extends { readonly family: string }>(typed: string, from: readonly T[]): T[] {
  const wanted = typed.trim().toLowerCase()
  if (wanted === '') return []
  const found = from.filter(({ family }) => family.toLowerCase().includes(wanted))
  const begins = (one: T) => one.family.toLowerCase().startsWith(wanted)
  return [...found.filter(begins), ...found.filter((one) => !begins(one))].slice(0, limits.font.suggestions)
}
