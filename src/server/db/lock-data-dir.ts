import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from '../start-error.ts'
import { makePrivate } from './private-file.ts'

/**
 * Locks a file for this process until the returned function is called or the process dies: the lock is the operating
 * system's. Null if another process holds it for more than `patience` ms.
 */
export function lockFile(path: string, patience: number): (() => void) | null {
  makePrivate(path)
  const lock = new DatabaseSync(path, { timeout: patience })
  try {
    lock.exec('begin exclusive')
  } catch {
    lock.close()
    return null
  }
  return () => lock.close()
}

/**
 * Locks a data folder for this process: two processes on one SQLite file would block each other in mid-request. Throws if
 * another process holds the lock for more than `patience` ms.
 */
export function lockDataDir(folder: string, patience = 5_000): () => void {
  const release = lockFile(join(folder, 'in-use.sqlite'), patience)
  if (release) return release
  throw new StartError(
    `Another process is using ${folder}. Stop it, or give this one a DATA_DIR of its own; ` +
      'to run several processes together, set DATABASE_URL to a Postgres address.',
  )
}
