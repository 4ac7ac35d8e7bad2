import { slideVariables } from '../../document/output/slide-variables.ts'
import { themeVariables } from '../../document/output/theme-variables.ts'
import type { DeckSettings } from '../../rules/deck-columns.ts'
import { fragmentOf } from '../html/markup.ts'
import { type OpenTheme, openTheme, openThemes } from '../themes/open-themes.ts'

/** The styles and the markup of a deck's theme in a canvas frame. Its scripts never run here. */
export interface CanvasTheme {
  /** Applies the settings' colors, fonts and theme. */
  apply(settings: DeckSettings): void
}

/**
 * Adds the elements of a theme to a canvas frame: styles before those of the surroundings, and markup in `box`, which is
 * below the slide. A theme that is loaded later is shown at once; then `onChange` is called.
 */
export function addCanvasTheme(document: Document, box: HTMLElement, onChange: () => void): CanvasTheme {
  const variables = document.createElement('style')
  const css = document.createElement('style')
  document.head.append(variables, css)
  let shown: OpenTheme | null = null
  let applied: DeckSettings | null = null
  const apply = (settings: DeckSettings): void => {
    const theme = openTheme(settings.theme_id)
    const values = { ...themeVariables(settings), ...slideVariables(settings), ...theme?.variables }
    const declarations = Object.entries(values).map(([name, value]) => `${name}:${value}`)
    variables.textContent = `:root{${declarations.join(';')}}`
    applied = settings
    if (theme === shown) return
    css.textContent = theme?.css ?? ''
    box.replaceChildren(fragmentOf(theme?.html ?? ''))
    shown = theme
  }
  const unfollow = openThemes.subscribe(() => {
    // The frame was removed.
    if (document.defaultView === null) return unfollow()
    if (applied === null || openTheme(applied.theme_id) === shown) return
    apply(applied)
    onChange()
  })
  return { apply }
}
