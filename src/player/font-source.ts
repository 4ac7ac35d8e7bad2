import { fontsUsedIn } from '../blocks/fonts.ts'
import { themeFont } from '../rules/theme-fonts.ts'

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

/** All font style sheets a deck needs: for its theme's font and for fonts its blocks use. */
export function fontSources(id: string, slides: string): readonly string[] {
  const sources = [id, ...fontsUsedIn(slides)].map(fontSource)
  return [...new Set(sources.filter((source) => source !== null))]
}
