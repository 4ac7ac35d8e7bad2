import type { Insertable, Selectable, Updateable } from 'kysely'
import { limits } from '../../rules/limits.ts'
import type { ImportRemark, ImportsTable } from '../../server/db/import-tables.ts'
import type { Db } from '../../server/db/open-database.ts'

export type ImportRow = Selectable<ImportsTable>

/** The name of the job's owner in the queue, so that imports of several users take turns. */
export const queueOf = (userId: number): string => `user:${userId}`

const openStates = ['pending', 'processing'] as const

export async function insertImport(db: Db, row: Insertable<ImportsTable>): Promise<ImportRow> {
  return db.insertInto('imports').values(row).returningAll().executeTakeFirstOrThrow()
}

/** Finds an import of this user. Null if there is none, or it is another's. */
export async function findImport(db: Db, userId: number, id: number): Promise<ImportRow | null> {
  const found = db.selectFrom('imports').selectAll().where('id', '=', id).where('user_id', '=', userId)
  return (await found.executeTakeFirst()) ?? null
}

/** An import that has not ended. Null: it was canceled, or has ended. */
export async function openImport(db: Db, id: number): Promise<ImportRow | null> {
  const found = db.selectFrom('imports').selectAll().where('id', '=', id).where('status', 'in', openStates)
  return (await found.executeTakeFirst()) ?? null
}

/** The number of a user's imports that have not ended. */
export async function countOpenImports(db: Db, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('imports')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('status', 'in', openStates)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Changes an import that has not ended; false if it was canceled meanwhile. */
export async function updateOpenImport(db: Db, id: number, changes: Updateable<ImportsTable>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('imports')
    .set(changes)
    .where('id', '=', id)
    .where('status', 'in', openStates)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Whether a job will read an import, or does. Jobs whose workers have crashed twice are set aside. */
export async function isInQueue(db: Db, { id, user_id }: Pick<ImportRow, 'id' | 'user_id'>): Promise<boolean> {
  const jobs = await db
    .selectFrom('jobs')
    .select('payload')
    .where('kind', '=', 'import-file')
    .where('owner', '=', queueOf(user_id))
    .where('state', 'in', ['waiting', 'running'])
    .execute()
  return jobs.some(({ payload }) => payload.importId === id)
}

export async function deleteImport(db: Db, id: number): Promise<void> {
  await db.deleteFrom('imports').where('id', '=', id).execute()
}

/** Imports that have not ended, and have had no progress since a time. */
export async function silentImports(db: Db, before: Date): Promise<ImportRow[]> {
  return db
    .selectFrom('imports')
    .selectAll()
    .where('status', 'in', openStates)
    .where('updated_at', '<', before)
    .execute()
}

/** Deletes imports that ended before a time and whose slides no editor has taken. */
export async function deleteUntaken(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('imports').where('content', 'is not', null).where('finished_at', '<', before).execute()
}

/** Notes that the editor has taken the slides: from now on the report is one of the deck. */
export async function takeSlides(db: Db, id: number, report: readonly ImportRemark[]): Promise<ImportRow> {
  const changes = { content: null, report: JSON.stringify(report) }
  return db.updateTable('imports').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

/** The last imports whose slides are in a deck, or were. */
export async function importsInto(db: Db, deckId: number, most: number = limits.import.reports): Promise<ImportRow[]> {
  return db
    .selectFrom('imports')
    .selectAll()
    .where('deck_id', '=', deckId)
    .where('status', '=', 'finished')
    .where('content', 'is', null)
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
}

/** Deletes the imports that ended before a time, except the reports of decks. */
export async function deleteOldImports(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('imports').where('deck_id', 'is', null).where('finished_at', '<', before).execute()
}

/** The keys of the files that a user's imports have not read yet. */
export async function importKeysOf(db: Db, userId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('imports')
    .select('file_key')
    .where('user_id', '=', userId)
    .where('file_key', 'is not', null)
    .execute()
  return rows.flatMap(({ file_key }) => file_key ?? [])
}
