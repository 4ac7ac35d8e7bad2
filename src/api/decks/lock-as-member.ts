import { messages } from '../../rules/messages.ts'
import type { Database, Db } from '../../server/db/open-database.ts'
import { HttpError } from '../../server/http/http-error.ts'
import type { UserRow } from '../../server/http/session.ts'
import { lockOwner } from '../owner.ts'

/**
 * Locks a member who is about to own a deck of the team. Throws 403 if the membership has ended since the user was read:
 * no user would have access to the deck. Call it first in the transaction: a removal locks the user before the decks.
 */
export async function lockAsMember(
  trx: Db,
  kind: Database['kind'],
  { id, team_id }: Pick<UserRow, 'id' | 'team_id'>,
): Promise<void> {
  if (team_id === null) return
  await lockOwner(trx, kind, { user: id })
  const present = await trx.selectFrom('users').select('team_id').where('id', '=', id).executeTakeFirst()
  if (present?.team_id !== team_id) throw new HttpError(403, messages.access.forbidden)
}
