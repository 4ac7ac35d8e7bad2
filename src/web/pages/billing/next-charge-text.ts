import { chargeText } from '../../../rules/billing-texts.ts'
import type { BillingDetails } from './load-billing.ts'

type NextCharge = Pick<
  BillingDetails,
  'next_charge' | 'next_charge_amount' | 'next_charge_price' | 'next_charge_credit'
>

/** What is charged next, when, and how it is paid; null if nothing is. */
export function nextChargeText(next: NextCharge): string | null {
  const { next_charge: date, next_charge_amount: amount, next_charge_price: price, next_charge_credit } = next
  if (date === null || amount === null || price === null) return null
  return chargeText({ price, fromCredit: next_charge_credit, amount }, date)
}
