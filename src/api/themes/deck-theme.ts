import type { z } from 'zod'
import type { DeckTheme } from '../../document/output/frame-types.ts'
import { roleVariables } from '../../document/output/theme-variables.ts'
import type { Settings } from '../../server/env.ts'
import { contentRules } from '../decks/content-rules.ts'
import type { deckTheme } from './contract.ts'
import type { LoadedTheme } from './load-theme.ts'
import { resanitizedSources } from './prepare-sources.ts'

type ThemeSettings = Pick<Settings, 'baseUrl' | 'contentUrl' | 'themeScripts'>

/** Themes ready to be drawn, by what was loaded. */
const ready = new WeakMap<LoadedTheme, DeckTheme>()

function makeTheme({ row, teamScripts, runsScripts }: LoadedTheme, settings: ThemeSettings): DeckTheme {
  const runs = runsScripts && settings.themeScripts !== 'off'
  const listed = teamScripts.map((url) => ({ url, integrity: null }))
  const { html, css } = resanitizedSources(row, contentRules(settings, 'enterprise'))
  return {
    html,
    css,
    variables: roleVariables(row),
    footer: row.footer,
    js: runs && row.js.trim() !== '' ? row.js : null,
    // The team's first: the theme's scripts may use them.
    scripts: runs ? [...listed, ...row.scripts] : [],
  }
}

/** The theme that a deck is drawn with; null if it has none. */
export function deckThemeOf(loaded: LoadedTheme | null, settings: ThemeSettings): DeckTheme | null {
  if (loaded === null) return null
  const made = ready.get(loaded) ?? makeTheme(loaded, settings)
  ready.set(loaded, made)
  return made
}

/** The theme as its deck's editors get it: without scripts, which run in shown decks only. */
export function deckThemeJson(loaded: LoadedTheme | null, settings: ThemeSettings): z.input<typeof deckTheme> | null {
  const theme = deckThemeOf(loaded, settings)
  if (loaded === null || theme === null) return null
  const { id, version, name, palette, snippets } = loaded.row
  const { html, css, footer, variables } = theme
  return { ...{ id, version, name, html, css, footer, palette, snippets }, variables: { ...variables } }
}
