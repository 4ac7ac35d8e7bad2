import { offered } from '../rules/options.ts'
import { defaultThemeFont, themeFonts } from '../rules/theme-fonts.ts'

/** A font for text. */
export interface TextFont {
  /** A CSS font-family list, as stored. */
  readonly value: string
  readonly label: string
}

/** The first family of a list, without quotes and the suffixes of font files: 'Open Sans'. */
export function familyName(list: string): string {
  const first = list
    .split(',')[0]!
    .trim()
    .replace(/^['"]|['"]$/g, '')
  return first.replace(/ Variable$/, '')
}

/** All families of the theme font pairs, once each, by name. All of them are bundled. */
export const textFonts: readonly TextFont[] = [
  ...new Map(
    [...offered(themeFonts), ...themeFonts.filter((font) => font.id === defaultThemeFont)]
      .flatMap((font) => [font.heading, font.body])
      .map((list) => [familyName(list), list] as const),
  ),
]
  .map(([label, value]) => ({ label, value }))
  .toSorted((a, b) => a.label.localeCompare(b.label))

/** Ids of the theme fonts that a deck's markup uses besides its theme's own. */
export function fontsUsedIn(html: string): readonly string[] {
  if (!html.includes('font-family')) return []
  // Quotes in an attribute may be entities, whose semicolon does not end a declaration.
  const readable = html.replace(/&(?:quot|#39|apos);/g, "'")
  const named = new Set([...readable.matchAll(/font-family:\s*([^;">]+)/g)].map((match) => familyName(match[1]!)))
  return themeFonts
    .filter((font) => named.has(familyName(font.heading)) || named.has(familyName(font.body)))
    .map((font) => font.id)
}
