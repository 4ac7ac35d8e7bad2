import type { Keys } from '../services.ts'

/** A deck frame may be fetched with its ticket for this long, in ms. */
export const TICKET_LIFE = 10 * 60 * 1000

const frameModes = ['show', 'embed', 'fullscreen', 'live', 'presenter', 'speaker', 'preview', 'print'] as const
/** The views for which a deck frame's document is made. */
export type FrameMode = (typeof frameModes)[number]

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
  /** ms since 1970. */
  readonly expires: number
}

/**
 * A ticket as a piece of an address. It is signed, not secret: it names no person and opens nothing but this document,
 * and it is what keeps a share link's own token out of the frame's address.
 */
export function writeTicket(keys: Keys, ticket: Ticket): string {
  const flags = `${ticket.notes ? 'n' : ''}${ticket.autoplay ? 'a' : ''}${ticket.earlier ? 'e' : ''}` || '0'
  const text = [ticket.deckId, ticket.version, ticket.mode, flags, ticket.expires.toString(36)].join('.')
  return `${text}.${keys.sign('deck-frame', text)}`
}

/** Reads a ticket; null when it is forged, damaged or over. `now` in ms since 1970. */
export function readTicket(keys: Keys, text: string, now: number): Ticket | null {
  const end = text.lastIndexOf('.')
  if (end < 0 || text.length > 200) return null
  const signed = text.slice(0, end)
  if (!keys.verify('deck-frame', signed, text.slice(end + 1))) return null
  const [deckId = '', version = '', mode = '', flags = '', expires = ''] = signed.split('.')
  const ticket: Ticket = {
    deckId: Number(deckId),
    version: Number(version),
    mode: mode as FrameMode,
    notes: flags.includes('n'),
    autoplay: flags.includes('a'),
    earlier: flags.includes('e'),
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
