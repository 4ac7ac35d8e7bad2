import type { Plan } from './plans.ts'

/** Billing periods of a subscription. */
export const billingPeriods = ['monthly', 'yearly'] as const
export type BillingPeriod = (typeof billingPeriods)[number]

/** A plan's price per period, in cents. Enterprise: per team member. */
export interface Price {
  readonly monthly: number
  readonly yearly: number
}

/** All prices, in US cents; the only place that has amounts. */
export const prices: { readonly [plan in Plan]: Price } = {
  free: { monthly: 0, yearly: 0 },
  lite: { monthly: 700, yearly: 6_000 },
  pro: { monthly: 1_400, yearly: 12_000 },
  enterprise: { monthly: 2_000, yearly: 19_200 },
}

/** A plan's price per month, in whole or half dollars; yearly prices are divided by twelve. */
export function monthlyPrice(plan: Plan, period: BillingPeriod): string {
  const cents = period === 'monthly' ? prices[plan].monthly : prices[plan].yearly / 12
  return `$${(cents / 100).toFixed(cents % 100 === 0 ? 0 : 2)}`
}
