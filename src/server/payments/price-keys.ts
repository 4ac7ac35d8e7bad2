import { prices } from '../../rules/prices.ts'

/** A price's lookup key. */
export function priceKey(plan: string, period: string): string {
  return `lectern_${plan === 'enterprise' ? 'team' : plan}_${period}`
}

/** The lookup keys of the prices that the Stripe account must have, in cents. */
export const priceKeys = (['lite', 'pro', 'enterprise'] as const).flatMap((plan) =>
  (['monthly', 'yearly'] as const).map((period) => ({ key: priceKey(plan, period), amount: prices[plan][period] })),
)
