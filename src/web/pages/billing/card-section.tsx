import { CreditCard } from 'lucide-react'
import { expiryText } from '../../../rules/cards/card-expiry.ts'
import { brandName } from '../../../rules/cards/card-types.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import styles from './billing.module.css'
import { type BillingDetails, isRunning } from './load-billing.ts'

type Card = NonNullable<BillingDetails['card']>

/** A card as the customer knows it: brand, last digits and expiry. */
export function CardFacts({ card }: { card: Card }) {
  return (
    <p className={styles.card}>
      <CreditCard size={20} aria-hidden="true" />
      <span>
        <strong>{brandName(card.brand)}</strong> ending in {card.last4}
        <span className={styles.expiry}>{expiryText(card)}</span>
      </span>
    </p>
  )
}

/** The card that is charged, and where to change it. Hidden for customers who never had one and pay nothing. */
export function CardSection({ details }: { details: BillingDetails }) {
  const { card } = details
  if (!card && !isRunning(details)) return null
  return (
    <section aria-labelledby="card" className={styles.section}>
      <h2 id="card">Card</h2>
      <div className={styles.row}>
        {card ? <CardFacts card={card} /> : <p>There is no card yet.</p>}
        {isRunning(details) && (
          <ButtonLink to="/account/update_billing">{card ? 'Change the card' : 'Add a card'}</ButtonLink>
        )}
      </div>
    </section>
  )
}
