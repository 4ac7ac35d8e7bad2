import type { BillingPeriod } from '../../rules/prices.ts'
import { daysLater, subscriptionTerms } from '../../rules/subscriptions.ts'
import type { Db } from '../../server/db/open-database.ts'
import type { Services } from '../../server/services.ts'
import { settlePlan } from '../plans/settle-plan.ts'

/**
 * Begins the trial of a new team, in the transaction that creates it, after its owner became a member. `token`: the
 * card to charge when the trial ends; without one the subscription ends then. Throws 422 at `token` for a card that is
 * refused. With billing off it has no effect.
 */
export async function startTeamTrial(
  trx: Db,
  services: Services,
  team: { readonly id: number },
  { period }: { readonly period: BillingPeriod; readonly token?: string | undefined },
): Promise<void> {
  if (services.settings.billing === 'off') return
  const now = services.now()
  const end = daysLater(now, subscriptionTerms.trial)
  await trx
    .insertInto('subscriptions')
    .values({
      team_id: team.id,
      plan: 'enterprise',
      billing_period: period,
      status: 'trialing',
      quantity: 1,
      trial_ends_at: end,
      anchor: end,
      period_start: now,
      period_end: end,
      segment_start: now,
      segment_amount: 0,
      balance: 0,
      cancel_at_period_end: false,
      coupon_id: null,
      coupon_periods_left: null,
      discounted: false,
      version: 1,
      created_at: now,
      updated_at: now,
    })
    .execute()
  await settlePlan(trx, { team: team.id }, now)
}

/**
 * Adjusts the seats of a team to its active members, in the transaction that changed them. A job charges or credits the
 * difference after the commit.
 */
export async function changeSeats(trx: Db, services: Services, teamId: number): Promise<void> {
  if (services.settings.billing === 'off') return
  await services.jobs.add(trx, 'billing-seats', { team: teamId }, { dedupeKey: `billing-seats:${teamId}` })
}
