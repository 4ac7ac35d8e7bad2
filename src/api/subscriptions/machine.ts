import { daysText } from '../../rules/billing-texts.ts'
import { counted } from '../../rules/counted.ts'
import { formatDate } from '../../rules/dates.ts'
import {
  creditLine,
  type Discount,
  type Invoice,
  invoiceOf,
  type MoneyLine,
  periodEnd,
  periodPrice,
  shareOf,
} from '../../rules/money.ts'
import { type Plan, planNames } from '../../rules/plans.ts'
import type { BillingPeriod } from '../../rules/prices.ts'
import { daysLater, subscriptionTerms } from '../../rules/subscriptions.ts'
import type { PaidPlan, SubscriptionStatus } from '../../server/db/billing-tables.ts'

/**
 * The state of a subscription, and all that can happen to it: pure functions of the state and the time. A period is
 * paid when it begins. The paid amount covers the segment from the last change to the period's end, so that the unused
 * rest of it is known at any time. Amounts in cents.
 */
export interface SubscriptionState {
  readonly plan: PaidPlan
  readonly billing_period: BillingPeriod
  readonly status: SubscriptionStatus
  readonly quantity: number
  readonly trial_ends_at: Date | null
  readonly anchor: Date
  readonly period_start: Date
  readonly period_end: Date
  readonly segment_start: Date
  readonly segment_amount: number
  readonly balance: number
  readonly cancel_at_period_end: boolean
  readonly coupon_id: number | null
  readonly coupon_periods_left: number | null
  readonly discounted: boolean
  readonly grace_ends_at: Date | null
  readonly next_attempt_at: Date | null
}

/** A coupon as a subscription uses it. */
export interface UsedCoupon extends Discount {
  readonly id: number
  readonly code: string
  /** Billing periods that it covers; null: all. */
  readonly periods: number | null
}

/** A change with its price: `next` is in force once the invoice is paid, at once if its amount is 0. */
export interface Step {
  readonly next: SubscriptionState
  readonly invoice: Invoice
  readonly description: string
}

type Sold = Pick<SubscriptionState, 'plan' | 'billing_period' | 'quantity'>

const periodNames: { readonly [period in BillingPeriod]: string } = { monthly: 'monthly', yearly: 'yearly' }

/** 'Pro, monthly' or 'Team, yearly, 3 users'. */
export function soldName({ plan, billing_period, quantity }: Sold): string {
  const users = plan === 'enterprise' ? `, ${counted(quantity, 'user', 'users')}` : ''
  return `${planNames[plan as Plan]}, ${periodNames[billing_period]}${users}`
}

/** The part of the paid amount that is not used up yet. */
export function unusedOf(state: SubscriptionState, now: Date): number {
  const end = state.period_end.getTime()
  return shareOf(state.segment_amount, end - now.getTime(), end - state.segment_start.getTime())
}

/** The lines that refund the rest of a period: the amount paid for the period, and its used part. */
function unusedLines(state: SubscriptionState, now: Date): MoneyLine[] {
  const unused = unusedOf(state, now)
  if (unused === 0) return []
  const { segment_amount: paid, segment_start, period_end } = state
  const whole = { text: `Paid for ${soldName(state)}, ${daysText(segment_start, period_end)}`, amount: -paid }
  return paid === unused ? [whole] : [whole, { text: `Used until ${formatDate(now)}`, amount: paid - unused }]
}

/** Whether a coupon covers the period that begins next. */
function covers(state: Pick<SubscriptionState, 'coupon_periods_left'>, coupon: UsedCoupon | null): boolean {
  return coupon !== null && (state.coupon_periods_left === null || state.coupon_periods_left > 0)
}

