import { type Selectable, sql } from 'kysely'
import type { DeckFacts } from '../../rules/permissions.ts'
import type { DecksTable } from '../../server/db/schema.ts'
import type { UserRow } from '../../server/http/session.ts'

type DeckRow = Selectable<DecksTable>

/**
 * A deck as it counts with its owner. A personal deck of a suspended user is suspended, with the user's reason. A team's
 * deck is not: it is the team's, and its members need it. `isActiveDeck` says the same in SQL.
 */
export function withSuspension<Deck extends Pick<DeckRow, 'team_id' | 'suspended_at' | 'suspension_reason'>>(
  deck: Deck,
  owner: Pick<UserRow, 'active' | 'suspended_at' | 'suspension_reason' | 'updated_at'>,
): Deck {
  if (owner.active || deck.team_id !== null || deck.suspended_at !== null) return deck
  return {
    ...deck,
    suspended_at: owner.suspended_at ?? owner.updated_at,
    suspension_reason: owner.suspension_reason,
  }
}

/**
 * The state of an existing deck, as loaded with its owner; see withSuspension. Suspension takes precedence: a trashed deck
 * stays suspended when it is restored.
 */
export function deckState(
  deck: Pick<DeckRow, 'trashed_at' | 'suspended_at'>,
): Exclude<DeckFacts['state'], 'destroyed'> {
  if (deck.suspended_at !== null) return 'suspended'
  return deck.trashed_at === null ? 'active' : 'trashed'
}

/** Whether deckState of a deck with its owner is 'active', as an SQL condition on `decks`. */
export const isActiveDeck = sql<boolean>`(decks.trashed_at is null and decks.suspended_at is null and (
  decks.team_id is not null
  or not exists (select 1 from users as owners where owners.id = decks.user_id and owners.active = false)
))`
