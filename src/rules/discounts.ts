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
