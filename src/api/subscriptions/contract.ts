import { z } from 'zod'
import { limits } from '../../rules/limits.ts'
import { plans } from '../../rules/plans.ts'
import { contract } from '../contract.ts'
import { time } from '../inputs.ts'

/**
 * The calls about payment. On the main host they are about the signed-in user's subscription, on a team's host about
 * that team's: the host decides, the paths are the same.
 */

const billingPeriod = z.enum(['monthly', 'yearly'])

/**
 * A card as the payment provider names it: in the sandbox rules/sandbox-token.ts, with Stripe the id of a confirmed
 * SetupIntent (`seti_…`) or of a PaymentMethod (`pm_…`).
 */
const token = z.string().trim().min(1).max(200)

const couponCode = z.string().trim().max(limits.coupon.code)

const card = z.object({
  brand: z.string(),
  last4: z.string(),
  exp_month: z.number(),
  exp_year: z.number(),
})

const subscription = z.object({
  plan: z.enum(plans),
  billing_period: billingPeriod,
  /** trialing, active, past_due (a charge failed; the plan stays until grace_ends_at) or ended. */
  status: z.enum(['trialing', 'active', 'past_due', 'ended']),
  quantity: z.number(),
  trial_ends_at: time.nullable(),
  period_start: time,
  /** When the paid period or the trial ends. */
  period_end: time,
  cancel_at_period_end: z.boolean(),
  grace_ends_at: time.nullable(),
})

const payment = z.object({
  id: z.number(),
  /** The receipt's number; null while it is not paid. */
  number: z.string().nullable(),
  date: time,
  /** Cents. */
  amount: z.number(),
  /** Cents. */
  refunded: z.number(),
  /** Cents that it moved into the credit; negative: out of it. A change that moved only credit has the amount 0. */
  credit: z.number(),
  status: z.enum(['pending', 'paid', 'failed', 'refunded']),
  description: z.string(),
})

/** The discount of a coupon: one of percent and amount (cents) is set. */
export const couponPreview = z.object({
  code: z.string(),
  percent: z.number().nullable(),
  amount: z.number().nullable(),
  /** How many billing periods it covers; null: all. */
  periods: z.number().nullable(),
  /** In words: '20 % off for 3 billing periods'. */
  description: z.string(),
})

const nextCharge = {
  /** When the next charge is due; null if none is. */
  next_charge: time.nullable(),
  /** What the card is charged then. */
  next_charge_amount: z.number().nullable(),
  /** What is bought then. A difference to the amount is paid from credit, owed from before, or charged later. */
  next_charge_price: z.number().nullable(),
  /** The part of the price that is paid from credit. */
  next_charge_credit: z.number(),
}

/** The customer's billing details. Amounts in cents. */
export const billingDetails = z.object({
  /** The plan that is in force. */
  plan: z.enum(plans),
  billing_period: billingPeriod.nullable(),
  driver: z.enum(['sandbox', 'stripe']),
  subscription: subscription.nullable(),
  cancel_at_period_end: z.boolean(),
  coupon_code: z.string().nullable(),
  ...nextCharge,
  /** Cents of the failed payment that the customer's bank wants to be confirmed; null if there is none. */
  confirm_amount: z.number().nullable(),
  /** A credit for the next charges; negative: owed. */
  balance: z.number(),
  card: card.nullable(),
  /** A team's seats; 1 for a user. */
  quantity: z.number(),
  /** Newest first, at most 100. */
  payments: z.array(payment),
})

/** What a change of plan or billing period costs. Amounts in cents. */
export const changePreview = z.object({
  /** As on its receipt: their sum is the amount. */
  lines: z.array(z.object({ text: z.string(), amount: z.number(), credit: z.boolean().optional() })),
  /** What is charged now. */
  amount: z.number(),
  ...nextCharge,
})

