import { limits } from '../../rules/limits.ts'
import type { OwnFont } from '../../rules/own-fonts.ts'
import { type ByteCache, createByteCache } from '../../server/content/byte-cache.ts'
import type { Db } from '../../server/db/open-database.ts'
import { prepared } from '../../server/db/prepared.ts'
import { isBuiltInId } from '../../themes/built-in-theme.ts'
import { loadFonts } from '../own-fonts/load-fonts.ts'
import { loadBuiltIn } from './built-in.ts'
import type { ThemeRow } from './queries.ts'

/** The theme of a deck as stored, with the scripts that its team lists for its themes. */
export interface LoadedTheme {
  readonly row: ThemeRow
  readonly teamScripts: readonly string[]
  /** False: its scripts and its team's do not run, whatever the instance allows. */
  readonly runsScripts: boolean
  /** The fonts of the theme's owner. */
  readonly fonts: readonly OwnFont[]
}

/** What decides whether a cached theme is the newest. */
const stateOfTheme = prepared((db, id: number) =>
  db
    .selectFrom('themes')
    .leftJoin('teams', 'teams.id', 'themes.team_id')
    .leftJoin('users', 'users.id', 'themes.user_id')
    .select(['themes.version', 'themes.sanitizer_version', 'teams.scripts', 'teams.scripts_stopped_by'])
    .select(['teams.fonts_version as team_fonts', 'users.fonts_version as user_fonts'])
    .where('themes.id', '=', id),
)

const themeById = prepared((db, id: number) => db.selectFrom('themes').selectAll().where('id', '=', id))

interface Cached {
  readonly state: string
  readonly theme: LoadedTheme
}

/** Themes by database handle and id. */
const caches = new WeakMap<Db, ByteCache<Cached>>()

/** The cache of a handle; null for that of a transaction, which ends before it could be of use. */
function cacheOf(db: Db): ByteCache<Cached> | null {
  if (db.isTransaction) return null
  const cache = caches.get(db) ?? createByteCache<Cached>(limits.memory.themes)
  caches.set(db, cache)
  return cache
}

/** Themes without their scripts, by what was loaded. */
const silenced = new WeakMap<LoadedTheme, LoadedTheme>()

/** The same theme, whose scripts do not run. */
export function withoutScripts(theme: LoadedTheme): LoadedTheme {
  const silent = silenced.get(theme) ?? { ...theme, runsScripts: false }
  silenced.set(theme, silent)
  return silent
}

/** About the memory of a theme. */
function bytesOf({ html, less, css, js, snippets }: ThemeRow): number {
  const templates = snippets.reduce((sum, { template }) => sum + template.length, 0)
  return 4_000 + html.length + less.length + css.length + js.length + templates
}

/**
 * Loads the theme of a deck in its newest version. Its sources can be large, so they are read once per version. Null if
 * there is none.
 */
export async function loadTheme(db: Db, id: number | null): Promise<LoadedTheme | null> {
  if (id === null) return null
  if (isBuiltInId(id)) return loadBuiltIn(id)
  const [found] = await stateOfTheme(db, id)
  if (!found) return null
  const cache = cacheOf(db)
  const state = JSON.stringify(found)
  const cached = cache?.get(String(id))
  if (cached?.state === state) return cached.theme
  const [row] = await themeById(db, id)
  if (!row) return null
  const owner = row.team_id === null ? { user: Number(row.user_id) } : { team: row.team_id }
  const fonts = await loadFonts(db, owner, found.team_fonts ?? found.user_fonts ?? 0)
  const theme = { row, teamScripts: found.scripts ?? [], runsScripts: found.scripts_stopped_by === null, fonts }
  // The row may be newer than the state.
  if (row.version === found.version) cache?.set(String(id), { state, theme }, bytesOf(row))
  return theme
}
