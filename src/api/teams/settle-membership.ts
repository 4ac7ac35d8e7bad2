import type { Db } from '../../server/db/open-database.ts'
import { settlePlan } from '../plans/settle-plan.ts'

/**
 * Sets a user's effective membership: the team and role of the active membership, else none. Call it in the transaction
 * of every change to `memberships`; nothing else writes these two columns.
 */
export async function settleMembership(db: Db, userId: number, now: Date): Promise<void> {
  const membership = await db
    .selectFrom('memberships')
    .select(['team_id', 'role'])
    .where('user_id', '=', userId)
    .where('state', '=', 'active')
    .executeTakeFirst()
  await db
    .updateTable('users')
    .set({ team_id: membership?.team_id ?? null, membership_role: membership?.role ?? null, updated_at: now })
    .where('id', '=', userId)
    .execute()
  await settlePlan(db, { user: userId }, now)
}
