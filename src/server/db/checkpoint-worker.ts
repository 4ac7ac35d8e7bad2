import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { CheckpointTask } from './checkpointer.ts'

/** The thread of a Checkpointer. */

/** ms between two looks at the number of commits, and how many make it write the log back. */
const [pause, few] = [250, 25]

const { path, commits, idleAfter } = workerData as CheckpointTask
const counter = new Int32Array(commits)
const database = new DatabaseSync(path, { timeout: 0 })
database.exec('pragma synchronous=full; pragma fullfsync=on')
let [written, seen, seenAt] = [0, 0, performance.now()]

const timer = setInterval(() => {
  const count = Atomics.load(counter, 0)
  const now = performance.now()
  if (count !== seen) [seen, seenAt] = [count, now]
  // The rest once it is quiet, and once more for what was committed meanwhile: then the log begins anew.
  if (count - written >= few || (count !== written && now - seenAt > pause)) {
    written = count
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
