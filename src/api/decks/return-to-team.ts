import type { Db } from '../../server/db/open-database.ts'
import type { UserRow } from '../../server/http/session.ts'
import type { Services } from '../../server/services.ts'
import { isOwnedBy } from './load-deck.ts'
import { moveDeck } from './move-deck.ts'
import type { DeckRow } from './queries.ts'

/** The member of a team who has been its owner longest; null without one. */
async function firstOwnerOf(db: Db, teamId: number): Promise<number | null> {
  const owner = await db
    .selectFrom('memberships')
    .select('user_id')
    .where('team_id', '=', teamId)
    .where('role', '=', 'owner')
    .where('state', '=', 'active')
    .orderBy('id')
    .executeTakeFirst()
  return owner?.user_id ?? null
}

/**
 * Gives the decks of teams that a user has left to an owner of the team, before the account is deleted: they are the
 * team's. Returns the user's other decks.
 */
export async function returnToTeams(
  services: Services,
  trx: Db,
  user: UserRow,
  decks: readonly DeckRow[],
): Promise<DeckRow[]> {
  const own: DeckRow[] = []
  for (const deck of decks) {
    const isLeft = deck.team_id !== null && !isOwnedBy({ deck, owner: user }, user.id)
    const ownerId = isLeft ? await firstOwnerOf(trx, deck.team_id as number) : null
    if (ownerId === null || ownerId === user.id) own.push(deck)
    else await moveDeck(services, trx, deck, ownerId)
  }
  return own
}
