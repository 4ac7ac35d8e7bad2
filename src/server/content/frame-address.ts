import { createHash } from 'node:crypto'
import type { Keys } from '../services.ts'
import type { ContentHosts } from './content-hosts.ts'
import { base32 } from './deck-label.ts'
import type { FrameDeck, FrameView } from './frame-source.ts'
import { bringsScripts } from './policies.ts'
import { TICKET_LIFE, writePublicFrame, writeTicket } from './ticket.ts'

/** Changes with everything that shapes a deck's document but its version. */
export function frameFingerprint(deck: Pick<FrameDeck, 'shape'>, build: string): string {
  return base32(createHash('sha256').update(`${build}\n${deck.shape}`).digest()).slice(0, 10)
}

/** Where a deck's frame is to be found, and how the page around it must hold it. */
export interface FrameAddress {
  readonly url: string
  /** The origin its messages come from; 'null' for a document without one. */
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
 * The address of a deck's frame for somebody who may see the deck in this view. A public deck's is the same for
 * everybody and may be kept by their browsers; any other carries a ticket of ten minutes, and of no longer than the access link it was given for.
 */
export function frameAddress(deck: FrameDeck, view: FrameView, options: FrameAddressOptions): FrameAddress {
  const { keys, hosts, build, now } = options
  const { mode, autoplay, notes, grant } = view
  const version = view.version ?? deck.version
  const earlier = view.version !== undefined
  const last =
    deck.isPublic && !notes && !earlier
      ? writePublicFrame({ deckId: deck.id, mode, autoplay, fingerprint: frameFingerprint(deck, build) })
      : writeTicket(keys, {
          deckId: deck.id,
          version,
          mode,
          autoplay,
          notes,
          earlier,
          grant,
          expires: now + TICKET_LIFE,
        })
  const host = hosts.originFor(deck.id)
  const ownOrigin = hosts.hasOwnOrigin(bringsScripts(deck.themeScripts, mode))
  return { url: `${host}/d/${version}/${last}`, origin: ownOrigin ? host : 'null', ownOrigin }
}
