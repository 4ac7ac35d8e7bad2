import type { Option } from './options.ts'

/** A font pair: CSS font-family lists for headings and body text. */
export interface ThemeFont extends Option {
  readonly heading: string
  readonly body: string
}

// Bundled fonts have no fallback list: browsers would look up each name on the user's system before the first paint.
const sans = 'sans-serif'
const serif = 'Georgia, serif'
const montserrat = `'Montserrat Variable', ${sans}`
const openSans = `'Open Sans Variable', ${sans}`
const lato = `'Lato', ${sans}`
const helvetica = "'Helvetica Neue', Helvetica, Arial, sans-serif"
const palatino = "Palatino, 'Palatino Linotype', 'Iowan Old Style', Georgia, serif"

function font(id: string, title: string, tooltip: string, heading: string, body: string): ThemeFont {
  return { id, title, tooltip, heading, body }
}

/** The 13 font themes. */
export const themeFonts: readonly ThemeFont[] = [
  font('montserrat', 'Montserrat', 'Geometric headings over Open Sans.', montserrat, openSans),
  font('league', 'League', 'Tall condensed headings over Lato.', `'League Gothic', Impact, ${sans}`, lato),
  font('opensans', 'Open Sans', 'One friendly sans for everything.', openSans, openSans),
  font('josefine', 'Josefine', 'Elegant headings over Lato.', `'Josefin Sans Variable', ${sans}`, lato),
  font('palatino', 'Palatino', 'A classic book face.', palatino, palatino),
  font('news', 'News', 'Newspaper headings over Lato.', `'News Cycle', ${sans}`, lato),
  font('helvetica', 'Helvetica', 'Plain and neutral.', helvetica, helvetica),
  font(
    'merriweather',
    'Merriweather',
    'A sturdy serif for long text.',
    `'Merriweather Variable', ${serif}`,
    `'Merriweather Variable', ${serif}`,
  ),
  font('asul', 'Asul', 'A humanist face with soft serifs.', `'Asul', ${serif}`, `'Asul', ${serif}`),
  font('sketch', 'Sketch', 'Hand-drawn headings over Cabin.', `'Cabin Sketch', ${sans}`, `'Cabin Variable', ${sans}`),
  font('quicksand', 'Quicksand', 'Rounded headings over Open Sans.', `'Quicksand Variable', ${sans}`, openSans),
  {
    ...font(
      'overpass',
      'Overpass (v1)',
      'The first cut of Overpass.',
      `'Overpass Variable', ${sans}`,
      `'Overpass Variable', ${sans}`,
    ),
    deprecated: true,
  },
  font(
    'overpass2',
    'Overpass',
    'Made for signs and screens.',
    `'Overpass Variable', ${sans}`,
    `'Overpass Variable', ${sans}`,
  ),
]

/** Font theme of new decks. */
export const defaultThemeFont = 'montserrat'

/** Finds a font theme; unknown ids give the default. */
export function themeFont(id: string): ThemeFont {
  const byId = (wanted: string) => themeFonts.find((candidate) => candidate.id === wanted)
  return (byId(id) ?? byId(defaultThemeFont)) as ThemeFont
}
