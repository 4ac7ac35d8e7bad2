import type { FrameMode } from '../../rules/frame-modes.ts'
import type { FrameGrant } from './frame-token.ts'

/** How to show a deck. */
export interface FrameView {
  readonly mode: FrameMode
  readonly autoplay: boolean
  /** Whether the document may contain the speaker notes. */
  readonly notes: boolean
  /** The ground of the viewer's access. */
  readonly grant: FrameGrant
  /** The earlier version of the deck to show; missing: the current version. Only with a frame token. */
  readonly version?: number
}

/** What a frame needs of a deck. */
export interface FrameDeck {
  readonly id: number
  readonly version: number
  /** Whether everybody may see the deck. */
  readonly isPublic: boolean
  /** Every input of the document except the version and the view, as text. */
  readonly shape: string
  /** Whether the document has theme scripts. */
  readonly themeScripts: boolean
  /** Renders the document. `nonce` is null under the policy for theme scripts. */
  document(view: FrameView, nonce: string | null): Promise<FrameDocument>
}

/** A rendered document. */
export interface FrameDocument {
  readonly html: string
  /** Whether another one is to follow without a new version, so that this one is not cached. */
  readonly isPreliminary: boolean
}

/**
 * Loads decks for frames; injected, since `server/` knows nothing of decks. Null: the deck does not exist, or this
 * grant no longer allows it.
 */
export type FrameSource = (deckId: number, grant: FrameGrant) => Promise<FrameDeck | null>
