import type { Deck } from '../../document/deck-model.ts'
import { timings } from '../../rules/timings.ts'

/** Options of a pause: whether saves are cheap at the moment, and how to save. */
interface PauseOptions {
  readonly isStreaming: () => boolean
  readonly save: () => void
}

/** Saves after a pause in the user's changes, and at least at regular intervals while they continue. */
export class SavePause {
  readonly #options: PauseOptions
  #timer: ReturnType<typeof setTimeout> | undefined
  /** The time (ms) by which the first unsaved change is saved. */
  #until: number | null = null
  #deck: Deck | null = null

  constructor(options: PauseOptions) {
    this.#options = options
  }

  /** The deck has unsaved changes. Called after any change of the editor's state. */
  changed(deck: Deck): void {
    if (deck === this.#deck || !this.#options.isStreaming()) return
    this.#deck = deck
    const now = Date.now()
    this.#until ??= now + timings.batchMost
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#end(), Math.max(0, Math.min(timings.batchPause, this.#until - now)))
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  #end(): void {
    // A deck that is not saved now, since a gesture or a save is in progress, starts the next pause.
    this.#deck = null
    this.#until = null
    this.#options.save()
  }
}
