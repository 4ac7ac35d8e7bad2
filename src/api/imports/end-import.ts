import type { Updateable } from 'kysely'
import { importMessages } from '../../rules/import-messages.ts'
import { timings } from '../../rules/timings.ts'
import type { ImportsTable } from '../../server/db/import-tables.ts'
import type { Services } from '../../server/services.ts'
import { deleteUnlessInSlides } from '../orphaned-files/file-references.ts'
import { findImport, type ImportRow, updateOpenImport } from './queries.ts'

/** Stores the end of an import, and deletes its file. False if it was canceled meanwhile. */
export async function endImport(
  services: Services,
  { id, file_key }: Pick<ImportRow, 'id' | 'file_key'>,
  changes: Updateable<ImportsTable>,
): Promise<boolean> {
  const at = services.now()
  return services.database.transaction(async (trx) => {
    const ended = { file_key: null, updated_at: at, finished_at: at, ...changes }
    const updated = await updateOpenImport(trx, id, ended)
    if (updated) await deleteUnlessInSlides(trx, services, [file_key])
    return updated
  })
}

export async function failImport(services: Services, row: ImportRow, error: string): Promise<void> {
  await endImport(services, row, { status: 'failed', error })
}

/** How long an import may wait for its turn, in ms: after that its job is gone. */
const longestWait = 24 * 3_600_000

/** Whether an import has had no progress for longer than a silent one is waited for, or has waited for too long. */
function isSilent({ status, updated_at }: ImportRow, now: Date): boolean {
  const silence = now.getTime() - updated_at.getTime()
  return silence > (status === 'processing' ? timings.importSocket : longestWait)
}

/** Ends an import that has had no progress for too long, and returns it; null for any other. */
export async function failSilentImport(services: Services, row: ImportRow): Promise<ImportRow | null> {
  if (row.finished_at !== null || !isSilent(row, services.now())) return null
  await failImport(services, row, importMessages.silent)
  return findImport(services.database.write, row.user_id, row.id)
}
