import type { Db } from '../../server/db/open-database.ts'

/** Whether a team has set up single sign-on. Without it nobody could sign in to a team that requires it. */
export async function hasSignOn(_db: Db, _teamId: number): Promise<boolean> {
  return false
}
