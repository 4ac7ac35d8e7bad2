import type { Plan } from './plans.ts'

/** How often a subscription is paid. */
export type BillingPeriod = 'monthly' | 'yearly'

/** What a plan costs in each period, in cents. Enterprise: per user of the team. */
export interface Price {
  readonly monthly: number
  readonly yearly: number
}

/** The prices of all plans in US cents; the only place where amounts stand. */
export const prices: { readonly [plan in Plan]: Price } = {
  free: { monthly: 0, yearly: 0 },
  lite: { monthly: 700, yearly: 6_000 },
  pro: { monthly: 1_400, yearly: 12_000 },
  enterprise: { monthly: 2_000, yearly: 19_200 },
}

/** The currency of every amount. */
export const currency = 'usd'

/** What a plan costs a month, in whole or half dollars: a year's price is told by the month. */
export function monthlyPrice(plan: Plan, period: BillingPeriod): string {
  const cents = period === 'monthly' ? prices[plan].monthly : prices[plan].yearly / 12
  return `$${(cents / 100).toFixed(cents % 100 === 0 ? 0 : 2)}`
}
