import type { Updateable } from 'kysely'
import { importMessages } from '../../rules/import-messages.ts'
import { timings } from '../../rules/timings.ts'
import type { ImportsTable } from '../../server/db/import-tables.ts'
import type { Services } from '../../server/services.ts'
import { sendJob } from '../job-channel/send-job.ts'
import { deleteUnlessInSlides } from '../orphaned-files/file-references.ts'
import { findImport, type ImportRow, isInQueue, updateOpenImport } from './queries.ts'

/** Changes an import that has not ended, and notifies the user's pages. False if it was canceled meanwhile. */
export async function recordProgress(
  services: Services,
  { id, user_id }: Pick<ImportRow, 'id' | 'user_id'>,
  { done, slide_count }: { readonly done: number; readonly slide_count: number | null },
): Promise<boolean> {
  const changes = { status: 'processing', done, slide_count, updated_at: services.now() } as const
  const isOpen = await updateOpenImport(services.database.write, id, changes)
  if (isOpen) sendJob(services, user_id, { kind: 'import', id, status: 'processing', done, slides: slide_count })
  return isOpen
}

/** Stores the end of an import, and deletes its file. False if it was canceled meanwhile. */
export async function endImport(
  services: Services,
  { id, user_id, file_key }: Pick<ImportRow, 'id' | 'user_id' | 'file_key'>,
  changes: Updateable<ImportsTable> & Pick<ImportRow, 'status'>,
): Promise<boolean> {
  const at = services.now()
  const ended = await services.database.transaction(async (trx) => {
    const updated = await updateOpenImport(trx, id, { file_key: null, updated_at: at, finished_at: at, ...changes })
    if (updated) await deleteUnlessInSlides(trx, services, [file_key])
    return updated
  })
  const { status } = changes
  if (ended) sendJob(services, user_id, { kind: 'import', id, status, done: 0, slides: null })
  return ended
}

export async function failImport(services: Services, row: ImportRow, error: string): Promise<void> {
  await endImport(services, row, { status: 'failed', error })
}

/** Ends an import that has had no progress for too long, or whose job is gone, and returns it; null for any other. */
export async function failSilentImport(services: Services, row: ImportRow): Promise<ImportRow | null> {
  if (row.finished_at !== null) return null
  const silence = services.now().getTime() - row.updated_at.getTime()
  const isSilent = row.status === 'processing' && silence > timings.importSocket
  if (!isSilent && (await isInQueue(services.database.write, row))) return null
  await failImport(services, row, importMessages.silent)
  return findImport(services.database.write, row.user_id, row.id)
}
