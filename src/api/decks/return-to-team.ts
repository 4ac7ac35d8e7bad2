import type { Db } from '../../server/db/open-database.ts'
import type { UserRow } from '../../server/http/session.ts'
import type { Services } from '../../server/services.ts'
import { isOwnedBy } from './load-deck.ts'
import { moveDeck } from './move-deck.ts'
import { type DeckRow, lockDeck } from './queries.ts'

/** The active owner of a team who has been a member longest, rather one who is not suspended; null without one. */
async function firstOwnerOf(db: Db, teamId: number): Promise<number | null> {
  const owner = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select('memberships.user_id')
    .where('memberships.team_id', '=', teamId)
    .where('memberships.role', '=', 'owner')
    .where('memberships.state', '=', 'active')
    .orderBy('users.active', 'desc')
    .orderBy('memberships.id')
    .executeTakeFirst()
  return owner?.user_id ?? null
}

/**
 * Gives a team's decks of a deactivated member who joins another team to an owner of the team. Its managers no longer
 * have this member in their list, so it could not be done later.
 */
export async function leaveDecksBehind(services: Services, trx: Db, userId: number, teamId: number): Promise<void> {
  const ownerId = await firstOwnerOf(trx, teamId)
  if (ownerId === null) return
  const ids = await trx
    .selectFrom('decks')
    .select('id')
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  for (const { id } of ids) {
    const deck = await lockDeck(trx, services.database.kind, id)
    if (deck) await moveDeck(services, trx, deck, ownerId)
  }
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
