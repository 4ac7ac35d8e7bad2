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

/** Styles with the families of this product under their names here: those of variable fonts have a suffix. */
export function withBundledFamilies(css: string): string {
  return css.replace(declaration, (_, property: string, value: string) => {
    const names = value.replace(named, (whole, before: string, quote: string, name: string) => {
      const family = families.get(name.toLowerCase().replace(/\s+/g, ' '))
      return family === undefined || family === name ? whole : `${before}${quote || "'"}${family}${quote || "'"}`
    })
    return property + names
  })
}
