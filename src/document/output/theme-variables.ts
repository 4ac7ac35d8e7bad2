import { themeColor } from '../../rules/theme-colors.ts'
import { themeFont } from '../../rules/theme-fonts.ts'
import { roleColors } from '../../rules/theme-roles.ts'
import type { AppearanceSettings } from './frame-types.ts'

/**
 * Custom properties used by theme.css. The names are those of reveal.js themes, so that styles written for them work.
 */
export type ThemeVariables = Readonly<Record<`--${string}`, string>>

/** The deck's colors and fonts as custom properties. Unknown ids give the defaults. */
export function themeVariables(appearance: Pick<AppearanceSettings, 'theme_color' | 'theme_font'>): ThemeVariables {
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

/**
 * The same as a style sheet for the whole document. Values come from the product's own lists, never from user input.
 */
export function themeVariablesCss(appearance: Pick<AppearanceSettings, 'theme_color' | 'theme_font'>): string {
  const declarations = Object.entries(themeVariables(appearance)).map(([name, value]) => `${name}:${value}`)
  return `:root{${declarations.join(';')}}`
}

/** Classes of the `.reveal` element, such as `reveal center theme-color-white-blue theme-font-montserrat`. */
export function revealClasses(appearance: AppearanceSettings | null): string {
  if (appearance === null) return 'reveal'
  const theme = [
    `theme-color-${themeColor(appearance.theme_color).id}`,
    `theme-font-${themeFont(appearance.theme_font).id}`,
  ]
  return ['reveal', ...(appearance.center ? ['center'] : []), ...(appearance.rtl ? ['rtl'] : []), ...theme].join(' ')
}
