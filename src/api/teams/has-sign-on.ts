import type { Db } from '../../server/db/open-database.ts'

/** Whether a team has set up single sign-on. Without it no member could sign in to a team that requires it. */
export async function hasSignOn(db: Db, teamId: number): Promise<boolean> {
  const row = await db.selectFrom('team_identity').select('team_id').where('team_id', '=', teamId).executeTakeFirst()
  return row !== undefined
}
