import { cardText } from '../../../rules/cards/card-types.ts'
import { formatDate } from '../../../rules/dates.ts'
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
  const payer = card ? cardText(card.brand, card.last4) : 'your card'
  if (subscription.status === 'trialing')
    return <p className={styles.note}>Nothing is charged before the trial ends; then {price}.</p>
  if (period === subscription.billing_period) {
    const [end, unit] = [formatDate(subscription.period_end), period === 'yearly' ? 'year' : 'month']
    return (
      <p className={styles.note}>
        The days until {end} are charged at the new price, less what is already paid for them; {payer} pays the
        difference now. If more was paid, it is kept as a credit. From {end} on it is {price} per {unit}.
      </p>
    )
  }
  return (
    <p className={styles.note}>
      A new period begins now at {price}. What is left of the paid one is taken off, and {payer} pays the rest. If more
      is left than the new period costs, it is kept as a credit.
    </p>
  )
}
