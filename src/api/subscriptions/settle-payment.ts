import { randomUUID } from 'node:crypto'
import { creditLine } from '../../rules/money.ts'
import type { Db } from '../../server/db/open-database.ts'
import type { ChargeResult } from '../../server/payments/payments.ts'
import type { Services } from '../../server/services.ts'
import { lockOwner, type Owner, ownerColumns } from '../owner.ts'
import { settlePlan } from '../plans/settle-plan.ts'
import { applyStep, receiptNumber } from './apply-step.ts'
import { cardName, payerOf } from './customer.ts'
import { paymentFailedMails, receiptMails } from './emails.ts'
import { fail, owe, type Step, type SubscriptionState, unpriced } from './machine.ts'
import {
  type CustomerRow,
  insertPayment,
  isOwnerless,
  ownerOf,
  type PaymentRow,
  paymentById,
  returnCoupon,
  type SubscriptionRow,
  stateOf,
  subscriptionOf,
  takeCoupon,
  updatePayment,
  writeSubscription,
} from './queries.ts'
import { partiesToStore } from './receipt-parties.ts'

/**
 * Why a payment is made, which decides what its failure means. begin, change: the customer waits, and nothing changes.
 * renew, seats, debt: it is owed, and the grace begins.
 */
export type PaymentKind = 'begin' | 'change' | 'renew' | 'seats' | 'debt'

/** What a payment does once it is settled; kept with it, so that a crash in between loses nothing. */
export interface PlannedChange {
  readonly kind: PaymentKind
  /** The version of the subscription that the change was computed from; 0: none. */
  readonly base: number
  readonly next: SubscriptionState
  readonly coupon: number | null
  /** The provider's ids of the customer and the card that are charged, also in a repeated charge. */
  readonly customer_id: string
  readonly card_id: string
}

const times = [
  ...(['trial_ends_at', 'anchor', 'period_start', 'period_end', 'segment_start', 'grace_ends_at'] as const),
  'next_attempt_at' as const,
]

/** The change of a payment; its times are texts in the database. */
export function plannedOf({ change }: PaymentRow): PlannedChange {
  // The column is JSON, written by openPayment only.
  const planned = change as unknown as PlannedChange
  const revived = times.map((name) => [name, planned.next[name] === null ? null : new Date(planned.next[name])])
  return { ...planned, next: { ...planned.next, ...Object.fromEntries(revived) } }
}

/** Records a charge before it is made: after a crash it is found and settled. */
export async function openPayment(
  trx: Db,
  services: Services,
  opening: {
    readonly owner: Owner
    readonly customer: CustomerRow
    readonly row: SubscriptionRow | null
    readonly step: Step
    readonly kind: PaymentKind
    readonly coupon?: number | null
  },
): Promise<PaymentRow> {
  const { owner, customer, row, step, kind, coupon = null } = opening
  const { provider_id: customer_id, card_id } = customer
  const base = row?.version ?? 0
  const change: PlannedChange = { kind, base, next: step.next, coupon, customer_id, card_id: card_id ?? '' }
  return insertPayment(trx, {
    ...ownerColumns(owner),
    amount: step.invoice.amount,
    currency: 'usd',
    status: 'pending',
    description: step.description,
    lines: step.invoice.lines,
    change,
    card: cardName(customer),
    provider: customer.provider,
    idempotency_key: `lectern-${randomUUID()}`,
    created_at: services.now(),
  })
}

/**
 * Applies what the provider decided about a payment. Idempotent: answers, retries and notifications may report the same
 * more than once, and in any order. Returns whether something changed.
 */
export async function settlePayment(
  trx: Db,
  services: Services,
  paymentId: number,
  result: ChargeResult,
): Promise<boolean> {
  const found = await paymentById(trx, paymentId)
  const owner = found && ownerOf(found)
  if (owner) await lockOwner(trx, services.database.kind, owner)
  const payment = await paymentById(trx, paymentId)
  if (!payment || result.status === 'pending') return false
  if (result.status === 'paid') return settlePaid(trx, services, payment, owner, result)
  return payment.status === 'pending' ? settleFailed(trx, services, payment, owner, result) : false
}

/** Refunded money no longer pays for the current segment, so that a change of plan does not credit it again. */
async function takeFromSegment(trx: Db, owner: Owner, paid: SubscriptionState, refunded: number): Promise<void> {
  const row = await subscriptionOf(trx, owner)
  if (row?.segment_start.getTime() !== paid.segment_start.getTime()) return
  const segment_amount = Math.min(row.segment_amount, Math.max(0, row.segment_amount - refunded))
  await trx.updateTable('subscriptions').set({ segment_amount }).where('id', '=', row.id).execute()
}

