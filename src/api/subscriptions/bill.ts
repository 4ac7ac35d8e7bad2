import { accountMessages } from '../../rules/account-messages.ts'
import type { Db } from '../../server/db/open-database.ts'
import { HttpError, invalid } from '../../server/http/http-error.ts'
import type { Charge, ChargeResult } from '../../server/payments/payments.ts'
import { priceKey } from '../../server/payments/price-keys.ts'
import type { Services } from '../../server/services.ts'
import { lockOwner, type Owner } from '../owner.ts'
import { applyStep } from './apply-step.ts'
import { payerOf } from './customer.ts'
import { receiptMails } from './emails.ts'
import type { Step } from './machine.ts'
import {
  type CustomerRow,
  customerOf,
  isOwnerless,
  ownerOf,
  type PaymentRow,
  pendingPayment,
  type SubscriptionRow,
  subscriptionOf,
  takeCoupon,
} from './queries.ts'
import { openPayment, type PaymentKind, plannedOf, settlePayment } from './settle-payment.ts'

/** The subscription, locked for a change. */
export interface Billed {
  readonly trx: Db
  readonly row: SubscriptionRow | null
  readonly customer: CustomerRow | null
}

/** A change to pay for. `coupon`: one whose use begins with it. */
export interface Order {
  readonly step: Step
  readonly kind: PaymentKind
  readonly coupon?: number | null
}

/** free: nothing had to be charged. none: nothing was ordered. */
export type Outcome = {
  readonly status: ChargeResult['status'] | 'free' | 'none'
  readonly failure?: ChargeResult['failure']
}

/** The 409 while a payment is undecided: until then no other change is made. */
function busy(): HttpError {
  return new HttpError(409, accountMessages.billing.pending, { retryAfter: 60 })
}

/**
 * Locks an owner's subscription and reads it. Throws 409 while a payment is undecided; one of a former provider, which may
 * never be decided, holds nothing up.
 */
export async function lockSubscription(trx: Db, services: Services, owner: Owner): Promise<Billed> {
  const { provider } = services.payments
  await lockOwner(trx, services.database.kind, owner)
  if (await pendingPayment(trx, owner, provider)) throw busy()
  return { trx, row: await subscriptionOf(trx, owner), customer: await customerOf(trx, owner, provider) }
}

/**
 * Makes a change and charges its price. `order` computes it inside the first transaction. The charge is recorded before
 * it is made, outside any transaction; its result is applied in a second one. If the answer is lost, the payment stays
 * pending until a job or a notification settles it.
 */
export async function bill(
  services: Services,
  owner: Owner,
  order: (billed: Billed) => Promise<Order | null>,
): Promise<Outcome> {
  const opened = await services.database.transaction(async (trx) => {
    const billed = await lockSubscription(trx, services, owner)
    const ordered = await order(billed)
    if (ordered === null) return null
    const { step, kind, coupon = null } = ordered
    if (coupon !== null && !(await takeCoupon(trx, coupon)))
      throw invalid('coupon_code', accountMessages.billing.couponInvalid)
    if (step.invoice.amount === 0) {
      const receipt = await applyStep(billed, services, owner, step)
      const payer = receipt && (await payerOf(trx, owner))
      for (const mail of receipt ? receiptMails(payer, receipt, services.settings) : [])
        await services.mail.send(trx, mail)
      return 'free' as const
    }
    const { customer, row } = billed
    if (!customer?.card_id) throw invalid('token', accountMessages.billing.cardMissing)
    return openPayment(trx, services, { owner, customer, row, step, kind, coupon })
  })
  if (opened === null || opened === 'free') return { status: opened ?? 'none' }
  return chargePayment(services, opened, (charge) => services.payments.charge(charge))
}

/** Charges a recorded payment and settles it. */
async function chargePayment(
  services: Services,
  payment: PaymentRow,
  make: (charge: Charge) => Promise<ChargeResult>,
): Promise<Outcome> {
  const result = await make(chargeOf(payment)).catch((error: unknown) => {
    services.log.warn({ err: error, payment: payment.id }, 'the payment provider did not answer')
    return null
  })
  if (result === null) return { status: 'pending' }
  await services.database.transaction((trx) => settlePayment(trx, services, payment.id, result))
  return { status: result.status, failure: result.failure }
}

function chargeOf(payment: PaymentRow): Charge {
  const { kind, next, customer_id, card_id } = plannedOf(payment)
  return {
    customerId: customer_id,
    cardId: card_id,
    amount: payment.amount,
    currency: payment.currency,
    description: payment.description,
    paymentId: payment.id,
    priceKey: priceKey(next.plan, next.billing_period),
    idempotencyKey: payment.idempotency_key,
    first: kind === 'begin',
  }
}

/** How long the provider surely knows an idempotency key, in ms. */
const keyLife = 20 * 3_600_000

const neverMade: ChargeResult = { status: 'failed', providerId: '', failure: 'declined', refunded: 0 }

/** Whether a change can still be made: its owner is there, and nothing else has changed the subscription. */
async function isPresent({ database }: Services, payment: PaymentRow): Promise<boolean> {
  const owner = ownerOf(payment)
  if (owner === null || (await isOwnerless(database.read, payment))) return false
  return ((await subscriptionOf(database.read, owner))?.version ?? 0) === plannedOf(payment).base
}

/**
 * Settles a payment whose answer was lost: asks for its charge, and makes it if it never arrived. A payment without a
 * charge that is older than the provider's memory of its key has failed, as one of the sandbox once it is left: no money
 * has moved.
 */
export async function settleUndecided(services: Services, payment: PaymentRow): Promise<Outcome> {
  const { payments } = services
  const old = services.now().getTime() - payment.created_at.getTime() > keyLife
  return chargePayment(services, payment, async (charge) => {
    if (payment.provider !== payments.provider) return neverMade
    const found = await payments.findCharge(charge)
    if (found) return found
    return old || !(await isPresent(services, payment)) ? neverMade : payments.charge(charge)
  })
}
