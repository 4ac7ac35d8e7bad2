import type { Services } from '../../server/services.ts'
import type { Owner } from '../owner.ts'
import { applyStep } from './apply-step.ts'
import { type Billed, bill, type Order, type Outcome } from './bill.ts'
import { payerOf } from './customer.ts'
import { canceledMails } from './emails.ts'
import { change, dueAction, dueStep, end, fail, isDue, owe, unpriced } from './machine.ts'
import { couponById, type SubscriptionRow, seatsOf, stateOf } from './queries.ts'

/** The seats that an owner's next period has. */
async function quantityOf({ trx }: Billed, owner: Owner): Promise<number> {
  return 'team' in owner ? seatsOf(trx, owner.team) : 1
}

/** Ends a subscription, with its mail. */
async function endNow(services: Services, billed: Billed, row: SubscriptionRow, owner: Owner): Promise<null> {
  const { trx } = billed
  const step = end(stateOf(row), services.now())
  await applyStep(billed, services, owner, step)
  const payer = await payerOf(trx, owner)
  if (payer?.manuallyUpgraded) return null
  for (const mail of canceledMails(payer, step.next, services.settings)) await services.mail.send(trx, mail)
  return null
}

/**
 * The charge that is due; without a card the grace begins, and a trial ends. Nothing is charged for a plan given by hand,
 * nor to a suspended account: the subscription ends.
 */
async function orderDue(services: Services, billed: Billed, owner: Owner): Promise<Order | null> {
  const { trx, row, customer } = billed
  const now = services.now()
  const action = row === null ? 'none' : dueAction(stateOf(row), now)
  if (row === null || action === 'none') return null
  if (action === 'end') return endNow(services, billed, row, owner)
  const state = stateOf(row)
  const payer = await payerOf(trx, owner)
  const isFree = payer === null || payer.manuallyUpgraded || payer.suspended
  const step = dueStep(state, await quantityOf(billed, owner), await couponById(trx, row.coupon_id), now)
  const unpayable = step.invoice.amount > 0 && !customer?.card_id
  if (isFree || (unpayable && row.status === 'trialing')) return endNow(services, billed, row, owner)
  if (unpayable) {
    await applyStep(billed, services, owner, unpriced(fail(state, now)))
    return null
  }
  return { step, kind: isDue(state, now) ? 'renew' : 'debt' }
}

/** Does what is due for an owner's subscription: renews it, tries a failed charge again, or ends it. Idempotent. */
export function runDue(services: Services, owner: Owner): Promise<Outcome> {
  return bill(services, owner, (billed) => orderDue(services, billed, owner))
}

/** Adjusts a team's seats to its active members, and charges or credits the difference. Idempotent. */
export function adjustSeats(services: Services, teamId: number): Promise<Outcome> {
  const owner = { team: teamId }
  return bill(services, owner, async (billed) => {
    const { trx, row, customer } = billed
    if ((await payerOf(trx, owner))?.manuallyUpgraded) return null
    // A failed charge is settled first: its renewal counts the members again.
    if (!row || (row.status !== 'active' && row.status !== 'trialing')) return null
    const now = services.now()
    const quantity = await seatsOf(trx, teamId)
    if (quantity === row.quantity || isDue(row, now)) return null
    const { plan, billing_period } = row
    const coupon = await couponById(trx, row.coupon_id)
    const step = change(stateOf(row), { plan, billing_period, quantity }, coupon, now)
    if (step.invoice.amount > 0 && !customer?.card_id) {
      await applyStep(billed, services, owner, owe(step, now))
      return null
    }
    return { step, kind: 'seats' }
  })
}
