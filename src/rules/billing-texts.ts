import { formatDate } from './dates.ts'
import { type Plan, planNames } from './plans.ts'
import { type BillingPeriod, dollars } from './prices.ts'

/** How a billing period is named on pages. */
export const periodNames: Readonly<Record<BillingPeriod, string>> = { yearly: 'By the year', monthly: 'By the month' }

/** The name of the choice between them. */
export const periodLegend = 'Billing period'

/** What a price is for, by billing period: '$14 per month'. */
export const periodUnits: Readonly<Record<BillingPeriod, string>> = { yearly: 'year', monthly: 'month' }

/** A price and how it is paid, in cents. A difference is owed from before, or charged with the charge after it. */
export interface PaidPrice {
  readonly price: number
  readonly fromCredit: number
  /** What the card is charged. */
  readonly amount: number
}

/** How a price is paid that credit covers. */
export const paidByCredit = 'paid from credit'

/** How a price is paid: '$5 from credit, $9 from the card'; null if the card pays it and nothing else. */
export function paidText({ price, fromCredit, amount }: PaidPrice): string | null {
  const later = price - fromCredit - amount
  if (fromCredit === price && later === 0) return price === 0 ? null : paidByCredit
  const parts = [
    ...(later < 0 && price > 0 ? [`${dollars(-later)} of it due from before`] : []),
    ...(fromCredit > 0 ? [`${dollars(fromCredit)} from credit`] : []),
    ...(fromCredit > 0 && amount > 0 ? [`${dollars(amount)} from the card`] : []),
    ...(later > 0 ? [`${dollars(later)} with the charge after it`] : []),
  ]
  return parts.length > 0 ? parts.join(', ') : null
}

/**
 * What is charged next: '$14 on Dec 24th, 2026', and how it is paid if the card does not pay all of it. `date`: a Date, ms
 * since 1970, or an ISO string.
 */
export function chargeText(paid: PaidPrice, date: Date | number | string): string {
  const { price, fromCredit, amount } = paid
  const how = paidText(paid)
  const whole = `${dollars(Math.max(price, amount + fromCredit))} on ${formatDate(date)}`
  if (how === null) return whole
  return how === paidByCredit ? `${whole}, ${how}` : `${whole}: ${how}`
}

/** The days that a payment covers: 'Nov 24th, 2026 to Dec 24th, 2026'. */
export function daysText(from: Date | string, to: Date | string): string {
  return `${formatDate(from)} to ${formatDate(to)}`
}

/** Whole days from `now` (ms since 1970) to a date; a begun day counts as one, a date that has passed is 0. */
export function daysUntil(date: Date | string, now: number): number {
  return Math.max(0, Math.ceil((new Date(date).getTime() - now) / (24 * 60 * 60 * 1000)))
}

/** The subscription's fields that determine what becomes of it when it is canceled. */
export interface CanceledTerm {
  readonly plan: Plan
  readonly status: 'trialing' | 'active' | 'past_due' | 'ended'
  /** ISO 8601. */
  readonly period_end: string
}

/** The texts of the dialog that asks before a subscription is canceled. `team`: the name of the team that pays. */
export function cancelTexts({ plan, status, period_end }: CanceledTerm, team: string | null) {
  const end = formatDate(period_end)
  const name = planNames[plan]
  const decks = team
    ? 'Nothing is deleted: the team’s decks stay readable for those who may see them now, and an owner can reactivate the team at any time.'
    : 'Nothing is deleted: private decks stay private and readable by you, and you can reactivate the plan at any time.'
  if (status === 'past_due') {
    const text = `The last payment failed, so ${team ? `the plan of ${team}` : 'your plan'} becomes ${planNames.free} at once. Nothing is charged any more.`
    return { title: `Cancel ${name}?`, text, decks, action: `Cancel ${name}`, done: `${name} has ended` }
  }
  if (team && status === 'trialing') {
    const text = `The trial ends at once, and ${team} becomes ${planNames.free}. Nothing is charged.`
    return { title: 'End the trial now?', text, decks, action: 'End the trial', done: 'The trial has ended' }
  }
  const whose = team ? `The plan of ${team}` : 'Your plan'
  const text = `${whose} becomes ${planNames.free} at the end of the period, on ${end}. Until then nothing changes, and nothing is charged any more.`
  return { title: `Cancel ${name}?`, text, decks, action: `Cancel ${name}`, done: `${name} ends on ${end}` }
}