/** Routes for the subscription of a user, or of a team on its host. */
export const subscriptionsContracts = {
  read: contract({
    method: 'GET',
    path: '/subscriptions',
    summary: 'Returns the billing details: of the signed-in user, or of the team on its host.',
    permission: 'billing:billing',
    rate: 'read',
    output: billingDetails,
    feature: 'billing',
  }),
  details: contract({
    method: 'GET',
    path: '/account/details',
    summary: 'Returns the billing details with the payments.',
    permission: 'billing:billing',
    rate: 'read',
    output: billingDetails,
    feature: 'billing',
  }),
  coupon: contract({
    method: 'GET',
    path: '/account/coupons/:code',
    summary: 'Returns the discount of a coupon; 404 if it is unknown, expired or used up.',
    permission: 'billing:billing',
    rate: 'lookup',
    params: z.object({ code: couponCode }),
    output: couponPreview,
    feature: 'billing',
  }),
  setup: contract({
    method: 'POST',
    path: '/subscriptions/setup',
    summary:
      'Begins the entry of a card with the payment provider’s form, also for a team to be founded. 404 where cards are simulated.',
    permission: 'billing:card',
    rate: 'write',
    output: z.object({ client_secret: z.string(), publishable_key: z.string() }),
    status: 201,
    transaction: 'own',
    feature: 'billing',
  }),
  confirmation: contract({
    method: 'POST',
    path: '/subscriptions/confirmation',
    summary:
      'Begins the confirmation of a failed payment with the customer’s bank, in the browser. 404 if no payment waits for one.',
    permission: 'billing:billing',
    rate: 'write',
    output: z.object({ client_secret: z.string(), publishable_key: z.string(), card_id: z.string() }),
    status: 201,
    transaction: 'own',
    feature: 'billing',
  }),
  confirmed: contract({
    method: 'PUT',
    path: '/subscriptions/confirmation',
    summary: 'Settles a payment that was confirmed in the browser, without waiting for the provider’s notification.',
    permission: 'billing:billing',
    rate: 'write',
    output: billingDetails,
    transaction: 'own',
    feature: 'billing',
  }),
  create: contract({
    method: 'POST',
    path: '/subscriptions',
    summary: 'Subscribes to a plan and pays its first period. Teams are subscribed when they are created.',
    permission: 'billing:billing',
    rate: 'write',
    body: z.object({
      subscription: z.object({
        plan: z.enum(['lite', 'pro']),
        billing_period: billingPeriod,
        token,
        coupon_code: couponCode.optional(),
      }),
    }),
    output: billingDetails,
    status: 201,
    transaction: 'own',
    feature: 'billing',
  }),
  changeCard: contract({
    method: 'PUT',
    path: '/subscriptions',
    summary: 'Replaces the card, and pays what is owed.',
    permission: 'billing:billing',
    rate: 'write',
    body: z.object({ subscription: z.object({ token }) }),
    output: billingDetails,
    transaction: 'own',
    feature: 'billing',
  }),
  cancel: contract({
    method: 'DELETE',
    path: '/subscriptions',
    summary: 'Cancels the subscription at the end of the paid period; a team’s trial ends at once.',
    permission: 'billing:billing',
    rate: 'write',
    output: billingDetails,
    transaction: 'own',
    feature: 'billing',
  }),
  reactivate: contract({
    method: 'POST',
    path: '/subscriptions/reactivate',
    summary:
      'Undoes a cancellation. After the subscription has ended it begins anew and pays its first period, with the stored card or a new one.',
    permission: 'billing:reactivate',
    rate: 'write',
    body: z.object({
      subscription: z.object({ token: token.optional(), billing_period: billingPeriod.optional() }).default({}),
    }),
    output: billingDetails,
    transaction: 'own',
    feature: 'billing',
  }),
  preview: contract({
    method: 'GET',
    path: '/account/subscription/preview',
    summary: 'Returns what a change of plan or billing period would charge now, and what is charged next.',
    permission: 'billing:billing',
    rate: 'read',
    query: z.object({ billing_period: billingPeriod, plan: z.enum(['lite', 'pro']).optional() }),
    output: changePreview,
    feature: 'billing',
  }),
  change: contract({
    method: 'PUT',
    path: '/account/subscription',
    summary:
      'Changes plan and billing period: the unused rest of the paid period is credited, and what is due is paid at once.',
    permission: 'billing:billing',
    rate: 'write',
    body: z.object({
      subscription: z.object({ billing_period: billingPeriod, plan: z.enum(['lite', 'pro']).optional() }),
    }),
    output: billingDetails,
    transaction: 'own',
    feature: 'billing',
  }),
}
