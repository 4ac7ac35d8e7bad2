import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** Suffixes of the files that SQLite creates beside a database: write-ahead log, its index, rollback journal. */
const suffixes = ['', '-wal', '-shm', '-journal']
const ownerOnly = 0o600

function restrictMode(path: string): void {
  if (!existsSync(path) || (statSync(path).mode & 0o077) === 0) return
  try {
    chmodSync(path, ownerOnly)
  } catch (error) {
    // Another account owns the file, and so decides its mode.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error
  }
}

/** Creates the file if missing. Does not open an existing file: closing it would release SQLite's locks on it. */
function createEmpty(path: string): void {
  try {
    closeSync(openSync(path, 'wx', ownerOnly))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/**
 * Makes a SQLite file readable by this account only: creates it with mode 0600, or restricts the mode of an existing
 * one. SQLite gives the files beside it the same mode. A missing folder is created with mode 0700.
 */
export function makePrivate(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  createEmpty(path)
  for (const ending of suffixes) restrictMode(`${path}${ending}`)
}
