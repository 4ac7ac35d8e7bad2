import { type FrameMode, frameModes } from '../../rules/frame-modes.ts'
import type { Keys } from '../services.ts'

/** A deck frame may be fetched with its ticket for this long, in ms. */
export const TICKET_LIFE = 10 * 60 * 1000

/** An access link by which a deck is seen: its id, and how often its password had been changed by then. */
export interface FrameLink {
  readonly tokenId: number
  readonly passwordVersion: number
}

/**
 * Why a user may have a deck's frame: as one of the deck's people, since everybody may, as owner or operator of a
 * suspended deck, or by an access link. What ends that ends the frame's address with it, but for people who leave the deck.
 */
export type FrameGrant = 'role' | 'public' | 'suspended' | FrameLink

/** What a deck frame's address allows: to read one version of one deck, for a view, for ten minutes. */
export interface Ticket {
  readonly deckId: number
  readonly version: number
  readonly mode: FrameMode
  /** Whether the document may hold the speaker's notes. */
  readonly notes: boolean
  /** False: films and sounds do not start by themselves. */
  readonly autoplay: boolean
  /** The document shows the deck as of `version`, also when there is a newer one. */
  readonly earlier: boolean
  readonly grant: FrameGrant
  /** ms since 1970. */
  readonly expires: number
}

/**
 * A ticket as a piece of an address. It is signed, not secret: it names no person and opens nothing but this document,
 * and it is what keeps a share link's own token out of the frame's address.
 */
export function writeTicket(keys: Keys, ticket: Ticket): string {
  const flags = `${ticket.notes ? 'n' : ''}${ticket.autoplay ? 'a' : ''}${ticket.earlier ? 'e' : ''}` || '0'
  const { deckId, version, mode, grant, expires } = ticket
  const text = [deckId, version, mode, flags, grantText(grant), expires.toString(36)].join('.')
  return `${text}.${keys.sign('deck-frame', text)}`
}

function grantText(grant: FrameGrant): string {
  return typeof grant === 'string' ? grant : `${grant.tokenId}-${grant.passwordVersion}`
}

function readGrant(text: string): FrameGrant | null {
  if (text === 'role' || text === 'public' || text === 'suspended') return text
  const [tokenId, passwordVersion] = /^[1-9]\d{0,15}-\d{1,15}$/.test(text) ? text.split('-').map(Number) : []
  return tokenId === undefined || passwordVersion === undefined ? null : { tokenId, passwordVersion }
}

/** Reads a ticket; null when it is forged, damaged or over. `now` in ms since 1970. */
export function readTicket(keys: Keys, text: string, now: number): Ticket | null {
  const end = text.lastIndexOf('.')
  if (end < 0 || text.length > 200) return null
  const signed = text.slice(0, end)
  if (!keys.verify('deck-frame', signed, text.slice(end + 1))) return null
  const [deckId = '', version = '', mode = '', flags = '', given = '', expires = ''] = signed.split('.')
  const grant = readGrant(given)
  if (!grant) return null
  const ticket: Ticket = {
    deckId: Number(deckId),
    version: Number(version),
    mode: mode as FrameMode,
    notes: flags.includes('n'),
    autoplay: flags.includes('a'),
    earlier: flags.includes('e'),
    grant,
    expires: Number.parseInt(expires, 36),
  }
  return frameModes.includes(ticket.mode) && ticket.expires > now ? ticket : null
}

/** A public deck's frame: no signature, since everybody may have it, and therefore kept by caches. */
export interface PublicFrame {
  readonly deckId: number
  readonly mode: FrameMode
  readonly autoplay: boolean
  /** Changes with everything that shapes the document but the deck's version: settings, player, styles. */
  readonly fingerprint: string
}

/** The last part of a public deck frame's address. */
export function writePublicFrame(frame: PublicFrame): string {
  return `public-${frame.deckId}-${frame.mode}${frame.autoplay ? '' : '-quiet'}-${frame.fingerprint}`
}

/** Reads the last part of a public deck frame's address; null for anything else. */
export function readPublicFrame(text: string): PublicFrame | null {
  const match = /^public-([1-9]\d{0,15})-([a-z]+)(-quiet)?-([a-z2-7]{10})$/.exec(text)
  const mode = frameModes.find((name) => name === match?.[2])
  if (!match || !mode) return null
  return { deckId: Number(match[1]), mode, autoplay: !match[3], fingerprint: match[4]! }
}
