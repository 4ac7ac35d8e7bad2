import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { type Plan, privileges } from '../../rules/plans.ts'
import { videoTypes } from '../../rules/video-types.ts'
import type { MediaTable, Rendition } from '../../server/db/media-tables.ts'
import type { Db } from '../../server/db/open-database.ts'
import { type Page, readPage } from '../../server/db/read-page.ts'
import type { Settings } from '../../server/env.ts'
import { type Owner, ownedBy } from '../owner.ts'
import { normalize } from '../search/words.ts'

export type MediaRow = Selectable<MediaTable>

type StorageSettings = Pick<Settings, 'billing' | 'storagePerUser'>

/** Selects images of a library. */
export interface MediaFilter {
  /** Text within labels; accents and case are ignored. */
  readonly search?: string | undefined
  /** A tag's id. */
  readonly tag?: number | undefined
  /** Whether to list hidden images instead of visible ones. */
  readonly hidden: boolean
}

/** A label as the search compares it. */
export function searchableLabel(label: string): string {
  return normalize(label)
}

/** One page of an owner's images, newest first. */
export async function listMedia(db: Db, owner: Owner, { search = '', tag, hidden }: MediaFilter, page: Page) {
  let all = db
    .selectFrom('media')
    .where(...ownedBy(owner))
    .where('hidden', '=', hidden)
  if (search.trim() !== '') {
    const pattern = `%${normalize(search.trim()).replace(/[\\%_]/g, '\\$&')}%`
    all = all.where(sql<boolean>`coalesce(search_label, label) like ${pattern} escape '\\'`)
  }
  if (tag !== undefined) {
    const tagged = db.selectFrom('media_tag_items').select('media_id').where('tag_id', '=', tag)
    all = all.where('id', 'in', tagged)
  }
  return readPage(all, all.selectAll().orderBy('id', 'desc'), page)
}

/** Bytes of all images and fonts of an owner, including hidden ones. */
export async function storageUsed(db: Db, owner: Owner): Promise<number> {
  const sum = (table: 'media' | 'fonts') =>
    db
      .selectFrom(table)
      .select((e) => e.fn.sum<number | null>('size').as('used'))
      .where(...ownedBy(owner))
      .executeTakeFirstOrThrow()
  const [media, fonts] = [await sum('media'), await sum('fonts')]
  return Number(media.used ?? 0) + Number(fonts.used ?? 0)
}

/** Storage of one user in bytes: that of the plan, and a setting on instances without plans. */
function storagePerUser({ billing, storagePerUser: setting }: StorageSettings, plan: Plan): number {
  return billing === 'off' ? setting : privileges[plan].storage
}

/** The owner's storage limit in bytes. A team has a user's storage once per active member. */
export async function storageTotal(db: Db, settings: StorageSettings, owner: Owner, plan: Plan): Promise<number> {
  const storage = storagePerUser(settings, plan)
  if ('user' in owner) return storage
  const { members } = await db
    .selectFrom('users')
    .select((e) => e.fn.countAll<number>().as('members'))
    .where('team_id', '=', owner.team)
    .where('active', '=', true)
    .executeTakeFirstOrThrow()
  return storage * members
}

/** Finds an image of this owner. Null if there is none, or it has another owner. */
export async function findMedia(db: Db, owner: Owner, id: number): Promise<MediaRow | null> {
  const row = await db
    .selectFrom('media')
    .selectAll()
    .where('id', '=', id)
    .where(...ownedBy(owner))
    .executeTakeFirst()
  return row ?? null
}

/** Finds an image by its file's key. Null if it was deleted, or the key is a thumbnail's. */
export async function findByKey(db: Db, key: string): Promise<MediaRow | null> {
  const row = await db.selectFrom('media').selectAll().where('key', '=', key).executeTakeFirst()
  return row ?? null
}

/** A batch of SVGs stored by an older sanitizer, by id, after `after`. */
export async function outdatedSvgs(db: Db, version: number, after: number, count: number): Promise<MediaRow[]> {
  return db
    .selectFrom('media')
    .selectAll()
    .where('content_type', '=', 'image/svg+xml')
    .where('sanitizer_version', '<', version)
    .where('id', '>', after)
    .orderBy('id')
    .limit(count)
    .execute()
}

/** Finds the owner's image with the same source bytes, and unhides it. */
export async function findAndUnhide(db: Db, owner: Owner, contentHash: string): Promise<MediaRow | null> {
  const row = await db
    .updateTable('media')
    .set({ hidden: false })
    .where(...ownedBy(owner))
    .where('content_hash', '=', contentHash)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** Inserts an image. */
export async function insertMedia(db: Db, row: Insertable<MediaTable>): Promise<MediaRow> {
  return db.insertInto('media').values(row).returningAll().executeTakeFirstOrThrow()
}

/** Stores the result of sanitizing an SVG again. False if it was deleted meanwhile. */
export async function setResanitized(
  db: Db,
  id: number,
  changes: Pick<Updateable<MediaTable>, 'size' | 'sanitizer_version' | 'refusal' | 'content_hash'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db.updateTable('media').set(changes).where('id', '=', id).executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Finds an image whose smaller versions have not been made. Null for SVGs and videos, which have none. */
export async function findWithoutRenditions(db: Db, id: number): Promise<MediaRow | null> {
  return (await withoutRenditions(db).where('id', '=', id).executeTakeFirst()) ?? null
}

/** A batch of images from before a time whose smaller versions have not been made, by id, after `after`. */
export async function imagesWithoutRenditions(db: Db, before: Date, after: number, count: number): Promise<MediaRow[]> {
  return withoutRenditions(db)
    .where('created_at', '<', before)
    .where('id', '>', after)
    .orderBy('id')
    .limit(count)
    .execute()
}

function withoutRenditions(db: Db) {
  return db
    .selectFrom('media')
    .selectAll()
    .where('renditions', 'is', null)
    .where('content_type', 'not in', ['image/svg+xml', ...videoTypes])
}

/** Stores an image's smaller versions, and adds their bytes, once. False if it was deleted or has them. */
export async function setRenditions(db: Db, id: number, renditions: readonly Rendition[]): Promise<boolean> {
  const bytes = renditions.reduce((sum, { size }) => sum + size, 0)
  const { numUpdatedRows } = await db
    .updateTable('media')
    .set((e) => ({ renditions: JSON.stringify(renditions), size: e('size', '+', bytes) }))
    .where('id', '=', id)
    .where('renditions', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Updates an image. */
export async function updateMedia(
  db: Db,
  id: number,
  changes: { label?: string; alt?: string; hidden?: boolean; inline?: boolean },
): Promise<MediaRow> {
  const { label } = changes
  const search = label === undefined ? {} : { search_label: searchableLabel(label) }
  return db
    .updateTable('media')
    .set({ ...changes, ...search })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Deletes an image's row. The caller deletes the files. */
export async function deleteMedia(db: Db, id: number): Promise<void> {
  await db.deleteFrom('media').where('id', '=', id).execute()
}
