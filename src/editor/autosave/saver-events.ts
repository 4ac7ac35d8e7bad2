import type { Deck } from '../../document/deck-model.ts'
import type { NewerVersion, Saved, SaveProblem } from './save-transport.ts'

/** Events of the saver besides its state. */
export interface SaverEvents {
  /** After each accepted save. `deck` is the deck now on the server, `asked` whether the user requested the save. */
  saved?(answer: Saved, deck: Deck, asked: boolean): void
  /** A save was requested while nothing was unsaved. */
  alreadySaved?(): void
  /** A requested save failed, or the first of consecutive failures. */
  failed?(problem: SaveProblem, asked: boolean): void
  /** An accepted save was merged with this user's changes in other windows: the page takes the result. */
  merged?(newer: NewerVersion): void
  /** The server has a newer version: the page merges it with `takeNewer`, or asks the user. */
  conflict?(newer: NewerVersion): void
}
