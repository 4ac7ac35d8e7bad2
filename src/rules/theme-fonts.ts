import type { Option } from './options.ts'

/** A pair of fonts: CSS font-family lists for headings and for text. */
export interface ThemeFont extends Option {
  readonly heading: string
  readonly body: string
}

const sans = "'Helvetica Neue', Helvetica, Arial, sans-serif"
const serif = "'Iowan Old Style', 'Palatino Linotype', Palatino, Georgia, serif"
const montserrat = `'Montserrat Variable', 'Montserrat', ${sans}`
const openSans = `'Open Sans Variable', 'Open Sans', ${sans}`
const lato = `'Lato', ${sans}`

function font(id: string, title: string, tooltip: string, heading: string, body: string): ThemeFont {
  return { id, title, tooltip, heading, body }
}

/** The 13 fonts of decks. */
export const themeFonts: readonly ThemeFont[] = [
  font('montserrat', 'Montserrat', 'Geometric headings over Open Sans.', montserrat, openSans),
  font('league', 'League', 'Tall condensed headings over Lato.', `'League Gothic', Impact, ${sans}`, lato),
  font('opensans', 'Open Sans', 'One friendly sans for everything.', openSans, openSans),
  font('josefine', 'Josefine', 'Elegant headings over Lato.', `'Josefin Sans Variable', 'Josefin Sans', ${sans}`, lato),
  font('palatino', 'Palatino', 'A classic book face.', `Palatino, ${serif}`, `Palatino, ${serif}`),
  font('news', 'News', 'Newspaper headings over Lato.', `'News Cycle', ${sans}`, lato),
  font('helvetica', 'Helvetica', 'Plain and neutral.', sans, sans),
  font(
    'merriweather',
    'Merriweather',
    'A sturdy serif for long text.',
    `'Merriweather Variable', 'Merriweather', ${serif}`,
    `'Merriweather Variable', 'Merriweather', ${serif}`,
  ),
  font('asul', 'Asul', 'A humanist face with soft serifs.', `'Asul', ${serif}`, `'Asul', ${serif}`),
  font(
    'sketch',
    'Sketch',
    'Hand-drawn headings over Cabin.',
    `'Cabin Sketch', ${sans}`,
    `'Cabin Variable', 'Cabin', ${sans}`,
  ),
  font(
    'quicksand',
    'Quicksand',
    'Rounded headings over Open Sans.',
    `'Quicksand Variable', 'Quicksand', ${sans}`,
    openSans,
  ),
  {
    ...font(
      'overpass',
      'Overpass (v1)',
      'The first cut of Overpass.',
      `'Overpass Variable', 'Overpass', ${sans}`,
      `'Overpass Variable', 'Overpass', ${sans}`,
    ),
    deprecated: true,
  },
  font(
    'overpass2',
    'Overpass',
    'Made for signs and screens.',
    `'Overpass Variable', 'Overpass', ${sans}`,
    `'Overpass Variable', 'Overpass', ${sans}`,
  ),
]

/** The font of new decks. */
export const defaultThemeFont = 'montserrat'

/** A font by its id; an unknown id gives the default one. */
export function themeFont(id: string): ThemeFont {
  const byId = (wanted: string) => themeFonts.find((candidate) => candidate.id === wanted)
  return (byId(id) ?? byId(defaultThemeFont)) as ThemeFont
}
