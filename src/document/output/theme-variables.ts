import { luminance } from '../../rules/contrast.ts'
import type { DeckSettings } from '../../rules/deck-columns.ts'
import { themeColor } from '../../rules/theme-colors.ts'
import { themeFont } from '../../rules/theme-fonts.ts'
import { roleColors, themeRoles } from '../../rules/theme-roles.ts'

/**
 * Custom properties used by theme.css. The names are those of reveal.js themes, so that styles written for them work.
 */
export type ThemeVariables = Readonly<Record<`--${string}`, string>>

/** The settings that decide colors and fonts. */
type ColorsAndFonts = Pick<DeckSettings, 'theme_color' | 'theme_font'>

/** The deck's colors and fonts as custom properties. Unknown ids give the defaults. */
export function themeVariables(appearance: ColorsAndFonts): ThemeVariables {
  const color = themeColor(appearance.theme_color)
  const font = themeFont(appearance.theme_font)
  const roles = roleColors(color)
  return {
    '--r-background-color': color.background,
    '--r-main-color': color.text,
    '--r-heading-color': color.heading,
    '--r-link-color': color.link,
    '--r-link-color-hover': color.linkHover,
    '--r-selection-background-color': color.accent,
    '--r-selection-color': color.dark ? '#000000' : '#ffffff',
    '--r-accent-color': color.accent,
    '--l-muted-color': roles.muted,
    // A theme's CSS that sets the accent color sets both.
    '--l-accent-1': 'var(--r-accent-color)',
    '--l-accent-2': roles['accent-2'],
    '--l-accent-3': roles['accent-3'],
    '--l-accent-4': roles['accent-4'],
    '--l-accent-5': roles['accent-5'],
    '--l-accent-6': roles['accent-6'],
    '--r-heading-font': font.heading,
    '--r-main-font': font.body,
  }
}

/** The colors and fonts of a deck's own theme, which override those of its color and font theme. */
export interface ThemeOverrides {
  /** Hex colors by role. */
  readonly colors: Readonly<Record<string, string>>
  /** CSS font families. */
  readonly heading_font: string | null
  readonly body_font: string | null
}

/** A theme's own colors and fonts as custom properties. */
export function roleVariables({ colors, heading_font, body_font }: ThemeOverrides): ThemeVariables {
  const variables: Record<`--${string}`, string> = {}
  for (const { id, property } of themeRoles) {
    const color = colors[id]
    if (color !== undefined) variables[property] = color
  }
  const { link, 'accent-1': accent } = colors
  if (link !== undefined) variables['--r-link-color-hover'] = `color-mix(in srgb, ${link} 75%, var(--r-main-color))`
  if (accent !== undefined) {
    variables['--r-accent-color'] = accent
    variables['--l-accent-1'] = 'var(--r-accent-color)'
    variables['--r-selection-background-color'] = accent
    variables['--r-selection-color'] = luminance(accent.slice(0, 7)) < 0.18 ? '#ffffff' : '#000000'
  }
  if (heading_font !== null) variables['--r-heading-font'] = heading_font
  if (body_font !== null) variables['--r-main-font'] = body_font
  return variables
}

/**
 * The same as a style sheet for the whole document. Values come from the product's own lists and, for a deck's own theme,
 * from closed grammars: colors and font families that cannot end a declaration.
 */
export function themeVariablesCss(appearance: ColorsAndFonts, overrides: ThemeVariables = {}): string {
  const variables = { ...themeVariables(appearance), ...overrides }
  const declarations = Object.entries(variables).map(([name, value]) => `${name}:${value}`)
  return `:root{${declarations.join(';')}}`
}

/** Classes of the `.reveal` element, such as `reveal center theme-color-white-blue theme-font-montserrat`. */
export function revealClasses(appearance: (ColorsAndFonts & Pick<DeckSettings, 'center' | 'rtl'>) | null): string {
  if (appearance === null) return 'reveal'
  const theme = [
    `theme-color-${themeColor(appearance.theme_color).id}`,
    `theme-font-${themeFont(appearance.theme_font).id}`,
  ]
  return ['reveal', ...(appearance.center ? ['center'] : []), ...(appearance.rtl ? ['rtl'] : []), ...theme].join(' ')
}
