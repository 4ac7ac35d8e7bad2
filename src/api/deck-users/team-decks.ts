import type { Db } from '../../server/db/open-database.ts'
import { deletePeople } from './queries.ts'

/** Makes the owners the active editors again of a team's decks that this member edits. */
export async function endEditingInTeam(trx: Db, teamId: number, userId: number): Promise<void> {
  await trx
    .updateTable('decks')
    .set({ editor_user_id: null })
    .where('team_id', '=', teamId)
    .where('editor_user_id', '=', userId)
    .where('user_id', '<>', userId)
    .execute()
}

/** Ends a former member's roles on the decks of the team. Its admins can invite the person again, as a guest. */
export async function leaveDecksOfTeam(trx: Db, teamId: number, userId: number): Promise<void> {
  const rows = await trx
    .selectFrom('deck_users')
    .innerJoin('decks', 'decks.id', 'deck_users.deck_id')
    .select('deck_users.id')
    .where('decks.team_id', '=', teamId)
    .where('deck_users.user_id', '=', userId)
    .execute()
  await deletePeople(
    trx,
    rows.map(({ id }) => id),
  )
  await endEditingInTeam(trx, teamId, userId)
}
