import type { Insertable, Selectable } from 'kysely'
import type { MediaTagsTable } from '../../server/db/media-tables.ts'
import type { Db } from '../../server/db/open-database.ts'
import { type Page, readPage } from '../../server/db/read-page.ts'
import { type Owner, ownedBy } from '../owner.ts'

export type MediaTagRow = Selectable<MediaTagsTable>

/** One page of an owner's tags, oldest first. */
export async function listTags(db: Db, owner: Owner, page: Page) {
  const all = db.selectFrom('media_tags').where(...ownedBy(owner))
  return readPage(all, all.selectAll().orderBy('id'), page)
}

/** The names of all tags of an owner. */
export async function tagNames(db: Db, owner: Owner): Promise<string[]> {
  const rows = await db
    .selectFrom('media_tags')
    .select('name')
    .where(...ownedBy(owner))
    .execute()
  return rows.map(({ name }) => name)
}

/** Finds a tag of this owner. Null if there is none, or it has another owner. */
export async function findTag(db: Db, owner: Owner, id: number): Promise<MediaTagRow | null> {
  const row = await db
    .selectFrom('media_tags')
    .selectAll()
    .where('id', '=', id)
    .where(...ownedBy(owner))
    .executeTakeFirst()
  return row ?? null
}

/** The ids of the images of some tags, by tag, newest first. */
export async function mediaOfTags(db: Db, tagIds: readonly number[]): Promise<Map<number, number[]>> {
  const media = new Map<number, number[]>(tagIds.map((id) => [id, []]))
  if (tagIds.length === 0) return media
  const rows = await db
    .selectFrom('media_tag_items')
    .select(['tag_id', 'media_id'])
    .where('tag_id', 'in', tagIds)
    .orderBy('media_id', 'desc')
    .execute()
  for (const { tag_id, media_id } of rows) media.get(tag_id)?.push(media_id)
  return media
}

/** Inserts a tag. */
export async function insertTag(db: Db, row: Insertable<MediaTagsTable>): Promise<MediaTagRow> {
  return db.insertInto('media_tags').values(row).returningAll().executeTakeFirstOrThrow()
}

/** Renames a tag of this owner. Null if there is none. */
export async function renameTag(db: Db, owner: Owner, id: number, name: string): Promise<MediaTagRow | null> {
  const row = await db
    .updateTable('media_tags')
    .set({ name })
    .where('id', '=', id)
    .where(...ownedBy(owner))
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** Deletes a tag of this owner. False if there was none. */
export async function deleteTag(db: Db, owner: Owner, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('media_tags')
    .where('id', '=', id)
    .where(...ownedBy(owner))
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** How many of the images are the owner's. */
export async function countOwnMedia(db: Db, owner: Owner, ids: readonly number[]): Promise<number> {
  const { own } = await db
    .selectFrom('media')
    .select((e) => e.fn.countAll<number>().as('own'))
    .where(...ownedBy(owner))
    .where('id', 'in', ids)
    .executeTakeFirstOrThrow()
  return Number(own)
}

/** Adds images to a tag. */
export async function addTagItems(db: Db, tagId: number, mediaIds: readonly number[]): Promise<void> {
  await db
    .insertInto('media_tag_items')
    .values(mediaIds.map((media_id) => ({ tag_id: tagId, media_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Removes images from a tag. */
export async function removeTagItems(db: Db, tagId: number, mediaIds: readonly number[]): Promise<void> {
  await db.deleteFrom('media_tag_items').where('tag_id', '=', tagId).where('media_id', 'in', mediaIds).execute()
}
