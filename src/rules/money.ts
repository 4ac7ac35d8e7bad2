import type { Plan } from './plans.ts'
import { type BillingPeriod, prices } from './prices.ts'

/** One line of a receipt; what lowers the amount is negative. */
export interface MoneyLine {
  readonly text: string
  /** Cents. */
  readonly amount: number
  /** Whether the line moves money into the customer's credit (a positive amount) or out of it. */
  readonly credit?: boolean
}

/** Card payments below this many cents are refused by payment networks; the amount is charged with the next payment. */
const minimumCharge = 50

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

/** The price of a covered period in cents; never below 0. */
export function discountedPrice(cents: number, { percent, amount }: Discount): number {
  return Math.max(0, cents - (amount ?? shareOf(cents, percent ?? 0, 100)))
}

/** The price of a billing period in cents, without and with a discount. */
export function periodPrice(
  { plan, billing_period, quantity }: { plan: Plan; billing_period: BillingPeriod; quantity: number },
  discount: Discount | null,
): { readonly gross: number; readonly net: number } {
  const gross = prices[plan][billing_period] * quantity
  return { gross, net: discount === null ? gross : discountedPrice(gross, discount) }
}

/** What an invoice charges, and the balance after its payment. */
export interface Invoice {
  /** Their sum is the amount; the sum of those about the credit is the change of the balance. */
  readonly lines: readonly MoneyLine[]
  /** Cents. */
  readonly amount: number
  readonly balance: number
}

/** A line that moves money into the credit, or out of it. */
export function creditLine(text: string, amount: number): MoneyLine {
  return { text, amount, credit: true }
}

/** What lines move into the credit, in cents; negative: out of it. */
export function creditOf(lines: readonly MoneyLine[]): number {
  return lines.reduce((sum, line) => sum + (line.credit ? line.amount : 0), 0)
}

/** What lines sell, in cents: all but what they move into the credit or out of it. */
export function priceOf(lines: readonly MoneyLine[]): number {
  return lines.reduce((sum, line) => sum + (line.credit ? 0 : line.amount), 0)
}

/** The part of a price that a balance pays, in cents. */
export function paidFromCredit(cents: number, balance: number): number {
  return Math.max(0, Math.min(cents, balance))
}

/**
 * Adds the balance to an invoice's lines: a credit pays first, what is owed is added, and a negative total becomes a
 * credit.
 */
export function invoiceOf(lines: readonly MoneyLine[], balance: number): Invoice {
  const sum = lines.reduce((all, line) => all + line.amount, 0)
  const fromCredit = paidFromCredit(sum, balance)
  const owed = Math.max(0, -balance)
  const due = sum - fromCredit + owed
  // Nothing happens to a balance alone that is too small to be charged.
  if (lines.length === 0 && due < minimumCharge) return { lines, amount: 0, balance }
  const all = [...lines]
  if (fromCredit > 0) all.push(creditLine('Paid from credit', -fromCredit))
  if (owed > 0) all.push(creditLine('Due from before', owed))
  const left = balance - fromCredit + owed
  if (due >= minimumCharge || due === 0) return { lines: all, amount: due, balance: left }
  all.push(creditLine(due < 0 ? 'Kept as credit' : 'Charged with the next payment', -due))
  return { lines: all, amount: 0, balance: left - due }
}

/** What is charged now for a price, with a credit from before (negative: what is owed from before). In cents. */
export function amountDue(cents: number, balance: number): number {
  return invoiceOf([{ text: '', amount: cents }], balance).amount
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

/** When a billing period that begins now ends. */
export function periodAfter(start: Date, period: BillingPeriod): Date {
  return periodEnd(start, start, period)
}
