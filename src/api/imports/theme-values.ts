import { escapeAttribute } from '../../document/html.ts'
import { themeRoles } from '../../rules/theme-roles.ts'
import { fullHexColor, validateFontFamilies, validateHexColor } from '../../rules/theme-settings.ts'
import type { ReadSettings } from './process/reader.ts'

/** The references of slides to the theme that their file brings. */

const fonts: readonly string[] = ['--r-heading-font', '--r-main-font']
const ground = ' data-background-color="var(--r-background-color)"'

/** What references mean, by custom property; what is invalid is left out. */
function valuesIn({ theme_values: given }: ReadSettings): ReadonlyMap<string, string> {
  if (typeof given !== 'object' || given === null) return new Map()
  const colors = themeRoles.map(({ property }): string => property)
  return new Map(
    Object.entries(given).filter(([name, value]) => {
      if (typeof value !== 'string') return false
      const check = colors.includes(name) ? validateHexColor : fonts.includes(name) ? validateFontFamilies : null
      return check !== null && check(value) === null
    }),
  )
}

/** A slide for a deck that has the theme of its file. The background is left to the theme. */
export function withThemeOfFile(html: string, settings: ReadSettings): string {
  return valuesIn(settings).size === 0 ? html : html.replaceAll(ground, '')
}

/** A role with an opacity, as rules/theme-roles.ts writes it. */
const translucent = /color-mix\(in srgb, var\((--[a-z0-9-]+)\) ([\d.]+)%, transparent\)/g

/** A hex color with an opacity. */
function withOpacity(hex: string, opacity: number): string {
  const full = fullHexColor(hex)
  const channels = [1, 3, 5].map((at) => Number.parseInt(full.slice(at, at + 2), 16))
  return `rgba(${channels.join(', ')}, ${opacity})`
}

/** A slide for a deck without the theme of its file: what the slide takes from it is written out. */
export function withoutThemeOfFile(html: string, settings: ReadSettings): string {
  const values = valuesIn(settings)
  if (values.size === 0) return html
  return html.replace(/<[^>]*>/g, (tag) =>
    tag
      .replace(translucent, (whole, name: string, share: string) => {
        const value = values.get(name)
        return value === undefined ? whole : withOpacity(value, Number(share) / 100)
      })
      .replace(/var\((--[a-z0-9-]+)\)/g, (whole, name: string) => {
        const value = values.get(name)
        return value === undefined ? whole : escapeAttribute(value)
      }),
  )
}
