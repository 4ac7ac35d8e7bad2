import { exportFormat, initialOptions } from '../../rules/export-formats/index.ts'
import type { Db } from '../../server/db/open-database.ts'
import type { Services } from '../../server/services.ts'
import { deleteExports, exportsOfSync, insertExport, setJob, syncedExportsOf } from '../exports/queries.ts'
import { deleteUnlessInSlides } from '../orphaned-files/file-references.ts'
import type { SyncRow } from './queries.ts'

/**
 * The files of a sync. The ZIP is a full copy, from which the deck can be made again; the PDF shows what the audience
 * sees.
 */
export const syncedFiles = [
  { type: 'zip', options: { notes: true, hidden: true } },
  { type: 'pdf', options: {} },
] as const

/** Asks for the files of a sync, in the queue of exports. */
export async function askForFiles(db: Db, { jobs, now }: Services, sync: SyncRow, version: number): Promise<void> {
  const { id: sync_id, deck_id, user_id } = sync
  for (const { type, options } of syncedFiles) {
    const all = JSON.stringify({ ...initialOptions(exportFormat(type).fields), ...options })
    const id = await insertExport(db, { deck_id, user_id, type, version, created_at: now(), options: all, sync_id })
    await setJob(db, id, await jobs.add(db, 'export', { exportId: id }, { owner: `user:${user_id}` }))
  }
}

/** Cancels the exports of a sync, or of all syncs of a user, and deletes their files. */
export async function dropFiles(db: Db, services: Services, of: { sync: number } | { user: number }): Promise<void> {
  const ids = 'sync' in of ? (await exportsOfSync(db, of.sync)).map(({ id }) => id) : await syncedExportsOf(db, of.user)
  if (ids.length > 0) await deleteUnlessInSlides(db, services, await deleteExports(db, ids))
}

/** Queues the uploads of a user, one job at a time. Several waiting ones are one. */
export async function queueUploads(db: Db, { jobs }: Services, userId: number): Promise<void> {
  const key = `upload-syncs:${userId}`
  await jobs.add(db, 'upload-syncs', { userId }, { dedupeKey: key, owner: `user:${userId}` })
}

/** Goes on with the sync of an export whose job has ended, if it was made for one. */
export async function continueSync(services: Services, exportId: number): Promise<void> {
  const { database } = services
  const row = await database.read
    .selectFrom('deck_exports')
    .select('user_id')
    .where('id', '=', exportId)
    .where('sync_id', 'is not', null)
    .executeTakeFirst()
  if (row) await database.transaction((trx) => queueUploads(trx, services, row.user_id))
}
