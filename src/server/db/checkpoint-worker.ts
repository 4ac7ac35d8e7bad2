import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { CheckpointTask } from './checkpointer.ts'

/** The thread of a Checkpointer. */

/** How often it tries to write back all there is, and ms between two tries: longer than a commit. */
const [tries, between] = [10, 20]

const { path, commits, few, idleAfter, pause } = workerData as CheckpointTask
const counter = new Int32Array(commits)
const database = new DatabaseSync(path, { timeout: 0 })
database.exec('pragma synchronous=full; pragma fullfsync=on')
const checkpoint = database.prepare('pragma wal_checkpoint(passive)')
let [written, seen, seenAt] = [0, 0, performance.now()]
let isWriting = false

const timer = setInterval(() => {
  const count = Atomics.load(counter, 0)
  const now = performance.now()
  if (count !== seen) [seen, seenAt] = [count, now]
  if (isWriting) return
  if (count - written >= few || (count !== written && now - seenAt > pause)) {
    written = count
    void writeBack()
  } else if (count === written && now - seenAt > idleAfter) end()
}, pause)

/**
 * Writes the log back until the next commit begins it anew, which needs all of it written back and no commit on its way.
 * Otherwise the log grows: each commit then flushes the new length of the file, too, and at last one writes all of it back.
 */
async function writeBack(): Promise<void> {
  isWriting = true
  let before = 0
  for (let tried = 0; tried < tries && database.isOpen; tried++) {
    // Frames in the log, and those of them that are written back.
    const { log, checkpointed } = checkpoint.get() as { readonly log: number; readonly checkpointed: number }
    if (log < before || (log === before && checkpointed === log)) break
    before = log
    await new Promise((resolve) => setTimeout(resolve, between))
  }
  isWriting = false
}

function end(): void {
  clearInterval(timer)
  parentPort?.close()
  database.close()
}

parentPort?.on('message', end)
parentPort?.postMessage('ready')
