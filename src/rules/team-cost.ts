import { type BillingPeriod, dollars, prices } from './prices.ts'

const units = { yearly: 'year', monthly: 'month' } as const

/** What one member of a team costs: '$192 per user per year', or per month, by the billing period. */
export function teamCost(period: BillingPeriod): string {
  return `${dollars(prices.enterprise[period])} per user per ${units[period]}`
}

/** What all active members cost: '$576 per year for 3 users'. */
export function teamTotal(period: BillingPeriod, users: number): string {
  const total = dollars(prices.enterprise[period] * users)
  return `${total} per ${units[period]} for ${users} ${users === 1 ? 'user' : 'users'}`
}
