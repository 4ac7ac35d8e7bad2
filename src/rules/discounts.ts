/** The discount of a coupon: one of percent and amount (cents) is set. */
export interface Discount {
  readonly percent: number | null
  readonly amount: number | null
  /** How many billing periods it covers; null: all. */
  readonly periods: number | null
}

/** The price of a covered period in cents; never below 0. */
export function discountedPrice(cents: number, { percent, amount }: Pick<Discount, 'percent' | 'amount'>): number {
  const off = percent === null ? (amount ?? 0) : Math.round((cents * percent) / 100)
  return Math.max(0, cents - off)
}

/** Amounts below this many cents are charged with the next payment: card networks refuse them. */
export const minimumCharge = 50

/** What is charged now for a price, with a credit from before (negative: what is owed from before). In cents. */
export function amountDue(cents: number, balance: number): number {
  const due = cents - balance
  return due < minimumCharge ? 0 : due
}
