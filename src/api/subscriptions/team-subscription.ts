import type { BillingPeriod } from '../../rules/prices.ts'
import type { Db } from '../../server/db/open-database.ts'
import type { Services } from '../../server/services.ts'
import { ownerColumns } from '../owner.ts'
import { applyStep } from './apply-step.ts'
import { bill, lockSubscription, type Outcome } from './bill.ts'
import { cardColumns, forgetCustomer, type NewCustomer } from './customer.ts'
import { begin, beginTrial, end, unpriced } from './machine.ts'
import { customerOf, insertCustomer, seatsOf, stateOf } from './queries.ts'

/**
 * Begins the trial of a new team, in the transaction that creates it, after its owner became a member. `customer`: has
 * the card to charge when the trial ends; without one the subscription ends then. With billing off it has no effect.
 */
export async function startTeamTrial(
  trx: Db,
  services: Services,
  team: { readonly id: number },
  { period, customer }: { readonly period: BillingPeriod; readonly customer?: NewCustomer | null },
): Promise<void> {
  if (services.settings.billing === 'off' || services.payments.provider === 'off') return
  const owner = { team: team.id }
  const quantity = await seatsOf(trx, team.id)
  const now = services.now()
  const state = beginTrial({ plan: 'enterprise', billing_period: period, quantity }, now)
  await applyStep({ trx, row: null }, services, owner, unpriced(state))
  if (customer) await addTeamCustomer(trx, services, team.id, customer)
}

/** Stores the customer of a new team with its card, in the transaction that creates the team. */
export async function addTeamCustomer(
  trx: Db,
  { now, payments: { provider } }: Services,
  teamId: number,
  customer: NewCustomer,
): Promise<void> {
  if (provider === 'off') return
  const [owner, at] = [{ team: teamId }, now()]
  const times = { created_at: at, updated_at: at }
  const row = { ...ownerColumns(owner), provider, provider_id: customer.id, ...cardColumns(customer.card), ...times }
  await insertCustomer(trx, row)
}

/** Begins the subscription of a new team that has no trial, and pays its first period. Outside transactions. */
export async function beginTeam(services: Services, teamId: number, billing_period: BillingPeriod): Promise<Outcome> {
  return bill(services, { team: teamId }, async ({ trx, row }) => {
    const quantity = await seatsOf(trx, teamId)
    const step = begin({ plan: 'enterprise', billing_period, quantity }, null, row?.balance ?? 0, services.now())
    return { step, kind: 'begin' }
  })
}

/**
 * Adjusts the seats of a team to its active members, in the transaction that changed them. A job charges or credits the
 * difference after the commit.
 */
export async function changeSeats(trx: Db, services: Services, teamId: number): Promise<void> {
  if (services.settings.billing === 'off') return
  await services.jobs.add(trx, 'billing-seats', { team: teamId }, { dedupeKey: `billing-seats:${teamId}` })
}

/**
 * Ends a team's subscription at once, in the transaction that closes the team. Nothing is charged or paid back; the
 * provider deletes customer and card. Receipts stay. Throws 409 while a payment is undecided.
 */
export async function endTeamBilling(trx: Db, services: Services, teamId: number): Promise<void> {
  const owner = { team: teamId }
  const billed = await lockSubscription(trx, services, owner)
  const { row } = billed
  if (row && row.status !== 'ended') await applyStep(billed, services, owner, end(stateOf(row), services.now()))
  const customer = await customerOf(trx, owner)
  if (!customer) return
  await forgetCustomer(trx, services, customer)
  await trx.deleteFrom('customers').where('id', '=', customer.id).execute()
}
