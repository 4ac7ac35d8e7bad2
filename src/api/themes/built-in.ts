import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { filterCss } from '../../document/sanitize/css/filter-css.ts'
import { SANITIZER_VERSION } from '../../document/sanitize/sanitize.ts'
import type { OwnFont } from '../../rules/own-fonts.ts'
import type { ThemeContent } from '../../rules/theme-settings.ts'
import type { BuiltInTheme } from '../../themes/built-in-theme.ts'
import { builtInTheme } from '../../themes/index.ts'
import type { ThemeRow } from './queries.ts'

const themesFolder = join(import.meta.dirname, '..', '..', 'themes')

/** The date of all built-in themes: they change only with the product. */
const made = new Date(0)

/** The path of a built-in theme's file: `theme.css` or `picture.webp`. */
function fileOf({ folder }: BuiltInTheme, name: string): string {
  return join(themesFolder, folder, name)
}

/** Its styles as they are written. */
function stylesOf(theme: BuiltInTheme): string {
  return readFileSync(fileOf(theme, 'theme.css'), 'utf8')
}

/** A built-in theme as a stored one without an owner. Its styles pass the filter of all themes. */
function makeRow(theme: BuiltInTheme): ThemeRow {
  const { css } = filterCss(stylesOf(theme), { mediaHosts: [] })
  const { scripts, snippets, ...content } = { ...theme.content, css }
  // Caches are keyed by the version, so each change of the product's files needs another.
  const hash = createHash('sha256').update(JSON.stringify(content)).digest()
  const version = hash.readUInt32BE() % 2_000_000_000
  return {
    ...{ ...content, scripts: [...scripts], snippets: [...snippets] },
    ...{ id: theme.id, user_id: null, team_id: null, version, sanitizer_version: SANITIZER_VERSION },
    ...{ thumbnail_key: null, thumbnail_version: version, created_at: made, updated_at: made },
  }
}

/** A built-in theme as themes of decks are loaded: no team's scripts run before it. */
interface LoadedBuiltIn {
  readonly row: ThemeRow
  readonly teamScripts: readonly string[]
  readonly runsScripts: boolean
  readonly fonts: readonly OwnFont[]
}

const loaded = new Map<number, LoadedBuiltIn>()

/** A built-in theme as a deck's theme is loaded: the same object each time. Null if the id is none of theirs. */
export function loadBuiltIn(id: number | null): LoadedBuiltIn | null {
  const theme = builtInTheme(id)
  if (!theme) return null
  const made = loaded.get(theme.id) ?? { row: makeRow(theme), teamScripts: [], runsScripts: true, fonts: [] }
  loaded.set(theme.id, made)
  return made
}

/** The row of a built-in theme; null if the id is none of theirs. */
export function builtInRow(id: number | null): ThemeRow | null {
  return loadBuiltIn(id)?.row ?? null
}

/** The content of a theme that begins as a built-in one: its styles as written, with comments. Null: no such theme. */
export function builtInContent(id: number): ThemeContent | null {
  const theme = builtInTheme(id)
  return theme && { ...theme.content, less: stylesOf(theme) }
}

/** The picture of a built-in theme, as WebP; null if the id is none of theirs. */
export function builtInPicture(id: number): Buffer | null {
  const theme = builtInTheme(id)
  return theme && readFileSync(fileOf(theme, 'picture.webp'))
}
