import { sql } from 'kysely'

/**
 * Whether a row is of a person who collaborates, as an SQL condition on `deck_users`: one who has accepted, and is not
 * deactivated in the deck's team. Deactivated members get their roles back once they are active again.
 */
export const isCollaborator = sql<boolean>`(deck_users.active = true and deck_users.user_id is not null and not exists (
  select 1 from memberships
  inner join decks as team_decks on team_decks.team_id = memberships.team_id
  where team_decks.id = deck_users.deck_id
    and memberships.user_id = deck_users.user_id
    and memberships.state = 'deactivated'
))`
