import type { FrameMode } from '../../rules/frame-modes.ts'
import type { FrameGrant } from './ticket.ts'

/** How a deck is to be shown. */
export interface FrameView {
  readonly mode: FrameMode
  readonly autoplay: boolean
  /** Whether the document may hold the speaker's notes. */
  readonly notes: boolean
  /** Why whoever asks may see it. */
  readonly grant: FrameGrant
  /** An earlier version of the deck to show; the present one when missing. Only with a ticket. */
  readonly version?: number
}

/** A deck as its frame needs it. */
export interface FrameDeck {
  readonly id: number
  readonly version: number
  /** Everybody may see it. */
  readonly isPublic: boolean
  /** Everything besides the version and the view that shapes the document, as text. */
  readonly shape: string
  /** Whether the document brings scripts of a theme. */
  readonly themeScripts: boolean
  /** Makes the document. `nonce` null: under the policy for theme scripts. */
  document(view: FrameView, nonce: string | null): Promise<string>
}

/**
 * Where deck frames come from: handed in, since the machinery here knows nothing of decks. Null: there is no such deck,
 * or it may not be seen for this reason any more.
 */
export type FrameSource = (deckId: number, grant: FrameGrant) => Promise<FrameDeck | null>
