const day = 24 * 60 * 60 * 1000

/** Terms of subscriptions, in days. */
export const subscriptionTerms = {
  /** A new team's trial. Users have none. */
  trial: 14,
  /** How long a plan stays in force after a charge failed. */
  grace: 7,
  /** When a failed charge is tried again, after its failure. */
  retries: [1, 3, 5],
  /** How long before its end a trial's end is announced. */
  trialNotice: 3,
} as const

/** A point of time some days later. */
export function daysLater(time: Date, days: number): Date {
  return new Date(time.getTime() + days * day)
}

/** What decides whether a subscription gives its plan. */
export interface SubscriptionTerm {
  readonly status: 'trialing' | 'active' | 'past_due' | 'ended'
  readonly period_end: Date
  readonly cancel_at_period_end: boolean
  readonly grace_ends_at: Date | null
}

/**
 * When a subscription stops giving its plan unless it is renewed. A renewal is charged after the period's end, so that
 * the end alone does not take the plan: the grace does.
 */
export function forceEndsAt(term: SubscriptionTerm): Date {
  const { grace_ends_at: graceEnd, period_end: periodEnd } = term
  if (!term.cancel_at_period_end) return graceEnd ?? daysLater(periodEnd, subscriptionTerms.grace)
  return graceEnd && graceEnd < periodEnd ? graceEnd : periodEnd
}

/** Whether a subscription gives its plan. */
export function inForce(term: SubscriptionTerm, now: Date): boolean {
  return term.status !== 'ended' && now < forceEndsAt(term)
}
