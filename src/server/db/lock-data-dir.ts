import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from '../start-error.ts'
import { makePrivate } from './private-file.ts'

/**
 * Locks a data folder for this process until the returned function is called or the process dies: the lock is the
 * operating system's. Two processes on one SQLite file would block each other in mid-request.
 * Throws if another process holds the lock for more than `patience` ms.
 */
export function lockDataDir(folder: string, patience = 5_000): () => void {
  const path = join(folder, 'in-use.sqlite')
  makePrivate(path)
  const lock = new DatabaseSync(path, { timeout: patience })
  try {
    lock.exec('begin exclusive')
  } catch {
    lock.close()
    throw new StartError(
      `Another process is using ${folder}. Stop it, or give this one a DATA_DIR of its own; ` +
        'to run several processes together, set DATABASE_URL to a Postgres address.',
    )
  }
  return () => lock.close()
}
