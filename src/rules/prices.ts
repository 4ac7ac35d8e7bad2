import type { Plan } from './plans.ts'

/** Billing periods of a subscription. */
export const billingPeriods = ['monthly', 'yearly'] as const
export type BillingPeriod = (typeof billingPeriods)[number]

/** The billing period in a text, such as that of a URL; null: none. */
export function readPeriod(text: string | null): BillingPeriod | null {
  return billingPeriods.find((period) => period === text) ?? null
}

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

/** An amount in cents as dollars: '$1,400', '$14.50', '-$3'; `hasCents`: '-$3.00'. */
export function dollars(cents: number, hasCents = cents % 100 !== 0): string {
  const digits = hasCents ? 2 : 0
  const amount = (Math.abs(cents) / 100).toLocaleString('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  return `${cents < 0 ? '-' : ''}$${amount}`
}

/** Formats the amounts of a column: all with cents if one of them has some, so that their digits are below each other. */
export function dollarColumn(amounts: readonly number[]): (cents: number) => string {
  const hasCents = amounts.some((cents) => cents % 100 !== 0)
  return (cents) => dollars(cents, hasCents)
}

/** A plan's price per month, in whole or half dollars; yearly prices are divided by twelve. */
export function monthlyPrice(plan: Plan, period: BillingPeriod): string {
  return dollars(period === 'monthly' ? prices[plan].monthly : prices[plan].yearly / 12)
}

/** What paying by the year saves: '29% less than by the month', in whole percent. */
export function yearlySaving(plan: Exclude<Plan, 'free'>): string {
  const { monthly, yearly } = prices[plan]
  return `${Math.round((1 - yearly / (monthly * 12)) * 100)}% less than by the month`
}
