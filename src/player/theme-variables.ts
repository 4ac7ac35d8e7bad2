import { themeColor } from '../rules/theme-colors.ts'
import { themeFont } from '../rules/theme-fonts.ts'

/**
 * Custom properties used by theme.css. The names are those of reveal.js themes, so that styles written for them work.
 */
export type ThemeVariables = Readonly<Record<`--${string}`, string>>

/** The deck's colors and fonts as custom properties. Unknown ids give the defaults. */
export function themeVariables(deck: { readonly theme_color: string; readonly theme_font: string }): ThemeVariables {
  const color = themeColor(deck.theme_color)
  const font = themeFont(deck.theme_font)
  return {
    '--r-background-color': color.background,
    '--r-main-color': color.text,
    '--r-heading-color': color.heading,
    '--r-link-color': color.link,
    '--r-link-color-hover': color.linkHover,
    '--r-selection-background-color': color.accent,
    '--r-selection-color': color.dark ? '#000000' : '#ffffff',
    '--r-accent-color': color.accent,
    '--r-heading-font': font.heading,
    '--r-main-font': font.body,
  }
}

/**
 * The same as a style sheet for the whole document. Values come from the product's own lists, never from user input.
 */
export function themeVariablesCss(deck: { readonly theme_color: string; readonly theme_font: string }): string {
  const declarations = Object.entries(themeVariables(deck)).map(([name, value]) => `${name}:${value}`)
  return `:root{${declarations.join(';')}}`
}

/** Theme classes of the `.reveal` element, such as `theme-color-white-blue theme-font-montserrat`. */
export function themeClasses(deck: { readonly theme_color: string; readonly theme_font: string }): string {
  return `theme-color-${themeColor(deck.theme_color).id} theme-font-${themeFont(deck.theme_font).id}`
}
