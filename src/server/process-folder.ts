import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lockFile } from './db/lock-data-dir.ts'

/** The system's folder for temporary files, before this process sets one of its own. */
export const systemTemporary = tmpdir()

const prefix = 'lectern-'
const lockEnding = '.lock'
/** Systems delete what has not changed for days from their temporary folder: a process's folder is touched this often, in ms. */
const touchPause = 60 * 60_000

/** This process's folders, by the folder that they are in. */
const held = new Map<string, string>()

/** Deletes the folders of killed processes, whose locks are free. */
function clearAbandoned(parent: string): void {
  const own = held.get(parent)
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(prefix) || !name.endsWith(lockEnding)) continue
    const path = join(parent, name.slice(0, -lockEnding.length))
    if (path === own) continue
    try {
      const release = lockFile(join(parent, name), 0)
      if (!release) continue
      rmSync(path, { recursive: true, force: true })
      rmSync(join(parent, name), { force: true })
      release()
    } catch {
      // Another account's.
    }
  }
}

/** Makes a folder young again. Without opening its lock, since closing it would release it. */
function touch(path: string): void {
  const now = new Date()
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    utimesSync(path, now, now)
    utimesSync(`${path}${lockEnding}`, now, now)
  } catch {
    // A disk that is full or read-only; the next use reports it.
  }
}

/**
 * The folder in `parent` for files that only this process needs. It is deleted when the process ends; if it was killed, by
 * the next process that has a folder there.
 */
export function processFolder(parent: string): string {
  const known = held.get(parent)
  if (known !== undefined) {
    mkdirSync(known, { recursive: true, mode: 0o700 })
    return known
  }
  mkdirSync(parent, { recursive: true, mode: 0o700 })
  const path = join(parent, `${prefix}${randomBytes(6).toString('hex')}`)
  // Locked before the folder is there, so that it is never taken for an abandoned one.
  const release = lockFile(`${path}${lockEnding}`, 1_000)
  mkdirSync(path, { recursive: true, mode: 0o700 })
  held.set(parent, path)
  setInterval(() => touch(path), touchPause).unref()
  process.once('exit', () => {
    rmSync(path, { recursive: true, force: true })
    rmSync(`${path}${lockEnding}`, { force: true })
    release?.()
  })
  clearAbandoned(parent)
  return path
}

/**
 * Makes programs and libraries put their temporary files into this process's own folder: in the system's, or in the data
 * folder if nothing can be written there, as in a container with a read-only system.
 */
export function ownTemporaryFolder(dataDir: string, system = systemTemporary): void {
  const folder = writableFolder(system) ?? unfinishedFiles(dataDir)
  process.env[process.platform === 'win32' ? 'TEMP' : 'TMPDIR'] = folder
}

function writableFolder(parent: string): string | null {
  try {
    return processFolder(parent)
  } catch {
    return null
  }
}

/** The folder of a data folder for this process's unfinished files, which may be too large for the system's. */
export function unfinishedFiles(dataDir: string): string {
  return processFolder(join(dataDir, 'unfinished'))
}
