import { accountMessages } from '../../rules/account-messages.ts'
import type { BillingPeriod } from '../../rules/prices.ts'
import type { Db } from '../../server/db/open-database.ts'
import { HttpError, invalid } from '../../server/http/http-error.ts'
import type { Services } from '../../server/services.ts'
import type { Owner } from '../owner.ts'
import { applyStep } from './apply-step.ts'
import { bill, lockSubscription, type Outcome } from './bill.ts'
import { cardError, ensureCustomer, payerOf, storeCard } from './customer.ts'
import { runDue } from './due.ts'
import { canceledMails } from './emails.ts'
import { begin, cancel, change, end, isDue, resume, type Step, type UsedCoupon, unpriced } from './machine.ts'
import {
  type CouponRow,
  couponByCode,
  couponById,
  planNow,
  type SubscriptionRow,
  seatsOf,
  stateOf,
  subscriptionOf,
} from './queries.ts'

function refuse(message: string): HttpError {
  return invalid('base', message)
}

/** The 422 of a payment that the customer, who is present, can confirm with the bank: `confirm` in its body says so. */
function unconfirmedError(): HttpError {
  const { message, fields } = cardError('authentication')
  return new HttpError(422, message, { ...(fields ? { fields } : {}), extra: { confirm: true } })
}

/** Throws what a customer must know about a payment: the refused card, or that it is not decided. */
function report({ status, failure }: Outcome): void {
  if (status === 'failed' && failure === 'authentication') throw unconfirmedError()
  if (status === 'failed') throw cardError(failure ?? 'declined')
  if (status === 'pending') throw new HttpError(503, accountMessages.billing.pending, { retryAfter: 60 })
}

/** Whether a coupon can be used. */
export function isCouponUsable(coupon: CouponRow, now: Date): boolean {
  const open = coupon.max_uses === null || coupon.uses < coupon.max_uses
  return open && (coupon.expires_at === null || now < coupon.expires_at)
}

/** The coupon of a code; null for an empty code. Throws 422. */
async function usableCoupon(services: Services, code: string | undefined): Promise<UsedCoupon | null> {
  if (!code) return null
  const coupon = await couponByCode(services.database.read, code)
  if (!coupon || !isCouponUsable(coupon, services.now()))
    throw invalid('coupon_code', accountMessages.billing.couponInvalid)
  return coupon
}

/** Whether the subscription is over, even if the job that ends it has not run yet. */
function isOver(row: SubscriptionRow | null, now: Date): boolean {
  return row === null || row.status === 'ended' || (row.cancel_at_period_end && isDue(row, now))
}

/** Whether a user has the largest plan already, which comes with a team. */
async function hasTeamPlan(db: Db, owner: Owner): Promise<boolean> {
  return 'user' in owner && (await planNow(db, owner)) === 'enterprise'
}

/** Subscribes a user and pays the first period. */
export async function subscribe(
  services: Services,
  owner: Owner,
  wanted: { plan: 'lite' | 'pro'; billing_period: BillingPeriod; token: string; coupon_code?: string | undefined },
): Promise<void> {
  if ('team' in owner) throw refuse(accountMessages.billing.notOnTeam)
  const { read, write } = services.database
  if (!isOver(await subscriptionOf(read, owner), services.now())) throw refuse(accountMessages.billing.subscribed)
  if (await hasTeamPlan(read, owner)) throw refuse(accountMessages.billing.teamIncludes)
  const coupon = await usableCoupon(services, wanted.coupon_code)
  await storeCard(services, write, await ensureCustomer(services, write, owner), wanted.token)
  const { plan, billing_period } = wanted
  const outcome = await bill(services, owner, async ({ row }) => {
    const now = services.now()
    if (!isOver(row, now)) throw refuse(accountMessages.billing.subscribed)
    const step = begin({ plan, billing_period, quantity: 1 }, coupon, row?.balance ?? 0, now)
    return { step, kind: 'begin', coupon: coupon?.id ?? null }
  })
  report(outcome)
}

