import type { Selectable } from 'kysely'
import { largerPlan, type Plan } from '../../rules/plans.ts'
import { inForce } from '../../rules/subscriptions.ts'
import type { SubscriptionsTable } from '../../server/db/billing-tables.ts'
import type { Db } from '../../server/db/open-database.ts'
import { type Owner, ownedBy } from '../owner.ts'

type Term = Pick<
  Selectable<SubscriptionsTable>,
  'plan' | 'status' | 'period_end' | 'cancel_at_period_end' | 'grace_ends_at'
>

/** The plan that an owner's subscription gives; free without one in force. */
async function subscribedPlan(db: Db, owner: Owner, now: Date): Promise<Plan> {
  const term: Term | undefined = await db
    .selectFrom('subscriptions')
    .select(['plan', 'status', 'period_end', 'cancel_at_period_end', 'grace_ends_at'])
    .where(...ownedBy(owner))
    .executeTakeFirst()
  return term && inForce(term, now) ? term.plan : 'free'
}

async function teamPlan(db: Db, teamId: number, now: Date): Promise<Plan> {
  const team = await db.selectFrom('teams').select('manually_upgraded').where('id', '=', teamId).executeTakeFirst()
  if (team?.manually_upgraded) return 'enterprise'
  return subscribedPlan(db, { team: teamId }, now)
}

async function userPlan(db: Db, userId: number, now: Date): Promise<Plan> {
  const user = await db
    .selectFrom('users')
    .select(['manual_plan', 'team_id'])
    .where('id', '=', userId)
    .executeTakeFirst()
  const byTeam = user?.team_id ? await teamPlan(db, user.team_id, now) : 'free'
  const paid = await subscribedPlan(db, { user: userId }, now)
  // A plan given by hand takes away nothing that is paid.
  return largerPlan(user?.manual_plan ?? 'free', largerPlan(byTeam, paid))
}

async function settleUser(db: Db, userId: number, now: Date): Promise<void> {
  await db
    .updateTable('users')
    .set({ plan: await userPlan(db, userId, now) })
    .where('id', '=', userId)
    .execute()
}

/**
 * Sets the effective plan of a user, or of a team and its members, in the caller's transaction. Nothing else writes
 * `users.plan` and `teams.plan`. Call it after each change of a subscription, a membership or a plan given by hand.
 */
export async function settlePlan(db: Db, target: Owner, now: Date): Promise<void> {
  if ('user' in target) return settleUser(db, target.user, now)
  const plan = await teamPlan(db, target.team, now)
  await db.updateTable('teams').set({ plan }).where('id', '=', target.team).execute()
  const members = await db.selectFrom('users').select('id').where('team_id', '=', target.team).execute()
  for (const { id } of members) await settleUser(db, id, now)
}
