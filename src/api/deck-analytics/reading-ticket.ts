import { limits } from '../../rules/limits.ts'
import { randomText } from '../../server/http/random-text.ts'
import type { Keys } from '../../server/services.ts'

const hour = 60 * 60 * 1000

/** One loading of a page around a deck, as the page may tell of it. */
export interface Reading {
  readonly deckId: number
  /** The version of the deck that the page was made from. */
  readonly version: number
  /** Slides that audiences see of it. */
  readonly slides: number
  /** Made up for this page. */
  readonly number: string
  /** Until when it may tell, in ms since 1970. */
  readonly expires: number
}

/**
 * What a page needs to tell what was seen on it: signed, so that only pages that were really sent count, and made of
 * nothing about the person. `now` in ms since 1970.
 */
export function newReadingTicket(
  keys: Keys,
  deck: Pick<Reading, 'deckId' | 'version' | 'slides'>,
  now: number,
): string {
  const expires = now + limits.analytics.readingHours * hour
  const number = randomText(12, 'base64url')
  const text = [deck.deckId, deck.version, deck.slides, number, expires.toString(36)].join('.')
  return `${text}.${keys.sign('reading', text)}`
}

/** Reads a ticket; null when it was not made here or is over. `now` in ms since 1970. */
export function readReadingTicket(keys: Keys, ticket: string, now: number): Reading | null {
  const end = ticket.lastIndexOf('.')
  const text = ticket.slice(0, Math.max(0, end))
  if (ticket.length > 200 || !keys.verify('reading', text, ticket.slice(end + 1))) return null
  const [deckId, version, slides, number = '', expires = ''] = text.split('.')
  const counts = { deckId: Number(deckId), version: Number(version), slides: Number(slides) }
  const reading = { ...counts, number, expires: Number.parseInt(expires, 36) }
  return reading.expires > now ? reading : null
}
