import type { Insertable, Selectable, Updateable } from 'kysely'
import { type Plan, privileges } from '../../rules/plans.ts'
import type { Db } from '../../server/db/open-database.ts'
import type { MediaTable } from '../../server/db/schema.ts'
import { type Owner, ownedBy } from '../owner.ts'

export type MediaRow = Selectable<MediaTable>

/** One page of an owner's pictures that are not hidden, newest first. `page` from 1. */
export async function listMedia(db: Db, owner: Owner, page: number, perPage: number) {
  const query = db
    .selectFrom('media')
    .where(...ownedBy(owner))
    .where('hidden', '=', false)
  const rows = await query
    .selectAll()
    .orderBy('id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
  const { total } = await query.select((e) => e.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

/** Bytes of all pictures of an owner, hidden ones too. */
export async function storageUsed(db: Db, owner: Owner): Promise<number> {
  const { used } = await db
    .selectFrom('media')
    .select((e) => e.fn.sum<number | null>('size').as('used'))
    .where(...ownedBy(owner))
    .executeTakeFirstOrThrow()
  return Number(used ?? 0)
}

/** Bytes that an owner's pictures may take together. A team has the room of its plan once for each active member. */
export async function storageTotal(db: Db, owner: Owner, plan: Plan): Promise<number> {
  const { storage } = privileges[plan]
  if ('user' in owner) return storage
  const { members } = await db
    .selectFrom('users')
    .select((e) => e.fn.countAll<number>().as('members'))
    .where('team_id', '=', owner.team)
    .where('active', '=', true)
    .executeTakeFirstOrThrow()
  return storage * members
}

/** A picture of this owner; null when there is none, or it has another owner. */
export async function findMedia(db: Db, owner: Owner, id: number): Promise<MediaRow | null> {
  const row = await db
    .selectFrom('media')
    .selectAll()
    .where('id', '=', id)
    .where(...ownedBy(owner))
    .executeTakeFirst()
  return row ?? null
}

/** The picture whose file has this key; null when it was deleted, or is the small copy of one. */
export async function findByKey(db: Db, key: string): Promise<MediaRow | null> {
  const row = await db.selectFrom('media').selectAll().where('key', '=', key).executeTakeFirst()
  return row ?? null
}

/** Some drawings that an older version of the sanitizer cleaned, in the order of their ids after `after`. */
export async function olderDrawings(db: Db, version: number, after: number, count: number): Promise<MediaRow[]> {
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

/** The owner's picture that was made from these very bytes before; it is shown in the library again. */
export async function showAgain(db: Db, owner: Owner, contentHash: string): Promise<MediaRow | null> {
  const row = await db
    .updateTable('media')
    .set({ hidden: false })
    .where(...ownedBy(owner))
    .where('content_hash', '=', contentHash)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** Adds a picture. */
export async function insertMedia(db: Db, row: Insertable<MediaTable>): Promise<MediaRow> {
  return db.insertInto('media').values(row).returningAll().executeTakeFirstOrThrow()
}

/** Writes down what became of a drawing that was cleaned again. Whether it is still there. */
export async function setCleaned(
  db: Db,
  id: number,
  changes: Pick<Updateable<MediaTable>, 'size' | 'sanitizer_version' | 'refusal' | 'content_hash'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db.updateTable('media').set(changes).where('id', '=', id).executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Changes a picture. */
export async function updateMedia(
  db: Db,
  id: number,
  changes: { label?: string; hidden?: boolean; inline?: boolean },
): Promise<MediaRow> {
  return db.updateTable('media').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

/** Forgets a picture; its files are the caller's to delete. */
export async function deleteMedia(db: Db, id: number): Promise<void> {
  await db.deleteFrom('media').where('id', '=', id).execute()
}
