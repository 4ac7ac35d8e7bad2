import type { Db } from '../../server/db/open-database.ts'
import type { Services } from '../../server/services.ts'

/**
 * Records files that may become orphaned. Call it before a file is put, and in the transaction that deletes a file's
 * last row. A day later the job checks them. Only recorded files are ever deleted: other files in the store belong to
 * another instance.
 */
export async function recordPossibleOrphans(db: Db, keys: Iterable<string | null>, now: Date): Promise<void> {
  const noted = [...new Set(keys)].filter((key) => key !== null)
  if (noted.length === 0) return
  await db
    .insertInto('unused_files')
    .values(noted.map((key) => ({ key, noticed_at: now })))
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ noticed_at: now }))
    .execute()
}

/**
 * Records files whose last row this transaction deletes, and queues their deletion at once. Files in slides are kept,
 * even those of other users: forks and pasted slides reference other users' files.
 */
export async function deleteUnlessInSlides(
  trx: Db,
  { jobs }: Pick<Services, 'jobs'>,
  keys: Iterable<string | null>,
): Promise<void> {
  // Skips the grace period for uploads in progress: these files had a row, so their upload is complete.
  await recordPossibleOrphans(trx, keys, new Date(0))
  await jobs.add(trx, 'clear-unused-files', {})
}

/**
 * Stores a file. All code of the API uses this function: it records the file, so that a file without a row is deleted
 * later.
 */
export async function putFile(services: Services, key: string, bytes: Uint8Array, type: string): Promise<void> {
  await recordPossibleOrphans(services.database.write, [key], services.now())
  await services.files.put(key, bytes, type)
}

/** Stores a copy of a file of the local disk, as putFile does. */
export async function putFileCopy(services: Services, key: string, path: string, type: string): Promise<void> {
  await recordPossibleOrphans(services.database.write, [key], services.now())
  await services.files.putCopy(key, path, type)
}
