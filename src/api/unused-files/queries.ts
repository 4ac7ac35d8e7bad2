import { pictureEnding, pictureTypes } from '../../rules/picture-types.ts'
import type { Db } from '../../server/db/open-database.ts'
import { thumbnailKey } from '../media/upload.ts'

/** The keys of pictures whose small copy could have this key. */
function originalsOf(key: string): string[] {
  const base = /^(media\/.+)-small\.webp$/.exec(key)?.[1]
  return base ? pictureTypes.map((type) => `${base}.${pictureEnding(type)}`) : []
}

/** Those of the keys that some row names. */
export async function namedKeys(db: Db, keys: readonly string[]): Promise<Set<string>> {
  const pictures = await db
    .selectFrom('media')
    .select(['key', 'content_type'])
    .where('key', 'in', [...keys, ...keys.flatMap(originalsOf)])
    .execute()
  const people = await db.selectFrom('users').select('picture_key as key').where('picture_key', 'in', keys).execute()
  const decks = await db.selectFrom('decks').select('thumbnail_key as key').where('thumbnail_key', 'in', keys).execute()
  const named = [
    ...pictures.flatMap((row) => [row.key, thumbnailKey(row)]),
    ...[...people, ...decks].map((row) => row.key),
  ]
  return new Set(named.filter((key) => key !== null))
}

/**
 * Those of the pictures' keys that some decks' slides show, present or earlier ones; the decks are those that come
 * `count` at a time after the id `after`. `last` is the last deck's id, null when there was none.
 */
export async function shownByDecks(
  db: Db,
  keys: ReadonlySet<string>,
  after: number,
  count: number,
): Promise<{ shown: string[]; last: number | null }> {
  const decks = await db.selectFrom('decks').select('id').where('id', '>', after).orderBy('id').limit(count).execute()
  const last = decks.at(-1)?.id ?? null
  if (last === null) return { shown: [], last }
  const slides = await db
    .selectFrom('deck_slides')
    .select('html')
    .where('deck_id', '>', after)
    .where('deck_id', '<=', last)
    .where('html', 'like', '%/m/%')
    .execute()
  return { shown: slides.flatMap(({ html }) => picturesIn(html).filter((key) => keys.has(key))), last }
}

/** Those of the pictures' keys that people's own slide templates show. */
export async function shownByTemplates(db: Db, keys: ReadonlySet<string>): Promise<string[]> {
  const templates = await db.selectFrom('slide_templates').select('html').where('html', 'like', '%/m/%').execute()
  return templates.flatMap(({ html }) => picturesIn(html).filter((key) => keys.has(key)))
}

/** The keys of the uploaded pictures that stand in a slide, wherever in it. */
function picturesIn(html: string): string[] {
  return [...html.matchAll(/\/m\/([\w.-]+)/g)].map(([, name]) => `media/${name}`)
}

/** Forgets files that are named, or gone, unless they were noted again since `before`. */
export async function forgetUnused(db: Db, keys: readonly string[], before: Date): Promise<void> {
  await db.deleteFrom('unused_files').where('key', 'in', keys).where('noticed_at', '<=', before).execute()
}

/** Some files that were noted before a moment, in the order of their keys after `after`. */
export async function unusedSince(db: Db, before: Date, after: string, count: number): Promise<string[]> {
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
