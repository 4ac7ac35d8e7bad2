import type { Insertable, Selectable, Updateable } from 'kysely'
import { limits } from '../../rules/limits.ts'
import type { Db } from '../../server/db/open-database.ts'
import { type Page, readPage } from '../../server/db/read-page.ts'
import type { ThemesTable } from '../../server/db/theme-tables.ts'
import { type Owner, ownedBy } from '../owner.ts'

export type ThemeRow = Selectable<ThemesTable>

/** The columns of lists: all but the sources. */
const summaryColumns = [
  ...(['id', 'user_id', 'team_id', 'version', 'name', 'center', 'rolling_links', 'font', 'color'] as const),
  ...(['transition', 'background_transition', 'font_typekit', 'font_google', 'heading_font', 'body_font'] as const),
  ...([
    'colors',
    'palette',
    'slide_size',
    'footer',
    'thumbnail_key',
    'thumbnail_version',
    'created_at',
    'updated_at',
  ] as const),
]
export type ThemeSummaryRow = Pick<ThemeRow, (typeof summaryColumns)[number]>

/** A user, with the team whose themes the user may see. */
export interface ThemeReader {
  readonly id: number
  readonly team_id: number | null
}

/** The condition on the themes that a user may see: the user's own, and those of the team. */
function visibleThemes(db: Db, reader: ThemeReader) {
  return db
    .selectFrom('themes')
    .where((e) =>
      reader.team_id === null
        ? e('themes.user_id', '=', reader.id)
        : e.or([e('themes.user_id', '=', reader.id), e('themes.team_id', '=', reader.team_id)]),
    )
}

/** One page of the themes that a user may see, newest first. */
export async function listThemes(db: Db, reader: ThemeReader, page: Page) {
  const all = visibleThemes(db, reader)
  return readPage(all, all.select(summaryColumns).orderBy('id', 'desc'), page)
}

