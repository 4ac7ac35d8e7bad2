import type { BillingPeriod } from '../../../rules/prices.ts'

/** When a billing period that begins now ends: on the same day of a later month, or on the month's last day. */
export function periodAfter(start: Date, period: BillingPeriod): Date {
  const months = period === 'yearly' ? 12 : 1
  const end = new Date(start)
  const day = end.getUTCDate()
  end.setUTCDate(1)
  end.setUTCMonth(end.getUTCMonth() + months)
  const last = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate()
  end.setUTCDate(Math.min(day, last))
  return end
}
