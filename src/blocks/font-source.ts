import type { DrawnTheme } from '../document/output/frame-types.ts'
import { themeFont } from '../rules/theme-fonts.ts'
import { fontsUsedIn } from './fonts.ts'

/** Style sheet with the font faces of each deck font; null for system fonts. */
const sources: Readonly<Record<string, string | null>> = {
  palatino: null,
  helvetica: null,
  overpass2: 'src/player/fonts/overpass.css',
}

/** Style sheet with a font's faces, by font id; null if it needs none. */
export function fontSource(id: string): string | null {
  const font = themeFont(id).id
  const source = sources[font]
  return source === undefined ? `src/player/fonts/${font}.css` : source
}

/** A theme's markup and styles, with the fonts of its roles as declarations. */
function stylesOf({ html, css, variables }: DrawnTheme): string {
  const families = [variables['--r-heading-font'], variables['--r-main-font']]
  // Quotes as in attributes, where double ones end the value.
  return [html, css.replaceAll('"', "'"), ...families.map((family) => `font-family: ${family ?? ''};`)].join('\n')
}

/** All font style sheets a deck needs: for its theme's font and for fonts its blocks or its own theme use. */
export function fontSources(id: string, slides: string, theme: DrawnTheme | null): readonly string[] {
  const sources = [id, ...fontsUsedIn(slides), ...(theme ? fontsUsedIn(stylesOf(theme)) : [])].map(fontSource)
  return [...new Set(sources.filter((source) => source !== null))]
}