/** The state at the start of a period that was paid, and the lines of its price. */
function beginPeriod(
  state: SubscriptionState,
  coupon: UsedCoupon | null,
  start: Date,
): { begun: SubscriptionState; lines: MoneyLine[] } {
  const discounted = covers(state, coupon)
  const left = state.coupon_periods_left
  const { gross, net } = periodPrice(state, discounted ? coupon : null)
  const period_end = periodEnd(state.anchor, start, state.billing_period)
  const begun = {
    ...state,
    status: 'active' as const,
    period_start: start,
    period_end,
    segment_start: start,
    segment_amount: net,
    discounted,
    coupon_id: discounted ? state.coupon_id : null,
    coupon_periods_left: discounted && left !== null ? left - 1 : null,
    grace_ends_at: null,
    next_attempt_at: null,
  }
  const lines = [{ text: `${soldName(state)}, ${daysText(start, period_end)}`, amount: gross }]
  if (coupon && net !== gross) lines.push({ text: `Coupon ${coupon.code}`, amount: net - gross })
  return { begun, lines }
}

function stepOf(state: SubscriptionState, lines: readonly MoneyLine[], description: string): Step {
  const invoice = invoiceOf(lines, state.balance)
  return { next: { ...state, balance: invoice.balance }, invoice, description }
}

/** Begins a subscription that is paid from now. `balance`: what an earlier subscription left. */
export function begin(sold: Sold, coupon: UsedCoupon | null, balance: number, now: Date): Step {
  const state: SubscriptionState = {
    ...{ ...sold, status: 'active', trial_ends_at: null, anchor: now, period_start: now, period_end: now },
    ...{ segment_start: now, segment_amount: 0, balance, cancel_at_period_end: false, discounted: false },
    ...{ coupon_id: coupon?.id ?? null, coupon_periods_left: coupon?.periods ?? null },
    ...{ grace_ends_at: null, next_attempt_at: null },
  }
  const { begun, lines } = beginPeriod(state, coupon, now)
  return stepOf(begun, lines, soldName(sold))
}

/** Begins a trial, which is free and ends with the first charge. */
export function beginTrial(sold: Sold, now: Date): SubscriptionState {
  const end = daysLater(now, subscriptionTerms.trial)
  return {
    ...{ ...sold, status: 'trialing', trial_ends_at: end, anchor: end, period_start: now, period_end: end },
    ...{ segment_start: now, segment_amount: 0, balance: 0, cancel_at_period_end: false, discounted: false },
    ...{ coupon_id: null, coupon_periods_left: null, grace_ends_at: null, next_attempt_at: null },
  }
}

/**
 * Changes plan, billing period or seats. The unused rest of the paid amount is credited. Within the same billing period
 * the rest of the period is charged at the new price; another billing period begins now.
 */
export function change(state: SubscriptionState, sold: Sold, coupon: UsedCoupon | null, now: Date): Step {
  const changed = { ...state, ...sold }
  const description = `Change to ${soldName(sold)}`
  if (state.status === 'trialing') return stepOf(changed, [], description)
  const credit = unusedLines(state, now)
  if (sold.billing_period !== state.billing_period) {
    const { begun, lines } = beginPeriod({ ...changed, anchor: now }, coupon, now)
    return stepOf(begun, [...credit, ...lines], description)
  }
  const { net } = periodPrice(sold, state.discounted ? coupon : null)
  const end = state.period_end.getTime()
  const amount = shareOf(net, end - now.getTime(), end - state.period_start.getTime())
  const rest = { text: `${soldName(sold)}, ${daysText(now, state.period_end)}`, amount }
  const next = { ...changed, segment_start: now, segment_amount: amount }
  return stepOf(next, [...credit, rest], description)
}

/** Whether the paid period or the trial is over. */
export function isDue(state: SubscriptionState, now: Date): boolean {
  return now >= state.period_end
}

/**
 * Begins the next period. It starts at the end of the last, so that a late charge gives no day away; after an outage of
 * more than a whole period it starts now, so that the past is not charged.
 */
export function renew(state: SubscriptionState, quantity: number, coupon: UsedCoupon | null, now: Date): Step {
  const late = now >= periodEnd(state.anchor, state.period_end, state.billing_period)
  const from = late ? now : state.period_end
  const { begun, lines } = beginPeriod({ ...state, quantity, anchor: late ? now : state.anchor }, coupon, from)
  return stepOf(begun, lines, soldName(begun))
}

