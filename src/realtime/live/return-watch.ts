import { timings } from '../../rules/timings.ts'

/** What a page that was refused needs to come back. */
export interface ReturnWatchOptions {
  /** Whether the page may follow again. A rejection counts as no. */
  readonly isOpen: () => Promise<boolean>
  /** Called when it may; the watch has ended by then. */
  readonly onOpen: () => void
}

/**
 * Asks now and then whether a page that was refused may follow again: a deck is shared again, or taken out of the trash.
 * The pauses grow and are spread, because a whole hall was refused at the same moment.
 */
export class ReturnWatch {
  readonly #options: ReturnWatchOptions
  #timer: ReturnType<typeof setTimeout> | undefined
  /** Counts up when the watch ends, so that an answer that comes later is dropped. */
  #round = 0
  #attempts = 0
  #asking = false

  constructor(options: ReturnWatchOptions) {
    this.#options = options
  }

  /** Begins, with a longer pause each time until it is stopped. Does nothing while it is under way. */
  start(): void {
    if (this.#timer !== undefined || this.#asking) return
    const pause = Math.min(timings.liveReturnMax, timings.liveReturn * 1.5 ** this.#attempts)
    this.#attempts += 1
    this.#timer = setTimeout(() => this.now(), pause * (0.75 + Math.random() / 2))
  }

  /** Asks at once, if it is under way. */
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

  /** Ends it; the next start begins with the shortest pause. */
  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#asking = false
    this.#round += 1
    this.#attempts = 0
  }
}
