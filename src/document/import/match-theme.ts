import type { DeckSettings } from '../../rules/deck-columns.ts'

type Look = Pick<DeckSettings, 'theme_color' | 'theme_font'>

const look = (theme_color: string, theme_font: string): Look => ({ theme_color, theme_font })

/** The colors and fonts here that come closest to each theme of the reveal.js package. */
const looks: Readonly<Record<string, Look>> = {
  beige: look('sand-blue', 'league'),
  black: look('black-blue', 'opensans'),
  'black-contrast': look('black-blue', 'opensans'),
  blood: look('black-orange', 'opensans'),
  dracula: look('grey-blue', 'league'),
  league: look('grey-blue', 'league'),
  moon: look('cobalt-orange', 'league'),
  night: look('black-orange', 'montserrat'),
  serif: look('beige-brown', 'palatino'),
  simple: look('white-blue', 'news'),
  sky: look('sky-blue', 'quicksand'),
  solarized: look('sand-blue', 'league'),
  white: look('white-blue', 'opensans'),
  'white-contrast': look('white-blue', 'opensans'),
}

/** The look of a deck with a theme of the reveal.js package; null for any other. */
export function matchedLook(theme: string | null): Look | null {
  return theme === null ? null : (looks[theme] ?? null)
}
