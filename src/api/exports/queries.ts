import type { Insertable, Selectable } from 'kysely'
import { limits } from '../../rules/limits.ts'
import type { DeckExportsTable } from '../../server/db/export-tables.ts'
import type { Db } from '../../server/db/open-database.ts'
import { type Page, readPage } from '../../server/db/read-page.ts'

export type ExportRow = Selectable<DeckExportsTable>

/** An export with the state of its job; null: the job is gone. */
export type ExportWithJob = ExportRow & { readonly job_state: string | null }

/** Whose exports: those of one user of one deck. */
export interface ExportOwner {
  readonly deckId: number
  readonly userId: number
}

/** Exports made before this are deleted. */
export function expiredBefore(now: Date): Date {
  return new Date(now.getTime() - limits.export.keptHours * 3_600_000)
}

function exportsOf(db: Db, { deckId, userId }: ExportOwner, now: Date) {
  return db
    .selectFrom('deck_exports')
    .leftJoin('jobs', 'jobs.id', 'deck_exports.job_id')
    .where('deck_exports.deck_id', '=', deckId)
    .where('deck_exports.user_id', '=', userId)
    .where('deck_exports.sync_id', 'is', null)
    .where('deck_exports.created_at', '>', expiredBefore(now))
}

/** The user's exports of the deck that have not expired, newest first. */
export async function listExports(db: Db, owner: ExportOwner, now: Date, page: Page) {
  const all = exportsOf(db, owner, now)
  const rows = all.selectAll('deck_exports').select('jobs.state as job_state').orderBy('deck_exports.id', 'desc')
  return readPage(all, rows, page)
}

/** An export of the user that has not expired; undefined if there is none. */
export async function findExport(
  db: Db,
  owner: ExportOwner,
  id: number,
  now: Date,
): Promise<ExportWithJob | undefined> {
  return exportsOf(db, owner, now)
    .selectAll('deck_exports')
    .select('jobs.state as job_state')
    .where('deck_exports.id', '=', id)
    .executeTakeFirst()
}

/** The user's exports of the deck that are not finished. */
export async function openExports(db: Db, owner: ExportOwner, now: Date): Promise<ExportWithJob[]> {
  return exportsOf(db, owner, now)
    .selectAll('deck_exports')
    .select('jobs.state as job_state')
    .where('deck_exports.status', 'in', ['pending', 'processing'])
    .where('jobs.state', 'in', ['waiting', 'running'])
    .execute()
}

/** Adds an export that waits for its job; returns its id. */
export async function insertExport(
  db: Db,
  row: Pick<
    Insertable<DeckExportsTable>,
    'deck_id' | 'user_id' | 'type' | 'options' | 'version' | 'created_at' | 'sync_id'
  >,
): Promise<number> {
  const { id } = await db
    .insertInto('deck_exports')
    .values({ ...row, status: 'pending' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Names the job that makes an export. */
export async function setJob(db: Db, id: number, jobId: number): Promise<void> {
  await db.updateTable('deck_exports').set({ job_id: jobId }).where('id', '=', id).execute()
}

/** An export for its job; undefined if it was canceled. */
export async function exportById(db: Db, id: number): Promise<ExportRow | undefined> {
  return db.selectFrom('deck_exports').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Changes an export that is not finished; false if it was canceled or is finished. */
export async function updateExport(
  db: Db,
  id: number,
  changes: Partial<
    Pick<ExportRow, 'status' | 'version' | 'slide' | 'slides' | 'file_key' | 'size' | 'finished_at'> & {
      report: string
    }
  >,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('deck_exports')
    .set(changes)
    .where('id', '=', id)
    .where('status', 'in', ['pending', 'processing'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes exports; returns the keys of their files. */
export async function deleteExports(db: Db, ids: readonly number[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db.deleteFrom('deck_exports').where('id', 'in', ids).returning('file_key').execute()
  return rows.flatMap(({ file_key: key }) => (key === null ? [] : [key]))
}

/** The exports that were made for a sync. */
export async function exportsOfSync(db: Db, syncId: number): Promise<ExportWithJob[]> {
  return db
    .selectFrom('deck_exports')
    .leftJoin('jobs', 'jobs.id', 'deck_exports.job_id')
    .selectAll('deck_exports')
    .select('jobs.state as job_state')
    .where('deck_exports.sync_id', '=', syncId)
    .orderBy('deck_exports.id')
    .execute()
}

/** The ids of the exports that were made for the syncs of a user. */
export async function syncedExportsOf(db: Db, userId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('deck_exports')
    .select('id')
    .where('user_id', '=', userId)
    .where('sync_id', 'is not', null)
    .execute()
  return rows.map(({ id }) => id)
}

/** The keys of the files of all exports of a deck or of a user. */
export async function exportFilesOf(db: Db, of: { deck: number } | { user: number }): Promise<string[]> {
  const rows = await db
    .selectFrom('deck_exports')
    .select('file_key')
    .$if('deck' in of, (query) => query.where('deck_id', '=', 'deck' in of ? of.deck : 0))
    .$if('user' in of, (query) => query.where('user_id', '=', 'user' in of ? of.user : 0))
    .where('file_key', 'is not', null)
    .execute()
  return rows.flatMap(({ file_key: key }) => (key === null ? [] : [key]))
}

/** A batch of exports made before a time. */
export async function exportsBefore(db: Db, before: Date, count: number): Promise<number[]> {
  const rows = await db
    .selectFrom('deck_exports')
    .select('id')
    .where('created_at', '<=', before)
    .orderBy('created_at')
    .limit(count)
    .execute()
  return rows.map(({ id }) => id)
}

/** Marks exports as failed whose job is dead or gone. */
export async function failAbandoned(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('deck_exports')
    .set({ status: 'failed', finished_at: now })
    .where('status', 'in', ['pending', 'processing'])
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('jobs')
            .select('jobs.id')
            .whereRef('jobs.id', '=', 'deck_exports.job_id')
            .where('jobs.state', 'in', ['waiting', 'running']),
        ),
      ),
    )
    .execute()
}
