import { limits } from '../../rules/limits.ts'
import { randomText } from '../../server/http/random-text.ts'
import type { Keys } from '../../server/services.ts'

const hour = 60 * 60 * 1000

/** One load of a deck page, which may report its progress. */
export interface Reading {
  readonly deckId: number
  /** The deck's version on the page. */
  readonly version: number
  /** Number of slides that audiences see. */
  readonly slides: number
  /** Random id of the page load. */
  readonly number: string
  /** End of reporting, in ms since 1970. */
  readonly expires: number
}

/**
 * Makes the token with which a page reports its progress. Signed, so that only pages sent by this server count. It
 * contains nothing about the user. `now` in ms since 1970.
 */
export function createReadingToken(
  keys: Keys,
  deck: Pick<Reading, 'deckId' | 'version' | 'slides'>,
  now: number,
): string {
  const expires = now + limits.analytics.readingHours * hour
  const number = randomText(12, 'base64url')
  const text = [deck.deckId, deck.version, deck.slides, number, expires.toString(36)].join('.')
  return `${text}.${keys.sign('reading', text)}`
}

/** Verifies a reading token. Null if it is forged or expired. `now` in ms since 1970. */
export function verifyReadingToken(keys: Keys, ticket: string, now: number): Reading | null {
  const end = ticket.lastIndexOf('.')
  const text = ticket.slice(0, Math.max(0, end))
  if (ticket.length > 200 || !keys.verify('reading', text, ticket.slice(end + 1))) return null
  const [deckId, version, slides, number = '', expires = ''] = text.split('.')
  const counts = { deckId: Number(deckId), version: Number(version), slides: Number(slides) }
  const reading = { ...counts, number, expires: Number.parseInt(expires, 36) }
  return reading.expires > now ? reading : null
}
