import type { XmlElement } from '../../../document/sanitize/xml.ts'
import { attr, find } from './xml-tree.ts'

/** The two fonts of a theme. */
export interface Fonts {
  readonly major: string
  readonly minor: string
}

export function themeFonts(theme: XmlElement | null): Fonts {
  const scheme = find(theme, 'themeElements', 'fontScheme')
  const of = (name: string) => attr(find(scheme, name, 'latin'), 'typeface') ?? ''
  return { major: of('majorFont'), minor: of('minorFont') }
}

const serif = /times|georgia|garamond|cambria|book|palatino|serif|baskerville|caslon|didot|bodoni|minion|roman|century/i
const mono = /courier|consol|mono|menlo|code|typewriter/i

/** A font family in CSS, with a generic one behind it. `+mj-lt` and `+mn-lt` are the theme's. */
export function fontFamily(typeface: string, fonts: Fonts): string {
  const named = typeface.startsWith('+mj') ? fonts.major : typeface.startsWith('+mn') ? fonts.minor : typeface
  const plain = named
    .replaceAll(/["';{}\\<>]/g, '')
    .trim()
    .slice(0, 100)
  if (plain === '') return ''
  const generic = mono.test(plain) ? 'monospace' : serif.test(plain) && !/sans/i.test(plain) ? 'serif' : 'sans-serif'
  // Fonts of the same widths that other systems have.
  const alike: Readonly<Record<string, string>> = { calibri: 'Carlito', cambria: 'Caladea', arial: 'Liberation Sans' }
  const second = alike[plain.toLowerCase()]
  return `"${plain}", ${second ? `"${second}", ` : ''}${generic}`
}
