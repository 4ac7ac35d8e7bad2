import { sql } from 'kysely'
import type { Db } from '../../server/db/open-database.ts'
import type { Services } from '../../server/services.ts'
import { moveDeck } from './move-deck.ts'
import { type DeckRow, lockDeck } from './queries.ts'

/**
 * The member of a team who gets the decks that others leave to it: the owner who has been a member longest, rather one
 * who is not suspended. A team that has no owner gives them to an admin, else to any member; null without members.
 * `except`: a member who is about to leave.
 */
export async function heirOf(db: Db, teamId: number, except = 0): Promise<number | null> {
  const heir = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select('memberships.user_id')
    .where('memberships.team_id', '=', teamId)
    .where('memberships.state', '=', 'active')
    .where('memberships.user_id', '<>', except)
    .orderBy(sql`case memberships.role when 'owner' then 0 when 'admin' then 1 else 2 end`)
    .orderBy('users.active', 'desc')
    .orderBy('memberships.id')
    .executeTakeFirst()
  return heir?.user_id ?? null
}

/**
 * Gives a team's decks of a deactivated member who joins another team to an owner of the team. Its managers no longer
 * have this member in their list, so it could not be done later.
 */
export async function leaveDecksBehind(services: Services, trx: Db, userId: number, teamId: number): Promise<void> {
  const heirId = await heirOf(trx, teamId)
  if (heirId === null) return
  const ids = await trx
    .selectFrom('decks')
    .select('id')
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  for (const { id } of ids) {
    const deck = await lockDeck(trx, services.database.kind, id)
    if (deck) await moveDeck(services, trx, deck, heirId)
  }
}

/**
 * Gives a user's decks of teams to an owner of the team, before the account is deleted: they are the team's. Call it
 * after the user's membership has ended. Returns the user's personal decks, and the ids of those that were given away.
 */
export async function returnToTeams(
  services: Services,
  trx: Db,
  userId: number,
  decks: readonly DeckRow[],
): Promise<{ own: DeckRow[]; returned: number[] }> {
  const own: DeckRow[] = []
  const returned: number[] = []
  for (const deck of decks) {
    const heirId = deck.team_id === null ? null : await heirOf(trx, deck.team_id)
    if (heirId === null || heirId === userId) {
      own.push(deck)
      continue
    }
    await moveDeck(services, trx, deck, heirId)
    returned.push(deck.id)
  }
  return { own, returned }
}