/** Finds a theme that a user may see; null if there is none. */
export async function findVisibleTheme(db: Db, reader: ThemeReader, id: number): Promise<ThemeRow | null> {
  return (await visibleThemes(db, reader).selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/** The owner of a theme; null if there is none. */
export async function ownerOfTheme(db: Db, id: number | null): Promise<Owner | null> {
  if (id === null) return null
  const row = await db.selectFrom('themes').select(['user_id', 'team_id']).where('id', '=', id).executeTakeFirst()
  if (!row) return null
  return row.team_id === null ? { user: Number(row.user_id) } : { team: row.team_id }
}

/** Finds a theme of this owner. Null if there is none, or it has another owner. */
export async function findTheme(db: Db, owner: Owner, id: number): Promise<ThemeRow | null> {
  const row = await db
    .selectFrom('themes')
    .selectAll()
    .where('id', '=', id)
    .where(...ownedBy(owner))
    .executeTakeFirst()
  return row ?? null
}

/** Names of an owner's themes, oldest first. */
export async function themeNames(db: Db, owner: Owner): Promise<{ id: number; name: string }[]> {
  return db
    .selectFrom('themes')
    .select(['id', 'name'])
    .where(...ownedBy(owner))
    .orderBy('id')
    .execute()
}

/** An owner's themes whose CSS is this one, oldest first. */
export async function themesWithCss(db: Db, owner: Owner, css: string): Promise<ThemeRow[]> {
  return db
    .selectFrom('themes')
    .selectAll()
    .where('css', '=', css)
    .where(...ownedBy(owner))
    .orderBy('id')
    .execute()
}

/** Number of an owner's themes. */
export async function countThemes(db: Db, owner: Owner): Promise<number> {
  const { count } = await db
    .selectFrom('themes')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where(...ownedBy(owner))
    .executeTakeFirstOrThrow()
  return count
}

export async function insertTheme(db: Db, row: Insertable<ThemesTable>): Promise<ThemeRow> {
  return db.insertInto('themes').values(row).returningAll().executeTakeFirstOrThrow()
}

/** Updates columns of a theme and returns the new row. */
export async function updateTheme(db: Db, id: number, changes: Updateable<ThemesTable>): Promise<ThemeRow> {
  return db.updateTable('themes').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

/**
 * Deletes themes. Decks with them keep the settings that they took, and have no theme. Users and teams whose new decks
 * began with them get the standard theme. Returns the keys of their pictures.
 */
export async function deleteThemes(db: Db, ids: readonly number[]): Promise<string[]> {
  if (ids.length === 0) return []
  await db.updateTable('decks').set({ theme_id: null }).where('theme_id', 'in', ids).execute()
  await db.updateTable('users').set({ default_theme_id: null }).where('default_theme_id', 'in', ids).execute()
  await db.updateTable('teams').set({ default_theme_id: null }).where('default_theme_id', 'in', ids).execute()
  const deleted = await db.deleteFrom('themes').where('id', 'in', ids).returning('thumbnail_key').execute()
  return deleted.flatMap(({ thumbnail_key: key }) => (key === null ? [] : [key]))
}

/** Deletes all themes of an owner; see deleteThemes. */
export async function deleteThemesOf(db: Db, owner: Owner): Promise<string[]> {
  return deleteThemes(
    db,
    (await themeNames(db, owner)).map(({ id }) => id),
  )
}

/** Stores a version, and deletes the oldest ones beyond the limits of number and bytes. */
export async function insertThemeVersion(
  db: Db,
  version: { themeId: number; version: number; userId: number; content: string; now: Date },
): Promise<void> {
  const { themeId, content } = version
  await db
    .insertInto('theme_versions')
    .values({
      theme_id: themeId,
      version: version.version,
      user_id: version.userId,
      content,
      size: Buffer.byteLength(content),
      created_at: version.now,
    })
    .execute()
  const sizes = await db
    .selectFrom('theme_versions')
    .select(['version', 'size'])
    .where('theme_id', '=', themeId)
    .orderBy('version', 'desc')
    .execute()
  let bytes = 0
  const first = sizes.findIndex(({ size }, index) => {
    bytes += size
    return index >= limits.theme.versions || (index > 0 && bytes > limits.theme.versionBytes)
  })
  const newest = sizes[first]?.version
  if (newest === undefined) return
  await db.deleteFrom('theme_versions').where('theme_id', '=', themeId).where('version', '<=', newest).execute()
}

/** One page of a theme's versions, newest first. */
export async function listThemeVersions(db: Db, themeId: number, page: Page) {
  const all = db
    .selectFrom('theme_versions')
    .leftJoin('users', 'users.id', 'theme_versions.user_id')
    .where('theme_versions.theme_id', '=', themeId)
  const ordered = all
    .select(['theme_versions.version', 'theme_versions.content', 'theme_versions.created_at'])
    .select(['users.id as user_id', 'users.username', 'users.name'])
    .orderBy('theme_versions.version', 'desc')
  return readPage(all, ordered, page)
}

/** The content of a version; null if it is not kept. */
export async function themeVersion(db: Db, themeId: number, version: number): Promise<Record<string, unknown> | null> {
  const row = await db
    .selectFrom('theme_versions')
    .select('content')
    .where('theme_id', '=', themeId)
    .where('version', '=', version)
    .executeTakeFirst()
  return row?.content ?? null
}

/** The slide templates of themes, by theme. */
export async function templatesOfThemes(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, number[]>> {
  const found = new Map<number, number[]>(ids.map((id) => [id, []]))
  if (ids.length === 0) return found
  const rows = await db
    .selectFrom('theme_templates')
    .selectAll()
    .where('theme_id', 'in', ids)
    .orderBy('slide_template_id')
    .execute()
  for (const row of rows) found.get(row.theme_id)?.push(row.slide_template_id)
  return found
}

/** Which of these slide templates belong to an owner. */
export async function ownTemplates(db: Db, owner: Owner, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('slide_templates')
    .select('id')
    .where('id', 'in', ids)
    .where(...ownedBy(owner))
    .execute()
  return rows.map(({ id }) => id)
}

export async function insertThemeTemplates(db: Db, themeId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .insertInto('theme_templates')
    .values(ids.map((id) => ({ theme_id: themeId, slide_template_id: id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteThemeTemplates(db: Db, themeId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await db.deleteFrom('theme_templates').where('theme_id', '=', themeId).where('slide_template_id', 'in', ids).execute()
}

/** A batch of themes stored by an older sanitizer, by id, after `after`. */
export async function outdatedThemes(db: Db, version: number, after: number, count: number): Promise<ThemeRow[]> {
  return db
    .selectFrom('themes')
    .selectAll()
    .where('sanitizer_version', '<', version)
    .where('id', '>', after)
    .orderBy('id')
    .limit(count)
    .execute()
}
