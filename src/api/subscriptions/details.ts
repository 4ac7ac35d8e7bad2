import type { z } from 'zod'
import { creditOf, paidFromCredit, priceOf } from '../../rules/money.ts'
import type { Plan } from '../../rules/plans.ts'
import { dollars } from '../../rules/prices.ts'
import type { Db } from '../../server/db/open-database.ts'
import type { Services } from '../../server/services.ts'
import type { Owner } from '../owner.ts'
import type { billingDetails, couponPreview } from './contract.ts'
import { dueStep, type SubscriptionState } from './machine.ts'
import {
  type CouponRow,
  type CustomerRow,
  couponById,
  customerOf,
  type PaymentRow,
  paymentsOf,
  type SubscriptionRow,
  seatsOf,
  stateOf,
  subscriptionOf,
} from './queries.ts'
import { unconfirmedPayment } from './unconfirmed-payment.ts'

/** How many payments the billing details list. */
const paymentsShown = 100

/** What a subscription that begins now has: a team's seats; 1 for a user. */
async function quantityOf(db: Db, owner: Owner): Promise<number> {
  return 'team' in owner ? seatsOf(db, owner.team) : 1
}

/** The next charge, if nothing changes before. */
export async function nextCharge(db: Db, owner: Owner, state: SubscriptionState | null, now: Date) {
  const none = { next_charge: null, next_charge_amount: null, next_charge_price: null, next_charge_credit: 0 }
  if (state === null || state.status === 'ended') return none
  if (state.cancel_at_period_end && state.status !== 'past_due') return none
  const at = state.status === 'past_due' ? state.next_attempt_at : state.period_end
  if (at === null) return none
  const time = at < now ? now : at
  const quantity = await quantityOf(db, owner)
  const { invoice } = dueStep(state, quantity, await couponById(db, state.coupon_id), time)
  const price = priceOf(invoice.lines)
  const next_charge_credit = paidFromCredit(price, state.balance)
  return { next_charge: at, next_charge_amount: invoice.amount, next_charge_price: price, next_charge_credit }
}

function subscriptionJson(row: SubscriptionRow) {
  const { plan, billing_period, status, quantity, trial_ends_at, period_start, period_end } = row
  const { cancel_at_period_end, grace_ends_at } = row
  return {
    ...{ plan, billing_period, status, quantity, trial_ends_at, period_start, period_end, cancel_at_period_end },
    grace_ends_at,
  }
}

function cardJson(customer: CustomerRow | null) {
  if (!customer?.card_id) return null
  return {
    brand: customer.card_brand ?? '',
    last4: customer.card_last4 ?? '',
    exp_month: customer.card_exp_month ?? 0,
    exp_year: customer.card_exp_year ?? 0,
  }
}

function paymentJson(row: PaymentRow) {
  const { id, number, amount, refunded, status, description, lines, created_at, settled_at } = row
  // Lines of a payment that was not made have moved nothing.
  const credit = number === null ? 0 : creditOf(lines)
  return { id, number, date: settled_at ?? created_at, amount, refunded, credit, status, description }
}

/** The billing details of an owner. */
export async function detailsOf(
  services: Services,
  db: Db,
  owner: Owner,
  plan: Plan,
): Promise<z.input<typeof billingDetails>> {
  const row = await subscriptionOf(db, owner)
  const customer = await customerOf(db, owner, services.payments.provider)
  const coupon = await couponById(db, row?.coupon_id ?? null)
  return {
    plan,
    billing_period: row?.billing_period ?? null,
    driver: services.settings.billing === 'stripe' ? 'stripe' : 'sandbox',
    subscription: row && subscriptionJson(row),
    cancel_at_period_end: row?.cancel_at_period_end ?? false,
    coupon_code: coupon?.code ?? null,
    ...(await nextCharge(db, owner, row && stateOf(row), services.now())),
    confirm_amount: (await unconfirmedPayment(db, services, owner))?.amount ?? null,
    balance: row?.balance ?? 0,
    card: cardJson(customer),
    quantity: row && row.status !== 'ended' ? row.quantity : await quantityOf(db, owner),
    payments: (await paymentsOf(db, owner, paymentsShown)).map(paymentJson),
  }
}

/** A coupon as customers see it. */
export function couponJson({ code, percent, amount, periods }: CouponRow): z.input<typeof couponPreview> {
  const off = amount === null ? `${percent}% off` : `${dollars(amount)} off`
  const long = periods === null ? '' : periods === 1 ? ' the first billing period' : ` for ${periods} billing periods`
  return { code, percent, amount, periods, description: `${off}${long || ' every billing period'}` }
}
