import type { ColumnType, Generated } from 'kysely'
import type { MoneyLine } from '../../rules/money.ts'
import type { Plan } from '../../rules/plans.ts'
import type { BillingPeriod } from '../../rules/prices.ts'
import type { Json, OptionalTime, Time } from './column-types.ts'

/** A column that is null unless it is given. */
type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>

/** A plan that is sold: lite and pro to users, enterprise to teams. */
export type PaidPlan = Exclude<Plan, 'free'>

export type SubscriptionStatus = 'trialing' | 'active' | 'past_due' | 'ended'

/** Rows name their owner in `user_id` or `team_id`; exactly one of them is set. */
interface Owned {
  user_id: Optional<number>
  team_id: Optional<number>
}

/** A paying user or team as the payment provider knows it. A card's number is stored nowhere. */
export interface CustomersTable extends Owned {
  id: Generated<number>
  provider: 'sandbox' | 'stripe'
  /** The provider's id of the customer. */
  provider_id: string
  /** The provider's id of the card that is charged; null without a card. */
  card_id: Optional<string>
  card_brand: Optional<string>
  card_last4: Optional<string>
  card_exp_month: Optional<number>
  card_exp_year: Optional<number>
  created_at: Time
  updated_at: Time
}

/** The one subscription of a user or team; api/subscriptions/machine.ts says what its columns mean. Amounts in cents. */
export interface SubscriptionsTable extends Owned {
  id: Generated<number>
  plan: PaidPlan
  billing_period: BillingPeriod
  status: SubscriptionStatus
  /** A team's seats; 1 for a user. */
  quantity: number
  trial_ends_at: OptionalTime
  /** The day of the month that periods begin on. */
  anchor: Time
  period_start: Time
  period_end: Time
  /** Since when plan, period and quantity are as now in this billing period, and what was paid from then to its end. */
  segment_start: Time
  segment_amount: number
  /** A credit; negative: owed. */
  balance: number
  cancel_at_period_end: boolean
  coupon_id: number | null
  /** Periods that the coupon still covers after this one; null: all. */
  coupon_periods_left: number | null
  /** Whether the coupon covers this period. */
  discounted: boolean
  /** Set while a charge has failed: the plan ends then. */
  grace_ends_at: OptionalTime
  next_attempt_at: OptionalTime
  /** When the mail about the end of the trial was sent. */
  reminded_at: OptionalTime
  /** Incremented by each change. */
  version: number
  created_at: Time
  updated_at: Time
  ended_at: OptionalTime
}

export type PaymentStatus = 'pending' | 'paid' | 'failed' | 'refunded'

/** Who sold and who paid, as a receipt names them. */
export interface ReceiptParties {
  /** The instance. `url`: its base URL; null on receipts from before it was stored. */
  readonly seller: { readonly name: string; readonly url: string | null }
  /** A user with an e-mail address, or a team with its billing address. */
  readonly customer: { readonly name: string; readonly email: string | null; readonly address: string | null }
}

/**
 * A charge and its receipt, or a change of the subscription that moved only credit (amount 0). The owner's columns become
 * null with the account.
 */
export interface PaymentsTable extends Owned {
  id: Generated<number>
  /** The receipt's number, given when it is paid. */
  number: Optional<string>
  /** Cents. */
  amount: number
  /** Cents given back so far. */
  refunded: Generated<number>
  currency: 'usd'
  status: PaymentStatus
  description: string
  lines: Json<MoneyLine[]>
  /** The state that the subscription gets once this is paid; see api/subscriptions/settle-payment.ts. */
  change: Json<Record<string, unknown>>
  /** The card as receipts show it: 'Visa ending in 4242'. */
  card: Optional<string>
  /** Stored when the receipt is issued, and null before; null again once the payer's account is deleted. */
  receipt: ColumnType<ReceiptParties | null, string | null | undefined, string | null>
  provider: 'sandbox' | 'stripe'
  provider_id: Optional<string>
  /** Sent with the charge, so that a repeated charge is made once. */
  idempotency_key: string
  /** Why it failed: the provider's reason, or what api/subscriptions/withdraw-payments.ts makes of it. */
  failure: Optional<string>
  created_at: Time
  settled_at: OptionalTime
}

/** Notifications of a payment provider that were received, each once. */
export interface WebhookEventsTable {
  id: Generated<number>
  provider: string
  event_id: string
  type: string
  object_id: string
  received_at: Time
}

/** A discount: `percent` or `amount` (cents) off each covered period. */
export interface CouponsTable {
  id: Generated<number>
  /** In upper case. */
  code: string
  percent: Optional<number>
  amount: Optional<number>
  /** How many billing periods it covers; null: all. */
  periods: Optional<number>
  expires_at: OptionalTime
  max_uses: Optional<number>
  uses: Generated<number>
  created_at: Time
}

/** A card that had the trial of a team. */
export interface TrialCardsTable {
  /** Keyed hash of the provider's fingerprint of the card's number. */
  fingerprint_hash: string
  used_at: Time
}

/** A setting that the instance last started with. */
export interface LastStartTable {
  name: string
  value: string
}
