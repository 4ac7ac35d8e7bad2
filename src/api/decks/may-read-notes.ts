import { decideDeck } from '../../rules/permissions.ts'
import type { UserRow } from '../../server/http/session.ts'
import { actorOf, deckFacts } from '../actor.ts'
import type { LoadedDeck } from './load-deck.ts'

/** Whether this person (null: a visitor) may read the speaker's notes of a deck: its editors, and everybody when they are shared. */
export function mayReadNotes(loaded: LoadedDeck, user: UserRow | null): boolean {
  return decideDeck('read-shared-notes', actorOf(user), deckFacts(loaded, user?.id ?? null)) === 'allow'
}
