import { timings } from '../../rules/timings.ts'

/** What the watch of a refused page needs. */
export interface AccessWatchOptions {
  /** Resolves to whether the page may follow again. A rejection counts as false. */
  readonly isOpen: () => Promise<boolean>
  /** Called once the page may follow again, after the watch has stopped. */
  readonly onOpen: () => void
}

/**
 * Checks periodically whether a refused page may follow again, since a deck may be shared again or restored from the trash.
 * The pauses grow and are jittered, because a whole audience is refused at the same moment.
 */
export class AccessWatch {
  readonly #options: AccessWatchOptions
  #timer: ReturnType<typeof setTimeout> | undefined
  /** Incremented when the watch stops, so that answers to earlier checks are dropped. */
  #round = 0
  #attempts = 0
  #asking = false

  constructor(options: AccessWatchOptions) {
    this.#options = options
  }

  /** Schedules the next check. Pauses grow until `stop`. No effect while a check is scheduled or running. */
  start(): void {
    if (this.#timer !== undefined || this.#asking) return
    const pause = Math.min(timings.liveReturnMax, timings.liveReturn * 1.5 ** this.#attempts)
    this.#attempts += 1
    this.#timer = setTimeout(() => this.now(), pause * (0.75 + Math.random() / 2))
  }

  /** Runs the scheduled check at once. No effect if none is scheduled. */
  now(): void {
    if (this.#timer === undefined) return
    clearTimeout(this.#timer)
    this.#timer = undefined
    void this.#ask(this.#round)
  }

  async #ask(round: number): Promise<void> {
    this.#asking = true
    const isOpen = await this.#options.isOpen().catch(() => false)
    if (round !== this.#round) return
    this.#asking = false
    if (isOpen) this.#options.onOpen()
    else this.start()
  }

  /** Cancels the checks. The next `start` begins with the shortest pause. */
  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#asking = false
    this.#round += 1
    this.#attempts = 0
  }
}
