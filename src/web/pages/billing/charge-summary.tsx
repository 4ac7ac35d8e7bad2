import type { ReactNode } from 'react'
import { periodUnits } from '../../../rules/billing-texts.ts'
import { formatDate } from '../../../rules/dates.ts'
import { discountedPrice, type Invoice, invoiceOf, type MoneyLine, periodAfter } from '../../../rules/money.ts'
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

/** What a purchase costs now, as on its receipt. */
function invoiceFor(purchase: Purchase): Invoice {
  const { plan, period, coupon, balance } = purchase
  const price = prices[plan][period]
  const lines: MoneyLine[] = [{ text: `${planNames[plan]}, one ${periodUnits[period]}`, amount: price }]
  if (coupon) lines.push({ text: `Coupon ${coupon.code}`, amount: firstPrice(purchase) - price })
  return invoiceOf(lines, balance)
}

/** What a purchase costs now, in cents. */
export function chargedNow(purchase: Purchase): number {
  return invoiceFor(purchase).amount
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
  const { lines, amount, balance } = invoiceFor(purchase)
  const shown = dollarColumn([...lines.map((line) => line.amount), amount])
  return (
    <section aria-labelledby="summary" className={styles.summary}>
      <h2 id="summary">Your order</h2>
      <dl className={styles.lines}>
        {lines.map((line) => (
          <div key={line.text}>
            <dt>{line.text}</dt>
            <dd>{shown(line.amount)}</dd>
          </div>
        ))}
        <div className={styles.total}>
          <dt>Charged now</dt>
          <dd>{shown(amount)}</dd>
        </div>
      </dl>
      <p className={styles.later} suppressHydrationWarning>
        {laterText(purchase, new Date())}
        {balance > 0 && ` ${dollars(balance)} of your credit is left for the next charges.`}
      </p>
      {children}
    </section>
  )
}
