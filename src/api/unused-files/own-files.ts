import type { Db } from '../../server/db/open-database.ts'
import type { Services } from '../../server/services.ts'

/**
 * Writes down that perhaps no row will name these files: before a file is put, and in the transaction that takes away
 * the last row that names it. A day later the job looks whether that is so. Only files that are written down here are
 * ever cleared away: others in the same store are another instance's.
 */
export async function notePerhapsUnused(db: Db, keys: Iterable<string | null>, now: Date): Promise<void> {
  const noted = [...new Set(keys)].filter((key) => key !== null)
  if (noted.length === 0) return
  await db
    .insertInto('unused_files')
    .values(noted.map((key) => ({ key, noticed_at: now })))
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ noticed_at: now }))
    .execute()
}

/**
 * Clears away files whose last row goes in this transaction: at once, unless slides still show them. A deck keeps its
 * pictures, whoever uploaded them: forks and pasted slides show those of others.
 */
export async function clearUnlessShown(
  trx: Db,
  { jobs }: Pick<Services, 'jobs'>,
  keys: Iterable<string | null>,
): Promise<void> {
  // Whatever was named by a row is no upload on its way: nothing is waited for.
  await notePerhapsUnused(trx, keys, new Date(0))
  await jobs.add(trx, 'clear-unused-files', {})
}

/** Puts a file into the store: the one way of the API, so that none is forgotten when its row never comes. */
export async function putFile(services: Services, key: string, bytes: Uint8Array, type: string): Promise<void> {
  await notePerhapsUnused(services.database.write, [key], services.now())
  await services.files.put(key, bytes, type)
}
