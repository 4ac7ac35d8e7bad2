import type { Plan } from '../../rules/plans.ts'
import { type BillingPeriod, prices } from '../../rules/prices.ts'
import type { PaymentLine } from '../../server/db/billing-tables.ts'

/** Card payments below this many cents are refused by payment networks; the amount is charged with the next payment. */
export const minimumCharge = 50

/** A coupon's discount: one of percent and amount (cents a period) is set. */
export interface Discount {
  readonly percent: number | null
  readonly amount: number | null
}

/** `part` of `whole`, applied to cents, rounded to whole cents. Exact: products exceed the safe integers. */
export function shareOf(cents: number, part: number, whole: number): number {
  if (whole <= 0) return 0
  const doubled = 2n * BigInt(cents) * BigInt(Math.max(0, Math.min(part, whole)))
  return Number((doubled + BigInt(whole)) / (2n * BigInt(whole)))
}

/** The price of a billing period in cents, without and with a discount. */
export function periodPrice(
  { plan, billing_period, quantity }: { plan: Plan; billing_period: BillingPeriod; quantity: number },
  discount: Discount | null,
): { readonly gross: number; readonly net: number } {
  const gross = prices[plan][billing_period] * quantity
  const off = discount === null ? 0 : (discount.amount ?? shareOf(gross, discount.percent ?? 0, 100))
  return { gross, net: Math.max(0, gross - off) }
}

/** What an invoice charges, and the balance after its payment. */
export interface Invoice {
  /** Cents; their sum is the amount. */
  readonly lines: readonly PaymentLine[]
  readonly amount: number
  readonly balance: number
}

/** Adds the balance to an invoice's lines: a credit pays first, and a negative total becomes a credit. */
export function invoiceOf(lines: readonly PaymentLine[], balance: number): Invoice {
  const due = lines.reduce((sum, line) => sum + line.amount, 0) - balance
  const all = balance === 0 ? lines : [...lines, balanceLine(balance)]
  if (due >= minimumCharge) return { lines: all, amount: due, balance: 0 }
  const kept = due === 0 ? [] : [{ text: due < 0 ? 'Kept as credit' : 'Charged with the next payment', amount: -due }]
  return { lines: [...all, ...kept], amount: 0, balance: 0 - due }
}

function balanceLine(balance: number): PaymentLine {
  return { text: balance > 0 ? 'Credit from before' : 'Due from before', amount: -balance }
}

const months: { readonly [period in BillingPeriod]: number } = { monthly: 1, yearly: 12 }

/** A time some months after another, in UTC. A day that the month lacks becomes its last: 31 January, 28 February. */
function monthsAfter(time: Date, count: number): Date {
  const first = Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + count, 1)
  const { year, month } = { year: new Date(first).getUTCFullYear(), month: new Date(first).getUTCMonth() }
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const timeOfDay = time.getTime() - Date.UTC(time.getUTCFullYear(), time.getUTCMonth(), time.getUTCDate())
  return new Date(Date.UTC(year, month, Math.min(time.getUTCDate(), last)) + timeOfDay)
}

/** The end of the billing period that starts at `start`. All periods begin on the anchor's day of the month. */
export function periodEnd(anchor: Date, start: Date, period: BillingPeriod): Date {
  const passed = (start.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + (start.getUTCMonth() - anchor.getUTCMonth())
  return monthsAfter(anchor, passed + months[period])
}
