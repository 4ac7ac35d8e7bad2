import { themeFonts } from '../../rules/theme-fonts.ts'

/** Families that this product brings, by the names under which other pages know them. */
const families: ReadonlyMap<string, string> = new Map(
  themeFonts
    .flatMap(({ heading, body }) => [heading, body])
    .map((list) => list.split(',')[0]!.trim().replace(/^'|'$/g, ''))
    .map((family) => [family.replace(/ Variable$/, '').toLowerCase(), family]),
)

/** Whether a family is among those that need no font service. */
export const isBundledFamily = (name: string): boolean => families.has(name.trim().toLowerCase())

const declaration = /((?:^|[\s;{"])(?:font-family|font|--[\w-]*font[\w-]*)\s*:)([^;{}]*)/gi
const alternatives = [...families.keys()].map((name) => name.replace(/ /g, '\\s+')).join('|')
const named = new RegExp(`(^|,|\\s)(["']?)(${alternatives})\\2(?=\\s*(?:,|$|!))`, 'gi')

/** The font faces of a style sheet. */
export const fontFaces = /@font-face\s*\{[^{}]*\}/gi

/** The family of a font face, in lowercase; '' without one. */
export function familyOfFace(face: string): string {
  const value = (/font-family\s*:([^;}]*)/i.exec(face)?.[1] ?? '').trim()
  return value
    .replace(/^["']|["']$/g, '')
    .trim()
    .toLowerCase()
}

/** The families that a style sheet brings itself, in lowercase. */
const ownFamilies = (css: string): ReadonlySet<string> => new Set((css.match(fontFaces) ?? []).map(familyOfFace))

/**
 * Styles with the families of this product under their names here: those of variable fonts have a suffix. Where the styles
 * bring a family themselves, ours follows it: their file may be damaged.
 */
export function withBundledFamilies(css: string): string {
  const own = ownFamilies(css)
  const renamed = (text: string): string =>
    text.replace(declaration, (_, property: string, value: string) => {
      const names = value.replace(named, (whole, before: string, quote: string, name: string) => {
        const family = families.get(name.toLowerCase().replace(/\s+/g, ' '))
        if (family === undefined || family === name) return whole
        const here = `${quote || "'"}${family}${quote || "'"}`
        return own.has(name.toLowerCase()) ? `${whole}, ${here}` : `${before}${here}`
      })
      return property + names
    })
  let from = 0
  let result = ''
  for (const match of css.matchAll(fontFaces)) {
    result += renamed(css.slice(from, match.index)) + match[0]
    from = match.index + match[0].length
  }
  return result + renamed(css.slice(from))
}
