import type { Deck } from '../../document/types.ts'
import type { SaveContent } from './save-content.ts'

/** One try to save. The same request may be sent again: the server answers a repeated saveId with the first result. */
export interface SaveRequest {
  /** Null: the deck has never been saved; it is made. */
  readonly deckId: number | null
  /** The version the changes began from; 0 for a new deck. */
  readonly version: number
  /** A UUID of this save. */
  readonly saveId: string
  /** True: save over a newer version (the server first keeps that one as a revision). */
  readonly overwrite: boolean
  readonly content: SaveContent
}

/** What an accepted save brought. */
export interface Saved {
  readonly deckId: number
  readonly version: number
  readonly slug: string | null
  /** Slides that the server stored otherwise than they were sent (markup that isn't allowed), as stored. */
  readonly cleaned: Readonly<Record<string, string>>
  /** What was taken out, in words for the author. */
  readonly removed: readonly string[]
}

/** A version of the deck that the server has and this editor has not seen. */
export interface NewerVersion {
  readonly version: number
  /** Whether the same user made it, in another window or on another device, and every version between. */
  readonly own: boolean
  /** The name of the other user who saved last; null when it was the same user, or is not known. */
  readonly by: string | null
  /** Makes, of the deck the editor began from, the deck as the server has it now. */
  readonly theirs: (base: Deck) => Deck
}

/** Why a save was not accepted. */
export type SaveProblem =
  /** Another save came first. */
  | ({ readonly kind: 'conflict' } & NewerVersion)
  | { readonly kind: 'signed-out' }
  /** The server was not reached, did not answer in time, or answered with something that is not an answer. */
  | { readonly kind: 'unreachable' }
  /** The server answered with an error of its own. `retryAfter` in ms, where it said so. */
  | { readonly kind: 'failed'; readonly retryAfter: number | null }
  /** The server will never accept this content as it is. `message` is for the author; `fields` by name. */
  | { readonly kind: 'invalid'; readonly message: string; readonly fields: Readonly<Record<string, readonly string[]>> }

/** A refused save, as the transport throws it. */
export class SaveError extends Error {
  readonly problem: SaveProblem

  constructor(problem: SaveProblem) {
    super(problem.kind)
    this.name = 'SaveError'
    this.problem = problem
  }
}

/** How the saver reaches the server. Rejects with SaveError only; any other rejection counts as 'unreachable'. */
export interface SaveTransport {
  save(request: SaveRequest, signal: AbortSignal): Promise<Saved>
}
