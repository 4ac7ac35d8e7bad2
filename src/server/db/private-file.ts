import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** What SQLite adds to a file's name: the write-ahead log, its index, and the rollback journal. */
const companions = ['', '-wal', '-shm', '-journal']
const ownerOnly = 0o600

function tighten(path: string): void {
  if (!existsSync(path) || (statSync(path).mode & 0o077) === 0) return
  try {
    chmodSync(path, ownerOnly)
  } catch (error) {
    // Another account owns the file: what it allows is that account's decision.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error
  }
}

/** Makes the file when it is missing. One that is there is not opened: closing it would end SQLite's locks on it. */
function makeEmpty(path: string): void {
  try {
    closeSync(openSync(path, 'wx', ownerOnly))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/**
 * Makes sure that only this account can read a SQLite file: makes it with mode 0600 when missing, and takes the access of
 * others away from what an earlier version left. SQLite gives the files beside it the same mode. A missing folder is made
 * with mode 0700.
 */
export function makePrivate(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  makeEmpty(path)
  for (const ending of companions) tighten(`${path}${ending}`)
}