/** Deletes what a payment was to do, once nothing can come of it. */
async function forgetChange(trx: Db, { id }: PaymentRow): Promise<void> {
  await updatePayment(trx, id, { change: '{}', card: null })
}

/** Has money given back that arrived after the account was deleted or the team closed; then the payment is settled. */
async function giveBack(trx: Db, services: Services, payment: PaymentRow, provider_id: string): Promise<boolean> {
  const settled_at = services.now()
  await updatePayment(trx, payment.id, { status: 'failed', failure: 'ownerless', provider_id, settled_at })
  await services.jobs.add(trx, 'billing-withdraw', {}, { dedupeKey: 'billing-withdraw' })
  return true
}

async function settlePaid(
  trx: Db,
  services: Services,
  payment: PaymentRow,
  owner: Owner | null,
  { providerId, refunded }: Pick<ChargeResult, 'providerId' | 'refunded'>,
): Promise<boolean> {
  if (payment.status === 'paid' || payment.status === 'refunded') {
    if (payment.refunded === refunded) return false
    const status = refunded >= payment.amount ? 'refunded' : 'paid'
    await updatePayment(trx, payment.id, { refunded, status })
    if (owner) await takeFromSegment(trx, owner, plannedOf(payment).next, refunded - payment.refunded)
    return true
  }
  const now = services.now()
  const ownerless = await isOwnerless(trx, payment)
  if (ownerless && refunded < payment.amount) return giveBack(trx, services, payment, providerId)
  const number = receiptNumber(payment.id, now)
  const status: 'paid' | 'refunded' = refunded >= payment.amount ? 'refunded' : 'paid'
  const receipt = owner && (await partiesToStore(trx, services, owner))
  const settled = { status, number, receipt, provider_id: providerId, refunded, settled_at: now, failure: null }
  await updatePayment(trx, payment.id, settled)
  if (!owner) await forgetChange(trx, payment)
  if (!owner || ownerless) return true
  const row = await subscriptionOf(trx, owner)
  const { base, next, coupon } = plannedOf(payment)
  let { lines } = payment
  if ((row?.version ?? 0) === base) {
    await writeSubscription(trx, owner, row, next, now)
    await takeFromSegment(trx, owner, next, refunded)
    if (coupon !== null && payment.status === 'failed') await takeCoupon(trx, coupon)
  } else if (row) {
    // Money for a change that can no longer be made: it pays the next charge.
    const retry = row.status === 'past_due' ? { next_attempt_at: now } : {}
    const credited = { ...stateOf(row), balance: row.balance + payment.amount, ...retry }
    await writeSubscription(trx, owner, row, credited, now)
    lines = [creditLine('Received late, kept as credit', payment.amount)]
    await updatePayment(trx, payment.id, { lines: JSON.stringify(lines) })
  }
  await settlePlan(trx, owner, now)
  const payer = await payerOf(trx, owner)
  for (const mail of receiptMails(payer, { ...payment, lines, number }, services.settings))
    await services.mail.send(trx, mail)
  return true
}

async function settleFailed(
  trx: Db,
  services: Services,
  payment: PaymentRow,
  owner: Owner | null,
  { providerId, failure }: Pick<ChargeResult, 'providerId' | 'failure'>,
): Promise<boolean> {
  const now = services.now()
  const failed = { status: 'failed' as const, provider_id: providerId || null, failure, settled_at: now }
  await updatePayment(trx, payment.id, failed)
  const planned = plannedOf(payment)
  const { kind, base, next, coupon } = planned
  if (coupon !== null) await returnCoupon(trx, coupon)
  if (!owner) await forgetChange(trx, payment)
  if (!owner || kind === 'begin' || kind === 'change') return true
  const row = await subscriptionOf(trx, owner)
  if (!row || row.version !== base) return true
  const { lines, amount, description } = payment
  const ordered = { next, invoice: { lines, amount, balance: next.balance }, description }
  const step = kind === 'seats' ? owe(ordered, now) : unpriced(fail(stateOf(row), now))
  await applyStep({ trx, row }, services, owner, step)
  // The same charge may still be paid, as when the customer confirms it: it then renews, if nothing else happened.
  if (kind !== 'seats') {
    await updatePayment(trx, payment.id, { change: JSON.stringify({ ...planned, base: row.version + 1 }) })
  }
  const payer = await payerOf(trx, owner)
  const mails = paymentFailedMails(payer, { ...payment, failure }, step.next, services.settings)
  for (const mail of mails) await services.mail.send(trx, mail)
  return true
}
