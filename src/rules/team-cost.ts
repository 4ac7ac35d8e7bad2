import { periodUnits } from './billing-texts.ts'
import { amountDue } from './money.ts'
import { type BillingPeriod, dollars, prices } from './prices.ts'

/** What one member of a team costs: '$192 per user per year', or per month, by the billing period. */
export function teamCost(period: BillingPeriod): string {
  return `${dollars(prices.enterprise[period])} per user per ${periodUnits[period]}`
}

/** What all active members cost: '$576 per year for 3 users'. */
export function teamTotal(period: BillingPeriod, users: number): string {
  const total = dollars(prices.enterprise[period] * users)
  return `${total} per ${periodUnits[period]} for ${users} ${users === 1 ? 'user' : 'users'}`
}

/**
 * What reactivating a team charges, in cents, and how it comes about. `balance`: the credit from before, in cents;
 * negative: what is owed.
 */
export function reactivationCharge(
  period: BillingPeriod,
  users: number,
  balance: number,
): { readonly amount: number; readonly text: string } {
  const price = prices.enterprise[period] * users
  const total = teamTotal(period, users)
  const amount = amountDue(price, balance)
  if (balance < 0) return { amount, text: `${total}, and ${dollars(-balance)} due from before` }
  return { amount, text: balance > 0 ? `${total}, less ${dollars(Math.min(price, balance))} of credit` : total }
}
