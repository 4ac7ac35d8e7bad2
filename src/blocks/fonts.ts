import { offered } from '../rules/options.ts'
import { defaultThemeFont, themeFonts } from '../rules/theme-fonts.ts'

/** A font that text can be set in. */
export interface TextFont {
  /** A CSS font-family list, as it is saved. */
  readonly value: string
  readonly label: string
}

/** The name of the first family of a list, without quotes and what font files add to it: 'Open Sans'. */
function familyName(list: string): string {
  const first = list
    .split(',')[0]!
    .trim()
    .replace(/^['"]|['"]$/g, '')
  return first.replace(/ Variable$/, '')
}

/** Every family that a theme's font pair brings, once, by name. All of them come with the product. */
export const textFonts: readonly TextFont[] = [
  ...new Map(
    [...offered(themeFonts), ...themeFonts.filter((font) => font.id === defaultThemeFont)]
      .flatMap((font) => [font.heading, font.body])
      .map((list) => [familyName(list), list] as const),
  ),
]
  .map(([label, value]) => ({ label, value }))
  .toSorted((a, b) => a.label.localeCompare(b.label))

/** The theme fonts (by id) whose faces a deck's markup asks for besides its theme's own. */
export function fontsUsedIn(html: string): readonly string[] {
  if (!html.includes('font-family')) return []
  // Quotes within an attribute may be written as entities, whose semicolon is none of the style's.
  const readable = html.replace(/&(?:quot|#39|apos);/g, "'")
  const named = new Set([...readable.matchAll(/font-family:\s*([^;">]+)/g)].map((match) => familyName(match[1]!)))
  return themeFonts
    .filter((font) => named.has(familyName(font.heading)) || named.has(familyName(font.body)))
    .map((font) => font.id)
}
