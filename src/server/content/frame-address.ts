import { createHash } from 'node:crypto'
import type { Keys } from '../services.ts'
import type { ContentHosts } from './content-hosts.ts'
import { base32 } from './deck-label.ts'
import type { FrameDeck, FrameView } from './frame-source.ts'
import { FRAME_TOKEN_LIFE, signFrameToken, writePublicFrame } from './frame-token.ts'
import { bringsScripts } from './policies.ts'

/** Changes with every input of a deck's document except its version. */
export function frameFingerprint(deck: Pick<FrameDeck, 'shape'>, build: string): string {
  return base32(createHash('sha256').update(`${build}\n${deck.shape}`).digest()).slice(0, 10)
}

/** The URL of a deck's frame, and how the page around it must embed it. */
export interface FrameAddress {
  readonly url: string
  /** The origin of its messages; 'null' for a document without an origin. */
  readonly origin: string
  readonly ownOrigin: boolean
}

export interface FrameAddressOptions {
  readonly keys: Keys
  readonly hosts: ContentHosts
  /** The fingerprint of the player's build. */
  readonly build: string
  /** ms since 1970. */
  readonly now: number
}

/**
 * The URL of a deck's frame for a user who may see the deck in this view. A public deck has the same URL for all users,
 * and browsers may cache it. Any other URL has a frame token, valid for ten minutes and at most as long as its access
 * link.
 */
export function frameAddress(deck: FrameDeck, view: FrameView, options: FrameAddressOptions): FrameAddress {
  const { keys, hosts, build, now } = options
  const { mode, autoplay, notes, grant } = view
  const version = view.version ?? deck.version
  const earlier = view.version !== undefined
  const last =
    deck.isPublic && !notes && !earlier
      ? writePublicFrame({ deckId: deck.id, mode, autoplay, fingerprint: frameFingerprint(deck, build) })
      : signFrameToken(keys, {
          deckId: deck.id,
          version,
          mode,
          autoplay,
          notes,
          earlier,
          grant,
          expires: now + FRAME_TOKEN_LIFE,
        })
  const host = hosts.originFor(deck.id)
  const ownOrigin = hosts.hasOwnOrigin(bringsScripts(deck.themeScripts, mode))
  return { url: `${host}/d/${version}/${last}`, origin: ownOrigin ? host : 'null', ownOrigin }
}
