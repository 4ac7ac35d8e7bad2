import { accessSync, constants, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
/** Bytes that must be free there. */
const needed = 1_000_000_000
/** Age in ms of folders that an interrupted run has left. */
const left = 6 * 60 * 60 * 1000

function hasRoom(): boolean {
  try {
    accessSync(memory, constants.W_OK)
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize >= needed
  } catch {
    return false
  }
}

/** Deletes what interrupted runs have left, since it occupies memory. */
function sweep(): void {
  for (const name of readdirSync(memory)) {
    if (!name.startsWith('lectern-')) continue
    const path = join(memory, name)
    const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? { mtimeMs: Number.NaN }
    if (Date.now() - mtimeMs > left) rmSync(path, { recursive: true, force: true })
  }
}

let base: string | undefined

/**
 * A new temporary folder, in memory where there is room: SQLite waits for the disk at each commit, which is most of the
 * time of API tests. For tests whose processes may be killed, but that do not cut the power. `prefix`: lectern-…
 */
export function memoryFolder(prefix: `lectern-${string}`): string {
  if (base === undefined) {
    base = hasRoom() ? memory : tmpdir()
    if (base === memory) sweep()
  }
  return mkdtempSync(join(base, prefix))
}
