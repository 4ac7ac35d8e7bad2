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

/** Whether a begun import has had no progress for longer than a silent one is waited for. */
function isSilent(row: ImportRow, now: Date): boolean {
  return row.status === 'processing' && now.getTime() - row.updated_at.getTime() > timings.importSocket
}

/** Ends an import that has had no progress for too long, and returns it; null for any other. */
export async function failSilentImport(services: Services, row: ImportRow): Promise<ImportRow | null> {
  if (!isSilent(row, services.now())) return null
  await failImport(services, row, importMessages.silent)
  return findImport(services.database.write, row.user_id, row.id)
}
