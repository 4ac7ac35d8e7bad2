import { sql } from 'kysely'
import type { Db } from '../../server/db/open-database.ts'
import { mediaKeysIn } from '../decks/deck-media.ts'
import { mediaKeys, originalsOf } from '../media/media-keys.ts'

/** Which of the keys are referenced by rows. */
export async function referencedKeys(db: Db, keys: readonly string[]): Promise<Set<string>> {
  const media = await db
    .selectFrom('media')
    .select(['key', 'content_type', 'renditions'])
    .where('key', 'in', [...keys, ...keys.flatMap(originalsOf)])
    .execute()
  const fonts = await db.selectFrom('fonts').select('key').where('key', 'in', keys).execute()
  const users = await db.selectFrom('users').select('picture_key as key').where('picture_key', 'in', keys).execute()
  const decks = await db.selectFrom('decks').select('thumbnail_key as key').where('thumbnail_key', 'in', keys).execute()
  const themes = await db
    .selectFrom('themes')
    .select('thumbnail_key as key')
    .where('thumbnail_key', 'in', keys)
    .execute()
  const exports = await db.selectFrom('deck_exports').select('file_key as key').where('file_key', 'in', keys).execute()
  const teams = await db.selectFrom('teams').select('logo_key as key').where('logo_key', 'in', keys).execute()
  const imports = await db.selectFrom('imports').select('file_key as key').where('file_key', 'in', keys).execute()
  const instance = await db
    .selectFrom('instance_settings')
    .select('value as key')
    .where('name', '=', 'logo')
    .where('value', 'in', keys)
    .execute()
  const referenced = [
    ...media.flatMap(mediaKeys),
    ...[...fonts, ...users, ...decks, ...themes, ...exports, ...teams, ...imports, ...instance].map((row) => row.key),
  ]
  return new Set(referenced.filter((key) => key !== null))
}

/**
 * Which of the keys are in slides of a batch of decks, in present or earlier versions. The batch is `count` decks after
 * the id `after`. `last`: the batch's last deck id, null if it is empty.
 */
export async function keysInDecks(
  db: Db,
  keys: ReadonlySet<string>,
  after: number,
  count: number,
): Promise<{ shown: string[]; last: number | null }> {
  const decks = await db
    .selectFrom('decks')
    .select(['id', 'footer'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(count)
    .execute()
  const last = decks.at(-1)?.id ?? null
  if (last === null) return { shown: [], last }
  const slides = await db
    .selectFrom('deck_slides')
    .select('html')
    .where('deck_id', '>', after)
    .where('deck_id', '<=', last)
    .where('html', 'like', '%/m/%')
    .execute()
  const texts = [...slides.map(({ html }) => html), ...decks.map(({ footer }) => footer)]
  return { shown: texts.flatMap((text) => mediaKeysIn(text).filter((key) => keys.has(key))), last }
}

/** Which of the keys are in slide templates. */
export async function keysInTemplates(db: Db, keys: ReadonlySet<string>): Promise<string[]> {
  const templates = await db.selectFrom('slide_templates').select('html').where('html', 'like', '%/m/%').execute()
  return templates.flatMap(({ html }) => mediaKeysIn(html).filter((key) => keys.has(key)))
}

/** The columns of themes that may name files. */
export const themeSources = ['html', 'css', 'less', 'js', 'footer'] as const

/** Which of the keys are in themes, in present or earlier versions. */
export async function keysInThemes(db: Db, keys: ReadonlySet<string>): Promise<string[]> {
  const themes = await db
    .selectFrom('themes')
    .select(themeSources)
    .where((e) => e.or(themeSources.map((source) => e(source, 'like', '%/m/%'))))
    .execute()
  const content = sql<string>`cast(content as text)`
  const versions = await db
    .selectFrom('theme_versions')
    .select(content.as('text'))
    .where(content, 'like', '%/m/%')
    .execute()
  const texts = themes.flatMap((theme) => themeSources.map((source) => theme[source]))
  return [...texts, ...versions.map(({ text }) => text)].flatMap(mediaKeysIn).filter((key) => keys.has(key))
}

/**
 * Deletes keys from the list whose file is referenced or deleted. Keys that were recorded again after `before` stay.
 */
export async function deleteRecordedKeys(db: Db, keys: readonly string[], before: Date): Promise<void> {
  await db.deleteFrom('unused_files').where('key', 'in', keys).where('noticed_at', '<=', before).execute()
}

/** A batch of keys recorded before `before`, sorted, after `after`. */
export async function recordedBefore(db: Db, before: Date, after: string, count: number): Promise<string[]> {
  const rows = await db
    .selectFrom('unused_files')
    .select('key')
    .where('noticed_at', '<=', before)
    .where('key', '>', after)
    .orderBy('key')
    .limit(count)
    .execute()
  return rows.map((row) => row.key)
}
