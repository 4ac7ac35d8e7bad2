import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { CheckpointTask } from './checkpointer.ts'

/** The thread of a Checkpointer. */

const { path, commits, few, idleAfter, pause } = workerData as CheckpointTask
const counter = new Int32Array(commits)
const database = new DatabaseSync(path, { timeout: 0 })
database.exec('pragma synchronous=full; pragma fullfsync=on')
const checkpoint = database.prepare('pragma wal_checkpoint(passive)')
let [written, seen, seenAt] = [0, 0, performance.now()]

const timer = setInterval(() => {
  const count = Atomics.load(counter, 0)
  const now = performance.now()
  if (count !== seen) [seen, seenAt] = [count, now]
  if (count - written >= few || (count !== written && now - seenAt > pause)) {
    written = count
    writeBack()
  } else if (count === written && now - seenAt > idleAfter) end()
}, pause)

/**
 * Writes back what is in the log, and then what was added meanwhile, which is little. The rest is left to the process,
 * between two of its commits: only if all is written back does the next commit begin the log anew.
 */
function writeBack(): void {
  checkpoint.get()
  checkpoint.get()
  parentPort?.postMessage('written')
}

function end(): void {
  clearInterval(timer)
  parentPort?.close()
  database.close()
}

parentPort?.on('message', end)
parentPort?.postMessage('ready')
