import { fontsUsedIn } from '../blocks/fonts.ts'
import { themeFont } from '../rules/theme-fonts.ts'

/** Which style sheet brings the faces of each font of a deck; fonts that every system has need none. */
const sources: Readonly<Record<string, string | null>> = {
  palatino: null,
  helvetica: null,
  overpass2: 'src/player/fonts/overpass.css',
}

/** The source of the style sheet with a font's faces, by the font's id; null when it needs none. */
export function fontSource(id: string): string | null {
  const font = themeFont(id).id
  const known = sources[font]
  return known === undefined ? `src/player/fonts/${font}.css` : known
}

/** The sources of all style sheets with faces that a deck needs: those of its theme's font, and of fonts its blocks name. */
export function fontSources(id: string, slides: string): readonly string[] {
  const sources = [id, ...fontsUsedIn(slides)].map(fontSource)
  return [...new Set(sources.filter((source) => source !== null))]
}
