import { decideDeck } from '../../rules/permissions.ts'
import type { UserRow } from '../../server/http/session.ts'
import { actorOf, deckFacts } from '../actor.ts'
import type { LoadedDeck } from './load-deck.ts'

/**
 * Whether a user (null: a visitor) may read a deck's notes. Editors may read them, and all viewers if the deck shares
 * them.
 */
export function mayReadNotes(loaded: LoadedDeck, user: UserRow | null): boolean {
  return decideDeck('read-shared-notes', actorOf(user), deckFacts(loaded, user?.id ?? null)) === 'allow'
}