/** Pays what is owed within a period. */
export function payDebt(state: SubscriptionState): Step {
  const paid = { ...state, status: 'active' as const, grace_ends_at: null, next_attempt_at: null }
  return stepOf(paid, [], `${soldName(state)}: amount due`)
}

/** A charge failed: the plan stays for the grace, in which the charge is tried again. */
export function fail(state: SubscriptionState, now: Date): SubscriptionState {
  const grace_ends_at = state.grace_ends_at ?? daysLater(now, subscriptionTerms.grace)
  const since = daysLater(grace_ends_at, -subscriptionTerms.grace)
  const attempts = subscriptionTerms.retries.map((days) => daysLater(since, days))
  const next_attempt_at = attempts.find((time) => time > now) ?? null
  return { ...state, status: 'past_due', grace_ends_at, next_attempt_at }
}

/** A charge for more seats failed: they are there, and their price is owed. */
export function owe({ next, invoice, description }: Step, now: Date): Step {
  const balance = next.balance - invoice.amount
  const lines = [...invoice.lines, creditLine('Charged with the next payment', -invoice.amount)]
  return { next: fail({ ...next, balance }, now), invoice: { lines, amount: 0, balance }, description }
}

/** Ends the subscription. What was paid for the time after it is kept as credit. */
export function end(state: SubscriptionState, now: Date): Step {
  const at = now < state.period_end ? now : state.period_end
  const ended: SubscriptionState = {
    ...state,
    status: 'ended',
    period_end: at,
    segment_start: at,
    segment_amount: 0,
    cancel_at_period_end: false,
    coupon_id: null,
    coupon_periods_left: null,
    discounted: false,
    grace_ends_at: null,
    next_attempt_at: null,
  }
  return keptStep(ended, unusedLines(state, now), `End of ${soldName(state)}`)
}

/** A step that charges nothing: what its lines give back is credited, and what is owed stays owed. */
function keptStep(next: SubscriptionState, lines: readonly MoneyLine[], description: string): Step {
  const back = -lines.reduce((sum, line) => sum + line.amount, 0)
  const balance = next.balance + back
  const all = back === 0 ? lines : [...lines, creditLine('Kept as credit', back)]
  return { next: { ...next, balance }, invoice: { lines: all, amount: 0, balance }, description }
}

/** Cancels at the end of the paid period. A trial, and a subscription whose charge failed, end at once. */
export function cancel(state: SubscriptionState, now: Date): Step {
  if (state.status !== 'active' || isDue(state, now)) return end(state, now)
  return unpriced({ ...state, cancel_at_period_end: true })
}

/** Undoes a cancellation. */
export function resume(state: SubscriptionState): Step {
  return unpriced({ ...state, cancel_at_period_end: false })
}

/** A step to a state that moves no money. */
export function unpriced(next: SubscriptionState): Step {
  return { next, invoice: { lines: [], amount: 0, balance: next.balance }, description: soldName(next) }
}

/** What is due at a time: `end` and `charge` (a renewal, or what is owed), or nothing. */
export function dueAction(state: SubscriptionState, now: Date): 'none' | 'end' | 'charge' {
  if (state.status === 'ended') return 'none'
  if (state.grace_ends_at && now >= state.grace_ends_at) return 'end'
  if (state.cancel_at_period_end && isDue(state, now)) return 'end'
  // Also of a canceled subscription: seats that were added since may be owed.
  if (state.status === 'past_due') return state.next_attempt_at && now >= state.next_attempt_at ? 'charge' : 'none'
  return isDue(state, now) ? 'charge' : 'none'
}

/** The charge that is due. */
export function dueStep(state: SubscriptionState, quantity: number, coupon: UsedCoupon | null, now: Date): Step {
  return isDue(state, now) ? renew(state, quantity, coupon, now) : payDebt(state)
}
