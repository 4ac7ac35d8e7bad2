import { sql } from 'kysely'
import type { DeckFacts } from '../../rules/permissions.ts'
import type { DeckRow } from './queries.ts'

/** The state of a deck that exists. Suspension outweighs the trash: a trashed deck stays suspended when it is recovered. */
export function deckState(
  deck: Pick<DeckRow, 'trashed_at' | 'suspended_at'>,
): Exclude<DeckFacts['state'], 'destroyed'> {
  if (deck.suspended_at !== null) return 'suspended'
  return deck.trashed_at === null ? 'active' : 'trashed'
}

/** deckState 'active' as a condition on `decks`, for lists of what others may be shown. */
export const isActiveDeck = sql<boolean>`(decks.trashed_at is null and decks.suspended_at is null)`
