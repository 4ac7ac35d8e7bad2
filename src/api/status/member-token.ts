import type { Db } from '../../server/db/open-database.ts'
import type { Keys } from '../../server/services.ts'

const purpose = 'team-member'

/** A user who was an active member of a team when the token was made. */
export interface Member {
  readonly teamId: number
  readonly userId: number
}

/**
 * Creates the token with which a page asks whether its user is still a member: the end of a membership deletes the
 * sessions on the team's hosts. Signed, so that other clients cannot ask about the user. Grants no permission.
 */
export function createMemberToken(keys: Keys, { teamId, userId }: Member): string {
  const text = `${teamId}.${userId}`
  return `${text}.${keys.sign(purpose, text)}`
}

/** Verifies a member token. Null if it is forged. */
export function verifyMemberToken(keys: Keys, token: string): Member | null {
  const end = token.lastIndexOf('.')
  const text = token.slice(0, Math.max(0, end))
  if (!keys.verify(purpose, text, token.slice(end + 1))) return null
  const [teamId, userId] = text.split('.')
  return { teamId: Number(teamId), userId: Number(userId) }
}

/** Whether a former member of the team has no active membership of it any more. */
export async function hasMembershipEnded(db: Db, { teamId, userId }: Member): Promise<boolean> {
  const user = await db.selectFrom('users').select('team_id').where('id', '=', userId).executeTakeFirst()
  return user?.team_id !== teamId
}
