import type { XmlElement } from '../../../document/sanitize/xml.ts'
import { fontFamily } from '../font-family.ts'
import { attr, find } from './xml-tree.ts'

/** The two fonts of a theme. */
export interface Fonts {
  readonly major: string
  readonly minor: string
  /** Whether they are those of the deck's theme. */
  readonly areOfDeck: boolean
}

export function themeFonts(theme: XmlElement | null): Fonts {
  const scheme = find(theme, 'themeElements', 'fontScheme')
  const of = (name: string) => attr(find(scheme, name, 'latin'), 'typeface') ?? ''
  return { major: of('majorFont'), minor: of('minorFont'), areOfDeck: false }
}

/** A typeface of a text in CSS. `+mj-lt` and `+mn-lt` are the theme's. */
export function themeFamily(typeface: string, fonts: Fonts): string {
  const isMajor = typeface.startsWith('+mj')
  if (!isMajor && !typeface.startsWith('+mn')) return fontFamily(typeface)
  if (fonts.areOfDeck) return isMajor ? 'var(--r-heading-font)' : 'var(--r-main-font)'
  return fontFamily(isMajor ? fonts.major : fonts.minor)
}
