import { familyName, textFonts } from '../../blocks/fonts.ts'
import { offered } from '../../rules/options.ts'
import { type ThemeFont, themeFonts } from '../../rules/theme-fonts.ts'

const serif = /times|georgia|garamond|cambria|book|palatino|serif|baskerville|caslon|didot|bodoni|minion|roman|century/i
const mono = /courier|consol|\bmono|menlo|\bcode\b|typewriter/i
/** Fonts of the same widths: those that come with the product, and those that other systems have. */
const alike: Readonly<Record<string, string>> = {
  ...{ calibri: 'Carlito', 'calibri light': 'Carlito', cambria: 'Caladea', arial: 'Liberation Sans' },
  ...{ helvetica: 'Liberation Sans', 'times new roman': 'Liberation Serif', 'courier new': 'Liberation Mono' },
}

/** Variable fonts that come with the product, by the names that others know. */
const bundled: ReadonlyMap<string, string> = new Map(
  textFonts.flatMap(({ label, value }) => {
    const [, variable] = /^'(.+ Variable)'/.exec(value) ?? []
    return variable ? [[label.toLowerCase(), variable] as const] : []
  }),
)

/** The font theme with these families of headings and of other texts, as presentations name them. */
export function fontThemeOf(heading: string, body: string): ThemeFont | undefined {
  const isFirst = (list: string, name: string) => familyName(list).toLowerCase() === name.trim().toLowerCase()
  return offered(themeFonts).find((font) => isFirst(font.heading, heading) && isFirst(font.body, body))
}

/** A font family in CSS, with a generic one behind it; '' without a name. */
export function fontFamily(name: string): string {
  const plain = name
    .replaceAll(/["';{}\\<>]/g, '')
    .trim()
    .slice(0, 100)
  if (plain === '') return ''
  const generic = mono.test(plain) ? 'monospace' : serif.test(plain) && !/sans/i.test(plain) ? 'serif' : 'sans-serif'
  const second = alike[plain.toLowerCase()] ?? bundled.get(plain.toLowerCase())
  return `"${plain}", ${second ? `"${second}", ` : ''}${generic}`
}
