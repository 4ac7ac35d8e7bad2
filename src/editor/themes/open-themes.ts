import type { DrawnTheme } from '../../document/output/frame-types.ts'
import { roleVariables } from '../../document/output/theme-variables.ts'
import type { ThemeContent } from '../../rules/theme-settings.ts'
import type { ThemeSnippet } from '../../rules/theme-snippets.ts'
import { createStore } from '../../ui/store.ts'

/** A theme as the editor needs it: what it draws with, and what it offers. */
export interface OpenTheme extends DrawnTheme {
  readonly id: number
  readonly version: number
  readonly name: string
  /** Hex colors, separated by commas. */
  readonly palette: string
  readonly snippets: readonly ThemeSnippet[]
}

/**
 * The themes that this page has loaded, by id. A deck is drawn with the one that its setting `theme_id` names, so undo
 * restores the drawing too.
 */
export const openThemes = createStore<ReadonlyMap<number, OpenTheme>>(new Map())

/** A theme as the API returns it, for the editor. */
export function openThemeOf(theme: ThemeContent & { readonly id: number; readonly version: number }): OpenTheme {
  const { id, version, name, html, css, footer, palette, snippets } = theme
  return { id, version, name, html, css, footer, palette, snippets, variables: roleVariables(theme) }
}

/** Adds a loaded theme. Add it before a deck gets its id. */
export function addOpenTheme(theme: OpenTheme): void {
  openThemes.set(new Map([...openThemes.get(), [theme.id, theme]]))
}

/** The theme with an id; null if it is not loaded. */
export function openTheme(id: number | null): OpenTheme | null {
  return id === null ? null : (openThemes.get().get(id) ?? null)
}
