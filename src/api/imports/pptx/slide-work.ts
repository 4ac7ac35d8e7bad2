import type { Block } from '../../../document/deck-model.ts'
import { readerLimits } from '../../../rules/reader-limits.ts'

const { steps: mostSteps, characters: mostCharacters } = readerLimits.presentation

/** A slide has more in it than decks may have, or than is read. */
export class TooMuch extends Error {
  override readonly name = 'TooMuch'
}

/**
 * Counts what the reading of one slide does and makes. A few parts of a file may be used by thousands of others: a small
 * file would otherwise take hours, or become gigabytes. Its methods throw TooMuch.
 */
export class SlideWork {
  #steps = 0
  #characters = 0

  /** Counts steps that were not counted yet, before they are taken. */
  step(count: number): void {
    this.#steps += count
    if (this.#steps > mostSteps) throw new TooMuch()
  }

  /** Counts blocks that were made. */
  made(blocks: readonly Block[]): void {
    for (const { props, style } of blocks) this.#characters += JSON.stringify([props, style]).length
    if (this.#characters > mostCharacters) throw new TooMuch()
  }
}
