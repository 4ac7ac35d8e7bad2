import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../server/db/open-database.ts'
import type { MediaTable } from '../../server/db/schema.ts'

export type MediaRow = Selectable<MediaTable>

/** One page of a person's pictures that are not hidden, newest first. `page` from 1. */
export async function listMedia(db: Db, userId: number, page: number, perPage: number) {
  const query = db.selectFrom('media').where('user_id', '=', userId).where('hidden', '=', false)
  const rows = await query
    .selectAll()
    .orderBy('id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
  const { total } = await query.select((e) => e.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

/** Bytes of all pictures of a person, hidden ones too. */
export async function storageUsed(db: Db, userId: number): Promise<number> {
  const { used } = await db
    .selectFrom('media')
    .select((e) => e.fn.sum<number | null>('size').as('used'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(used ?? 0)
}

/** A picture of this person; null when there is none, or it is somebody else's. */
export async function findMedia(db: Db, userId: number, id: number): Promise<MediaRow | null> {
  const row = await db
    .selectFrom('media')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ?? null
}

/** The picture that a person made from these very bytes before; it is shown in the library again. */
export async function showAgain(db: Db, userId: number, contentHash: string): Promise<MediaRow | null> {
  const row = await db
    .updateTable('media')
    .set({ hidden: false })
    .where('user_id', '=', userId)
    .where('content_hash', '=', contentHash)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** Adds a picture. */
export async function insertMedia(db: Db, row: Insertable<MediaTable>): Promise<MediaRow> {
  return db.insertInto('media').values(row).returningAll().executeTakeFirstOrThrow()
}

/** Changes a picture of this person. */
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
