import type { Option } from './options.ts'

/**
 * A color theme, all colors as #rrggbb. Text, headings and links have a contrast of at least 4.5:1 on the background.
 */
export interface ThemeColor extends Option {
  readonly background: string
  readonly text: string
  readonly heading: string
  readonly link: string
  readonly linkHover: string
  /** Background of selected text; progress bar and controls. */
  readonly accent: string
  /** Whether the background is dark: controls on it are light. */
  readonly dark: boolean
}

type Palette = readonly [
  background: string,
  text: string,
  heading: string,
  link: string,
  linkHover: string,
  accent: string,
]

function light(id: string, title: string, tooltip: string, palette: Palette): ThemeColor {
  const [background, text, heading, link, linkHover, accent] = palette
  return { id, title, tooltip, background, text, heading, link, linkHover, accent, dark: false }
}

function dark(id: string, title: string, tooltip: string, palette: Palette): ThemeColor {
  return { ...light(id, title, tooltip, palette), dark: true }
}

function pro(color: ThemeColor): ThemeColor {
  return { ...color, pro: true }
}

/** The 18 color themes, named for background and accent. */
export const themeColors: readonly ThemeColor[] = [
  light('white-blue', 'White, blue', 'Black on white with blue links.', [
    ...(['#ffffff', '#2b2f36', '#14171c'] as const),
    ...(['#1763c4', '#0f4a96', '#2a76dd'] as const),
  ]),
  light('sand-blue', 'Sand, blue', 'Warm sand with a calm blue.', [
    ...(['#f3eee3', '#37332b', '#24211b'] as const),
    ...(['#1f5f8b', '#164868', '#3a7ca8'] as const),
  ]),
  light('beige-brown', 'Beige, brown', 'Paper tones with brown links.', [
    ...(['#f5ebdc', '#40342a', '#2c231b'] as const),
    ...(['#87481c', '#663512', '#a8672f'] as const),
  ]),
  light('silver-green', 'Silver, green', 'Light gray with a fresh green.', [
    ...(['#eef0f0', '#2f3638', '#1c2224'] as const),
    ...(['#1b6e3d', '#12522c', '#2f9158'] as const),
  ]),
  light('silver-blue', 'Silver, blue', 'Light gray with a clear blue.', [
    ...(['#edeff2', '#2d333c', '#1a1f27'] as const),
    ...(['#24559e', '#1a3f78', '#3d72bf'] as const),
  ]),
  light('sky-blue', 'Sky, blue', 'A bright sky with deep blue links.', [
    ...(['#dff0fa', '#1f3442', '#10232f'] as const),
    ...(['#0d5b8c', '#08436a', '#2581b8'] as const),
  ]),
  dark('blue-yellow', 'Blue, yellow', 'Strong blue with yellow links.', [
    ...(['#1d4f91', '#f2f6fc', '#ffffff'] as const),
    ...(['#ffd95a', '#ffe894', '#e8bd2f'] as const),
  ]),
  dark('cobalt-orange', 'Cobalt, orange', 'Deep cobalt with orange links.', [
    ...(['#1b2f63', '#e9edf8', '#ffffff'] as const),
    ...(['#ffab5c', '#ffc68e', '#e8893a'] as const),
  ]),
  dark('asphalt-orange', 'Asphalt, orange', 'Dark gray-blue with orange links.', [
    ...(['#2d3540', '#e8ebef', '#ffffff'] as const),
    ...(['#ff9f4f', '#ffbd84', '#e07f2c'] as const),
  ]),
  dark('forest-yellow', 'Forest, yellow', 'Forest green with yellow links.', [
    ...(['#1f4a35', '#ebf4ee', '#ffffff'] as const),
    ...(['#f7d65b', '#fbe592', '#d8b433'] as const),
  ]),
  light('mint-beige', 'Mint, beige', 'Soft mint with warm earth tones.', [
    ...(['#d5efe3', '#24382f', '#13251d'] as const),
    ...(['#6d4a1e', '#523615', '#c7a97c'] as const),
  ]),
  dark('sea-yellow', 'Sea, yellow', 'Sea green-blue with yellow links.', [
    ...(['#125563', '#e6f4f6', '#ffffff'] as const),
    ...(['#ffdd66', '#ffea9e', '#dfba3a'] as const),
  ]),
  light('yellow-black', 'Yellow, black', 'Black on a loud yellow.', [
    ...(['#ffdd33', '#1f1b08', '#000000'] as const),
    ...(['#3b3200', '#000000', '#8f7a00'] as const),
  ]),
  light('coral-blue', 'Coral, blue', 'Coral with navy text and links.', [
    ...(['#ff9b85', '#2a1a2c', '#1c0f20'] as const),
    ...(['#142f6e', '#0c1f4c', '#3a559a'] as const),
  ]),
  pro(
    dark('grey-blue', 'Gray, blue', 'Neutral gray with light blue links.', [
      ...(['#3d4147', '#eef0f2', '#ffffff'] as const),
      ...(['#8cc4ff', '#b5d9ff', '#5ba3ea'] as const),
    ]),
  ),
  pro(
    dark('black-blue', 'Black, blue', 'White on black with blue links.', [
      ...(['#101114', '#e6e8ec', '#ffffff'] as const),
      ...(['#62aaff', '#94c6ff', '#3987e0'] as const),
    ]),
  ),
  pro(
    dark('black-mint', 'Black, mint', 'White on black with mint links.', [
      ...(['#101312', '#e5ebe8', '#ffffff'] as const),
      ...(['#5fe0b0', '#95edcb', '#33b98a'] as const),
    ]),
  ),
  pro(
    dark('black-orange', 'Black, orange', 'White on black with orange links.', [
      ...(['#131110', '#ece8e5', '#ffffff'] as const),
      ...(['#ff9d47', '#ffbb80', '#dd7a22'] as const),
    ]),
  ),
]

/** Color theme of new decks. */
export const defaultThemeColor = 'white-blue'

/** Finds a color theme; unknown ids give the default. */
export function themeColor(id: string): ThemeColor {
  const byId = (wanted: string) => themeColors.find((color) => color.id === wanted)
  return (byId(id) ?? byId(defaultThemeColor)) as ThemeColor
}
