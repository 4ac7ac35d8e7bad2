import type { Deck, SlideId } from '../../document/deck-model.ts'
import type { SaveContent } from './save-content.ts'

/** One save attempt. It may be repeated: the server answers a repeated `saveId` with the first result. */
export interface SaveRequest {
  /** Null for a deck to be created. */
  readonly deckId: number | null
  /** The base version of the changes; 0 for a new deck. */
  readonly version: number
  /** A UUID of this save. */
  readonly saveId: string
  /** Saves over a newer version, which the server first stores as a revision. */
  readonly overwrite: boolean
  readonly content: SaveContent
  /** The deck of the base version, and the deck to save. */
  readonly before: Deck
  readonly after: Deck
}

/** The answer to an accepted save. */
export interface Saved {
  readonly deckId: number
  readonly version: number
  readonly slug: string | null
  /** The HTML of slides that the sanitizer changed, as stored, by id. */
  readonly cleaned: Readonly<Record<string, string>>
  /** Descriptions of removed markup for the author. */
  readonly removed: readonly string[]
  /** The server's deck, if it differs from what was sent: it was cleaned, or merged with the same user's other windows. */
  readonly theirs?: Deck
  /** The slides that other windows changed in `theirs`; missing if that is not known. */
  readonly changedElsewhere?: ReadonlySet<SlideId>
}

/** A version on the server that is newer than the editor's base. */
export interface NewerVersion {
  readonly version: number
  /** Whether this user made it, and every version between, in another window or on another device. */
  readonly own: boolean
  /**
   * Whether slides changed on both sides are merged by blocks and texts, without a copy: changes of the same user that
   * arrive while both windows are open.
   */
  readonly byBlocks?: true
  /**
   * The slides that other windows changed, in the answer to this window's own save. All other slides differ by what the
   * server cleaned only: what this window has deleted of them since stays deleted.
   */
  readonly changedElsewhere?: ReadonlySet<SlideId>
  /** The name of the other user who saved last; null if it was the same user or is unknown. */
  readonly by: string | null
  /** Builds the server's current deck from the editor's base deck. */
  readonly theirs: (base: Deck) => Deck
}

/** The reason why a save was not accepted. */
export type SaveProblem =
  /** The server has a newer version. */
  | ({ readonly kind: 'conflict' } & NewerVersion)
  | { readonly kind: 'signed-out' }
  /** Another collaborator edits the deck now. */
  | { readonly kind: 'not-editor' }
  /** The server was unreachable, timed out, or the response was not of the API. */
  | { readonly kind: 'unreachable' }
  /** The server answered with an error. `retryAfter`: in ms, null if not given. */
  | { readonly kind: 'failed'; readonly retryAfter: number | null }
  /** The content is invalid. `message` is for the author; `fields` has messages by field name. */
  | { readonly kind: 'invalid'; readonly message: string; readonly fields: Readonly<Record<string, readonly string[]>> }

/** The rejection of a refused save. */
export class SaveError extends Error {
  readonly problem: SaveProblem

  constructor(problem: SaveProblem) {
    super(problem.kind)
    this.name = 'SaveError'
    this.problem = problem
  }
}

/** Sends saves to the server. Rejects with SaveError; any other rejection counts as 'unreachable'. */
export interface SaveTransport {
  save(request: SaveRequest, signal: AbortSignal): Promise<Saved>
}
