import { limits } from '../../rules/limits.ts'
import { messages } from '../../rules/messages.ts'
import { timings } from '../../rules/timings.ts'
import { createStore, type Store } from '../store.ts'

export type UploadState = 'waiting' | 'uploading' | 'uploaded' | 'failed'

/** A file in the queue. */
export interface QueuedUpload {
  readonly id: number
  readonly name: string
  readonly state: UploadState
  /** From 0 to 1. */
  readonly progress: number
  /** Why it failed; null in other states. */
  readonly error: string | null
  /** Whether a failed upload can be tried again. A refused file cannot. */
  readonly canRetry: boolean
}

/** What an upload is sent with. */
export interface UploadSending {
  /** Aborts when the upload times out or is canceled. */
  readonly signal: AbortSignal
  /** Gets a fraction from 0 to 1. */
  onProgress(fraction: number): void
}

/** A file to upload. */
export interface UploadJob<T> {
  readonly file: File
  /** ms from the start of its sending until it fails. */
  readonly timeout: number
  /** Sends the file. Rejects with an Error whose message can be shown. */
  send(file: File, sending: UploadSending): Promise<T>
  uploaded(result: T): void
  /**
   * With it, a failed upload leaves the list, and the caller shows the error. Without it, the upload stays in the list
   * until the user tries again or removes it.
   */
  readonly failed?: (error: Error) => void
}

interface Entry {
  readonly id: number
  readonly job: UploadJob<unknown>
  stop: AbortController | null
}

/** The error of an upload that the user canceled. Nothing needs to be shown. */
export class UploadCanceledError extends Error {
  override readonly name = 'AbortError'
}

function errorOf(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(messages.media.uploadFailed)
}

/** A queue of uploads, of which at most limits.upload.concurrency run at once. */
export class UploadQueue {
  /** In the order of their addition. An uploaded file leaves after a short animation. */
  readonly uploads: Store<readonly QueuedUpload[]> = createStore<readonly QueuedUpload[]>([])
  readonly #entries = new Map<number, Entry>()
  #lastId = 0

  /** Number of uploads that are waiting or running. */
  pending(): number {
    return this.uploads.get().filter(({ state }) => state === 'waiting' || state === 'uploading').length
  }

  /** Adds a file. False if the queue is full. */
  add<T>(job: UploadJob<T>): boolean {
    if (this.pending() >= limits.upload.queue) return false
    const id = ++this.#lastId
    this.#entries.set(id, { id, job: job as UploadJob<unknown>, stop: null })
    this.#append({ id, name: job.file.name, state: 'waiting', progress: 0, error: null, canRetry: true })
    this.#startNext()
    return true
  }

  /** Lists a file that is not uploaded, with the reason. It stays until the user removes it. */
  refuse(name: string, reason: string): void {
    this.#append({ id: ++this.#lastId, name, state: 'failed', progress: 0, error: reason, canRetry: false })
  }

  /** Tries a failed upload again. */
  retry(id: number): void {
    if (!this.#entries.has(id) || this.uploads.get().find((one) => one.id === id)?.state !== 'failed') return
    this.#change(id, { state: 'waiting', progress: 0, error: null })
    this.#startNext()
  }

  /** Cancels an upload, or removes a failed one from the list. */
  cancel(id: number): void {
    const entry = this.#entries.get(id)
    const isPending = this.uploads.get().some((one) => one.id === id && one.state !== 'failed')
    this.#drop(id)
    entry?.stop?.abort(new UploadCanceledError())
    if (isPending) entry?.job.failed?.(new UploadCanceledError())
    this.#startNext()
  }

  #startNext(): void {
    for (const { id, state } of this.uploads.get()) {
      const running = this.uploads.get().filter((one) => one.state === 'uploading').length
      if (running >= limits.upload.concurrency) return
      const entry = this.#entries.get(id)
      if (state === 'waiting' && entry) void this.#run(entry)
    }
  }

  async #run(entry: Entry): Promise<void> {
    const { id, job } = entry
    const stop = new AbortController()
    entry.stop = stop
    this.#change(id, { state: 'uploading' })
    // Not the timeout of the request: it also bounds what precedes and follows it.
    const timer = setTimeout(() => stop.abort(new Error(messages.media.uploadFailed)), job.timeout)
    const onProgress = (progress: number): void => this.#change(id, { progress })
    try {
      const result = await untilAborted(job.send(job.file, { signal: stop.signal, onProgress }), stop.signal)
      this.#finish(id)
      job.uploaded(result)
    } catch (error) {
      // A canceled upload has left the list already.
      if (this.#entries.has(id)) this.#fail(entry, errorOf(error))
    } finally {
      clearTimeout(timer)
      this.#startNext()
    }
  }

  #finish(id: number): void {
    this.#entries.delete(id)
    this.#change(id, { state: 'uploaded', progress: 1 })
    setTimeout(() => this.#drop(id), timings.animation)
  }

  #fail({ id, job }: Entry, error: Error): void {
    if (job.failed) {
      this.#drop(id)
      job.failed(error)
    } else this.#change(id, { state: 'failed', error: error.message })
  }

  #append(upload: QueuedUpload): void {
    this.uploads.set((all) => [...all, upload])
  }

  #change(id: number, changes: Partial<QueuedUpload>): void {
    this.uploads.set((all) => all.map((one) => (one.id === id ? { ...one, ...changes } : one)))
  }

  #drop(id: number): void {
    this.#entries.delete(id)
    this.uploads.set((all) => all.filter((one) => one.id !== id))
  }
}

/** Rejects as soon as the signal aborts, even if the work does not notice it. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(errorOf(signal.reason)), { once: true })
    work.then(resolve, reject)
  })
}

/** The page's queue: all uploads of pictures share its limits and its list. */
export const uploadQueue: UploadQueue = new UploadQueue()