/** Replaces the card, and charges what has failed with the old one. */
export async function changeCard(services: Services, owner: Owner, token: string): Promise<void> {
  const { write, transaction } = services.database
  await storeCard(services, write, await ensureCustomer(services, write, owner), token)
  const retry = await transaction(async (trx) => {
    const { row } = await lockSubscription(trx, services, owner)
    if (row?.status !== 'past_due') return false
    await applyStep({ trx, row }, services, owner, unpriced({ ...stateOf(row), next_attempt_at: services.now() }))
    return true
  })
  if (retry) report(await runDue(services, owner))
}

/** Cancels in the caller's transaction. Repeated calls change nothing. */
export async function cancelSubscription(trx: Db, services: Services, owner: Owner): Promise<void> {
  const billed = await lockSubscription(trx, services, owner)
  const { row } = billed
  if (row === null || row.status === 'ended') throw refuse(accountMessages.billing.noSubscription)
  if (row.cancel_at_period_end) return
  const step = cancel(stateOf(row), services.now())
  await applyStep(billed, services, owner, step)
  const payer = await payerOf(trx, owner)
  for (const mail of canceledMails(payer, step.next, services.settings)) await services.mail.send(trx, mail)
}

/** Undoes a cancellation; a subscription that is over begins again and pays its first period. */
export async function reactivate(
  services: Services,
  owner: Owner,
  { token, billing_period }: { token?: string | undefined; billing_period?: BillingPeriod | undefined },
): Promise<void> {
  const { write } = services.database
  if (token) await storeCard(services, write, await ensureCustomer(services, write, owner), token)
  const outcome = await bill(services, owner, async (billed) => {
    const { trx, row } = billed
    const now = services.now()
    if (row === null) throw refuse(accountMessages.billing.noSubscription)
    if (isOver(row, now)) {
      if (await hasTeamPlan(trx, owner)) throw refuse(accountMessages.billing.teamIncludes)
      const period = billing_period ?? row.billing_period
      const { balance } = row.status === 'ended' ? row : end(stateOf(row), now).next
      const sold = { plan: row.plan, billing_period: period, quantity: await quantityOf(trx, owner) }
      return { step: begin(sold, null, balance, now), kind: 'begin' }
    }
    if (row.status === 'past_due') throw refuse(accountMessages.billing.pastDue)
    if (row.cancel_at_period_end) await applyStep(billed, services, owner, resume(stateOf(row)))
    return null
  })
  report(outcome)
}

async function quantityOf(db: Db, owner: Owner): Promise<number> {
  return 'team' in owner ? seatsOf(db, owner.team) : 1
}

/** A plan and a billing period that a customer changes to. */
export interface WantedChange {
  readonly plan?: 'lite' | 'pro' | undefined
  readonly billing_period: BillingPeriod
}

/** The change of a subscription with its price; null: nothing changes. Throws 422 if it cannot be changed now. */
export async function changeStep(
  db: Db,
  owner: Owner,
  { row, wanted, now }: { readonly row: SubscriptionRow | null; readonly wanted: WantedChange; readonly now: Date },
): Promise<Step | null> {
  if ('team' in owner && wanted.plan) throw invalid('plan', accountMessages.billing.teamPlan)
  if (row === null || isOver(row, now)) throw refuse(accountMessages.billing.noSubscription)
  if (row.status === 'past_due') throw refuse(accountMessages.billing.pastDue)
  if (row.cancel_at_period_end) throw refuse(accountMessages.billing.canceled)
  const plan = wanted.plan ?? row.plan
  if (plan === row.plan && wanted.billing_period === row.billing_period) return null
  const sold = { plan, billing_period: wanted.billing_period, quantity: row.quantity }
  return change(stateOf(row), sold, await couponById(db, row.coupon_id), now)
}

/** Changes plan and billing period, and pays the difference at once. */
export async function changeSubscription(services: Services, owner: Owner, wanted: WantedChange): Promise<void> {
  if ('team' in owner && wanted.plan) throw invalid('plan', accountMessages.billing.teamPlan)
  // A renewal that is due goes first: it is priced as before.
  report(await runDue(services, owner))
  const outcome = await bill(services, owner, async ({ trx, row }) => {
    const step = await changeStep(trx, owner, { row, wanted, now: services.now() })
    return step && { step, kind: 'change' }
  })
  report(outcome)
}
