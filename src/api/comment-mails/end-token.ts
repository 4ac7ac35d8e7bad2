import type { Keys } from '../../server/services.ts'
import { readId } from '../read-id.ts'

/** Whose mails, and of which deck. */
export interface Recipient {
  readonly userId: number
  readonly deckId: number
}

const purpose = 'comment-mails'

/** The path that ends the mails, and shows their state. */
export const endPath = '/users/comment_mails'

/**
 * The URL that ends the mails about a deck's comments to a user. It does nothing else, needs no session and does not
 * expire, since mails are opened years later.
 */
export function endUrl(keys: Keys, baseUrl: string, { userId, deckId }: Recipient): string {
  const text = `${userId}.${deckId}`
  return `${baseUrl}${endPath}?token=${text}.${keys.sign(purpose, text)}`
}

/** The mails that a token ends; null if it is not signed by this instance. */
export function readEndToken(keys: Keys, token: unknown): Recipient | null {
  const [user = '', deck = '', signature = '', ...more] = typeof token === 'string' ? token.split('.') : []
  const [userId, deckId] = [readId(user), readId(deck)]
  if (userId === null || deckId === null || more.length > 0) return null
  return keys.verify(purpose, `${user}.${deck}`, signature) ? { userId, deckId } : null
}
