import type { BillingPeriod } from '../../rules/prices.ts'
import type { Db } from '../../server/db/open-database.ts'
import type { Services } from '../../server/services.ts'
import { applyState } from './bill.ts'
import { ensureCustomer, storeCard } from './customer.ts'
import { beginTrial } from './machine.ts'
import { seatsOf } from './queries.ts'

/**
 * Begins the trial of a new team, in the transaction that creates it, after its owner became a member. `token`: the
 * card to charge when the trial ends; without one the subscription ends then. Throws 422 at `token` for a card that is
 * refused. With billing off it has no effect.
 */
export async function startTeamTrial(
  trx: Db,
  services: Services,
  team: { readonly id: number },
  { period, token }: { readonly period: BillingPeriod; readonly token?: string | undefined },
): Promise<void> {
  if (services.settings.billing === 'off') return
  const owner = { team: team.id }
  const quantity = await seatsOf(trx, team.id)
  const now = services.now()
  const state = beginTrial({ plan: 'enterprise', billing_period: period, quantity }, now)
  await applyState({ trx, row: null }, owner, state, now)
  // Called last: if the provider refuses the card, all of it is rolled back, and the form asks for another.
  if (token) await storeCard(services, trx, await ensureCustomer(services, trx, owner), token)
}

/**
 * Adjusts the seats of a team to its active members, in the transaction that changed them. A job charges or credits the
 * difference after the commit.
 */
export async function changeSeats(trx: Db, services: Services, teamId: number): Promise<void> {
  if (services.settings.billing === 'off') return
  await services.jobs.add(trx, 'billing-seats', { team: teamId }, { dedupeKey: `billing-seats:${teamId}` })
}
