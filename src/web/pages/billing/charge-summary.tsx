import type { ReactNode } from 'react'
import { periodUnits } from '../../../rules/billing-texts.ts'
import { formatDate } from '../../../rules/dates.ts'
import { amountDue, discountedPrice, periodAfter } from '../../../rules/money.ts'
import { planNames } from '../../../rules/plans.ts'
import { type BillingPeriod, dollarColumn, dollars, prices } from '../../../rules/prices.ts'
import styles from './billing.module.css'
import type { Coupon } from './coupon-field.tsx'

/** What is bought. */
export interface Purchase {
  readonly plan: 'lite' | 'pro'
  readonly period: BillingPeriod
  readonly coupon: Coupon | null
  /** What an earlier subscription left, in cents: a credit, or if negative a debt. */
  readonly balance: number
}

/** The price of the first period in cents. */
function firstPrice({ plan, period, coupon }: Purchase): number {
  const price = prices[plan][period]
  return coupon ? discountedPrice(price, coupon) : price
}

/** What a purchase costs now, in cents. */
export function chargedNow(purchase: Purchase): number {
  return amountDue(firstPrice(purchase), purchase.balance)
}

/** What is charged after the first period. */
function laterText(purchase: Purchase, now: Date): string {
  const { plan, period, coupon } = purchase
  const next = formatDate(periodAfter(now, period))
  const later = coupon && (coupon.periods === null || coupon.periods > 1) ? firstPrice(purchase) : null
  const price = dollars(prices[plan][period])
  const ending = `every ${periodUnits[period]} until you cancel`
  if (later === null || later === prices[plan][period]) return `Then ${price} on ${next}, and ${ending}.`
  if (coupon?.periods === null) return `Then ${dollars(later)} on ${next}, and ${ending}.`
  return `Then ${dollars(later)} on ${next}, and ${price} every ${periodUnits[period]} once the coupon is used up, until you cancel.`
}

/** What a purchase costs, now and later. `children`: the button that pays. */
export function ChargeSummary({ purchase, children }: { purchase: Purchase; children: ReactNode }) {
  const { plan, period, coupon, balance } = purchase
  const price = prices[plan][period]
  const saved = firstPrice(purchase) - price
  const now = chargedNow(purchase)
  const shown = dollarColumn([price, saved, balance, now])
  return (
    <section aria-labelledby="summary" className={styles.summary}>
      <h2 id="summary">Your order</h2>
      <dl className={styles.lines}>
        <div>
          <dt>
            {planNames[plan]}, one {periodUnits[period]}
          </dt>
          <dd>{shown(price)}</dd>
        </div>
        {coupon && (
          <div>
            <dt>Coupon {coupon.code}</dt>
            <dd>{shown(saved)}</dd>
          </div>
        )}
        {balance !== 0 && (
          <div>
            <dt>{balance > 0 ? 'Credit from before' : 'Due from before'}</dt>
            <dd>{shown(-balance)}</dd>
          </div>
        )}
        <div className={styles.total}>
          <dt>Charged now</dt>
          <dd>{shown(now)}</dd>
        </div>
      </dl>
      <p className={styles.later} suppressHydrationWarning>
        {laterText(purchase, new Date())}
      </p>
      {children}
    </section>
  )
}
