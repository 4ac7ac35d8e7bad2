import type { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'

/** Pages of the write-ahead log at which a commit writes them back itself: SQLite's default, and beside a thread. */
const pages = { alone: 1_000, helped: 20_000 } as const

/**
 * Commits within a window (ms) from which a thread writes the log back; it ends after a window without one. It looks every
 * `pause` ms, and waits for `few` commits or until it is quiet: pages that are written by several commits are written back
 * once, and commits wait while the file is flushed, so rarely, and more at a time, delays fewer of them.
 */
export const busyDatabase = { commits: 200, within: 60_000, pause: 1_000, few: 500 } as const

/**
 * Whether this version of SQLite may checkpoint beside commits. Before 3.51.3 a checkpoint that follows another at once
 * may miss a commit between them, which damages the file (sqlite.org/wal.html, "The WAL-reset bug").
 */
export function mayCheckpointBeside(version: string): boolean {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  return (major * 1_000 + minor) * 1_000 + patch >= 3_051_003
}

/** Writes the log back on the connection of the commits; false during a transaction. Never throws. */
export function writeBackOn(raw: Pick<DatabaseSync, 'isTransaction' | 'exec'>): boolean {
  if (raw.isTransaction) return false
  try {
    raw.exec('pragma wal_checkpoint(passive)')
  } catch {
    // As on a full disk: what is committed stays in the log, and the next commits try again.
  }
  return true
}

/** What the thread is started with. `commits`: a shared counter, which it polls. */
export interface CheckpointTask {
  readonly path: string
  readonly commits: SharedArrayBuffer
  readonly few: number
  readonly idleAfter: number
  readonly pause: number
}

interface Options {
  /** Sets the pages at which commits write the log back themselves. */
  setPages(pages: number): void
  /** Writes the rest of the log back; see writeBackOn. */
  finish(): boolean
  readonly busy?: { readonly [Name in keyof typeof busyDatabase]: number }
}

/**
 * Writes the write-ahead log of a busy SQLite file back in a thread. Otherwise each commit that reaches the limit does so
 * while it is waited for: with several collaborators every fiftieth, which then takes ten times as long. The thread has a
 * connection of its own and never keeps others waiting. Without it, or if it falls behind, commits do it as usual.
 */
export class Checkpointer {
  readonly #path: string
  readonly #options: Required<Options>
  /** Whether the thread has left the rest to this process. */
  #isWritten = false
  readonly #commits = new Int32Array(new SharedArrayBuffer(4))
  #worker: Worker | null = null
  #ended: Promise<void> = Promise.resolve()
  #closed = false
  /** Commits since the start of the window. */
  #count = 0
  #windowStart = 0

  constructor(path: string, { busy = busyDatabase, ...options }: Options) {
    this.#path = path
    this.#options = { ...options, busy }
  }

  /** Call after each commit. */
  committed(): void {
    if (this.#isWritten) setImmediate(() => this.#finish())
    if (this.#worker) Atomics.add(this.#commits, 0, 1)
    else if (this.#isBusy()) this.#start()
  }

  /**
   * Writes back what was committed since the thread did, so that the next commit begins the log anew. Otherwise it would
   * grow: on a busy database a commit is on its way whenever the thread is done.
   */
  #finish(): void {
    if (this.#isWritten && !this.#closed) this.#isWritten = !this.#options.finish()
  }

  /** Ends the thread. */
  async close(): Promise<void> {
    this.#closed = true
    // The process waits for it.
    this.#worker?.ref()
    this.#worker?.postMessage('end')
    await this.#ended
  }

  #isBusy(): boolean {
    const { commits, within } = this.#options.busy
    const now = performance.now()
    if (now - this.#windowStart > within) [this.#count, this.#windowStart] = [0, now]
    this.#count += 1
    return this.#count >= commits
  }

  #start(): void {
    if (this.#closed) return
    this.#count = 0
    const { setPages, busy } = this.#options
    const commits = this.#commits.buffer as SharedArrayBuffer
    const { within: idleAfter, pause, few } = busy
    const workerData: CheckpointTask = { path: this.#path, commits, few, idleAfter, pause }
    // It gets no environment, since that contains the instance's secrets.
    const resourceLimits = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 }
    const file = new URL('./checkpoint-worker.ts', import.meta.url)
    const worker = new Worker(file, { workerData, env: {}, resourceLimits })
    worker.unref()
    this.#worker = worker
    worker.on('message', (message) => {
      if (message === 'ready') setPages(pages.helped)
      else {
        this.#isWritten = true
        this.#finish()
      }
    })
    // Without the thread all is as it was.
    worker.on('error', () => {})
    this.#ended = new Promise((resolve) => {
      worker.once('exit', () => {
        this.#worker = null
        if (!this.#closed) setPages(pages.alone)
        resolve()
      })
    })
  }
}
