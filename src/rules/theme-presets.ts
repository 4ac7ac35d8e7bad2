import type { DeckSettings } from './deck-columns.ts'

type PresetSettings = Pick<DeckSettings, 'theme_color' | 'theme_font' | 'transition'>

/** A theme that comes with the product: colors, fonts and transitions that fit each other. */
export interface ThemePreset {
  readonly id: string
  readonly title: string
  readonly settings: PresetSettings
}

function preset(id: string, title: string, color: string, font: string, transition: string): ThemePreset {
  return { id, title, settings: { theme_color: color, theme_font: font, transition } }
}

/** The built-in themes. Their colors are those of every plan. */
export const themePresets: readonly ThemePreset[] = [
  preset('lectern', 'Lectern', 'white-blue', 'montserrat', 'slide'),
  preset('essay', 'Essay', 'beige-brown', 'merriweather', 'fade'),
  preset('harbor', 'Harbor', 'cobalt-orange', 'overpass2', 'slide'),
  preset('meadow', 'Meadow', 'mint-beige', 'quicksand', 'fade'),
  preset('poster', 'Poster', 'yellow-black', 'league', 'none'),
  preset('evening', 'Evening', 'asphalt-orange', 'josefine', 'fade'),
]
