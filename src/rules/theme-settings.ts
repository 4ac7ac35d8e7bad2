import { limits } from './limits.ts'
import { messages } from './messages.ts'
import { defaultThemeColor } from './theme-colors.ts'
import { defaultThemeFont } from './theme-fonts.ts'
import { themeRoles } from './theme-roles.ts'
import type { ThemeSnippet } from './theme-snippets.ts'
import { defaultBackgroundTransition, defaultTransition } from './transitions.ts'

/** A script that a theme loads. */
export interface ThemeScript {
  readonly url: string
  /** The hash that browsers check the script against, such as `sha384-…`; null: none. */
  readonly integrity: string | null
}

/** The colors of a theme by role (rules/theme-roles.ts), as hex colors. Missing roles have those of its color theme. */
export type ThemeRoleColors = Readonly<Record<string, string>>

/** What the author of a theme writes. */
export interface ThemeContent {
  readonly name: string
  readonly center: boolean
  readonly rolling_links: boolean
  /** A font theme and a color theme of the product. */
  readonly font: string
  readonly color: string
  readonly transition: string
  readonly background_transition: string
  readonly font_typekit: string | null
  readonly font_google: string | null
  /** CSS font families that override those of `font`. */
  readonly heading_font: string | null
  readonly body_font: string | null
  readonly colors: ThemeRoleColors
  /** Hex colors, separated by commas: the choices of the color picker. */
  readonly palette: string
  /** The size of its decks' slides, such as 1280x720; null: decks keep theirs. */
  readonly slide_size: string | null
  /** The parts of its decks' footer, as JSON (rules/slide-footer.ts); '': none. */
  readonly footer: string
  readonly html: string
  readonly less: string
  /** Compiled from `less`; the author's own if that is empty. */
  readonly css: string
  readonly js: string
  /** Loaded before `js`. */
  readonly scripts: readonly ThemeScript[]
  readonly snippets: readonly ThemeSnippet[]
}

/** Colors in the order of the roles: databases keep the names of JSON in orders of their own. */
export function orderedColors(colors: ThemeRoleColors): ThemeRoleColors {
  return Object.fromEntries(
    themeRoles.flatMap(({ id }) => (colors[id] === undefined ? [] : [[id, colors[id]] as const])),
  )
}

/** The content of a new theme. */
export const newTheme: ThemeContent = {
  name: 'Untitled',
  center: true,
  rolling_links: false,
  font: defaultThemeFont,
  color: defaultThemeColor,
  transition: defaultTransition,
  background_transition: defaultBackgroundTransition,
  font_typekit: null,
  font_google: null,
  heading_font: null,
  body_font: null,
  colors: {},
  palette: '',
  slide_size: null,
  footer: '',
  html: '',
  less: '',
  css: '',
  js: '',
  scripts: [],
  snippets: [],
}

export type ThemeField = keyof ThemeContent

/** The fields of a theme, in the order of the API. */
export const themeFieldNames = Object.keys(newTheme) as readonly ThemeField[]

/** The settings that a deck takes from a theme that is applied to it, by the deck's names. */
export const appliedFields = {
  center: 'center',
  rolling_links: 'rolling_links',
  theme_font: 'font',
  theme_color: 'color',
  transition: 'transition',
  background_transition: 'background_transition',
  font_typekit: 'font_typekit',
  font_google: 'font_google',
} as const satisfies Readonly<Record<string, ThemeField>>

/** The settings of a deck to which a theme is applied. */
export type AppliedSettings = { -readonly [N in keyof typeof appliedFields]: ThemeContent[(typeof appliedFields)[N]] }

/** The settings that a deck takes from a theme. */
export function appliedSettings(theme: Pick<ThemeContent, (typeof appliedFields)[keyof AppliedSettings]>) {
  const entries = Object.entries(appliedFields).map(([deckName, name]) => [deckName, theme[name]])
  return Object.fromEntries(entries) as AppliedSettings
}

type Draft = { -readonly [N in ThemeField]: ThemeContent[N] }

function copyField<N extends ThemeField>(from: ThemeContent, to: Draft, name: N): void {
  to[name] = from[name]
}

/** The content of a theme in a row or an answer. */
export function themeContentOf(theme: ThemeContent): ThemeContent {
  const content: Draft = { ...newTheme }
  for (const name of themeFieldNames) copyField(theme, content, name)
  return { ...content, colors: orderedColors(content.colors) }
}

const hexColor = /^#(?:[\da-f]{3}|[\da-f]{4}|[\da-f]{6}|[\da-f]{8})$/i

/** A hex color. */
export function validateHexColor(value: string): string | null {
  return hexColor.test(value) ? null : messages.theme.color
}

/** A hex color as #rrggbb or #rrggbbaa, in lower case. */
export function fullHexColor(color: string): string {
  const digits = color.slice(1).toLowerCase()
  return `#${digits.length < 6 ? [...digits].map((digit) => digit + digit).join('') : digits}`
}

/** The colors of a palette. */
export function paletteColors(palette: string): readonly string[] {
  return palette
    .split(',')
    .map((color) => color.trim().toLowerCase())
    .filter((color) => color !== '')
}

/** A palette: hex colors, separated by commas. Empty: none. */
export function validatePalette(value: string): string | null {
  const colors = paletteColors(value)
  if (colors.length > limits.theme.palette) return `Please choose at most ${limits.theme.palette} colors`
  return colors.every((color) => hexColor.test(color)) ? null : messages.theme.color
}

const family = String.raw`(?:'[\p{L}\p{N} ._-]+'|"[\p{L}\p{N} ._-]+"|[\p{L}_][\p{L}\p{N}_-]*(?: [\p{L}_][\p{L}\p{N}_-]*)*)`
const families = new RegExp(`^${family}(?: ?, ?${family})*$`, 'u')

/** A CSS font family list. It is written into style sheets, so it contains nothing that could end its declaration. */
export function validateFontFamilies(value: string): string | null {
  return value.length <= limits.theme.fontFamily && families.test(value) ? null : messages.theme.fontFamily
}

/** The hash of a script, as in the attribute `integrity`. */
export function validateIntegrity(value: string): string | null {
  return /^sha(?:256|384|512)-[A-Za-z0-9+/]{43,88}={0,2}$/.test(value) ? null : messages.theme.integrity
}

/** The users who may write scripts of themes: nobody, operators and team managers, or all who may write the theme. */
export const themeScriptModes = ['off', 'managers', 'everybody'] as const
export type ThemeScriptMode = (typeof themeScriptModes)[number]
