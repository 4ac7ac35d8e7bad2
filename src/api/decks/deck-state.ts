import { sql } from 'kysely'
import type { DeckFacts } from '../../rules/permissions.ts'
import type { DeckRow } from './queries.ts'

/** The state of an existing deck. Suspension takes precedence: a trashed deck stays suspended when it is restored. */
export function deckState(
  deck: Pick<DeckRow, 'trashed_at' | 'suspended_at'>,
): Exclude<DeckFacts['state'], 'destroyed'> {
  if (deck.suspended_at !== null) return 'suspended'
  return deck.trashed_at === null ? 'active' : 'trashed'
}

/** deckState 'active' as an SQL condition on `decks`. The personal decks of suspended users are not. */
export const isActiveDeck = sql<boolean>`(decks.trashed_at is null and decks.suspended_at is null and (
  decks.team_id is not null
  or not exists (select 1 from users as owners where owners.id = decks.user_id and owners.active = false)
))`
