import type { Keys } from '../../server/services.ts'

const purpose = 'editing'

/** What an editor's page was opened for. */
export interface Editing {
  readonly userId: number
  /** Null: a new deck. */
  readonly deckId: number | null
  /** The team of the page's host; null: the app's host. */
  readonly teamId: number | null
  /** Whether the user was an active member of that team. */
  readonly isMember: boolean
}

/**
 * Creates the token with which an editor's page asks whether its user may still save: the end of a membership deletes
 * the sessions on the team's hosts. Signed, so that other clients cannot ask about the user. Grants no permission.
 */
export function createEditingToken(keys: Keys, { userId, deckId, teamId, isMember }: Editing): string {
  const text = [userId, deckId ?? 0, teamId ?? 0, Number(isMember)].join('.')
  return `${text}.${keys.sign(purpose, text)}`
}

/** Verifies an editing token. Null if it is forged. */
export function verifyEditingToken(keys: Keys, token: string): Editing | null {
  const end = token.lastIndexOf('.')
  const text = token.slice(0, Math.max(0, end))
  if (!keys.verify(purpose, text, token.slice(end + 1))) return null
  const [userId = 0, deckId, teamId, isMember] = text.split('.').map(Number)
  return { userId, deckId: deckId || null, teamId: teamId || null, isMember: isMember === 1 }
}
