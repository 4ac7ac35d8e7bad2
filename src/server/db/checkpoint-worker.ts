import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { CheckpointTask } from './checkpointer.ts'

/** The thread of a Checkpointer. */

/**
 * Fewer commits are written back once it is quiet. Commits wait while the file is flushed: rarely, and more at a time,
 * delays fewer of them.
 */
const few = 500

const { path, commits, idleAfter, pause } = workerData as CheckpointTask
const counter = new Int32Array(commits)
const database = new DatabaseSync(path, { timeout: 0 })
database.exec('pragma synchronous=full; pragma fullfsync=on')
let [written, seen, seenAt] = [0, 0, performance.now()]

const timer = setInterval(() => {
  const count = Atomics.load(counter, 0)
  const now = performance.now()
  if (count !== seen) [seen, seenAt] = [count, now]
  if (count - written >= few || (count !== written && now - seenAt > pause)) {
    written = count
    // Once more for what was committed meanwhile: the log begins anew when all of it is written back.
    for (let round = 0; round < 2; round++) database.exec('pragma wal_checkpoint(passive)')
  }
  if (count === written && now - seenAt > idleAfter) end()
}, pause)

function end(): void {
  clearInterval(timer)
  parentPort?.close()
  database.close()
}

parentPort?.on('message', end)
parentPort?.postMessage('ready')
