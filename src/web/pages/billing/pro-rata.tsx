import { brandName } from '../../../rules/cards/card-types.ts'
import { type BillingPeriod, dollars, prices } from '../../../rules/prices.ts'
import styles from './billing.module.css'
import type { BillingDetails } from './load-billing.ts'

/** Props of ProRata. */
export interface ProRataProps {
  details: BillingDetails
  plan: 'lite' | 'pro' | 'enterprise'
  period: BillingPeriod
}

/** What a change of a running subscription costs. */
export function ProRata({ details, plan, period }: ProRataProps) {
  const { subscription, card, quantity } = details
  if (!subscription || (plan === subscription.plan && period === subscription.billing_period)) return null
  const price = dollars(prices[plan][period] * quantity)
  const payer = card ? `${brandName(card.brand)} ending in ${card.last4}` : 'your card'
  return (
    <p className={styles.note}>
      {subscription.status === 'trialing'
        ? `Nothing is charged before the trial ends; then ${price}.`
        : `A new period begins now at ${price}. What is left of the paid one is taken off, and ${payer} pays the rest. If more is left than the new period costs, it is kept as a credit.`}
    </p>
  )
}
