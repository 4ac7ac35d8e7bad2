/** Why a card or a charge was refused. */
export type CardFailure = 'declined' | 'expired' | 'insufficient' | 'authentication' | 'invalid'

/** Thrown for a card that the provider refuses. */
export class CardRefused extends Error {
  readonly failure: CardFailure

  constructor(failure: CardFailure) {
    super(`The card was refused: ${failure}`)
    this.name = 'CardRefused'
    this.failure = failure
  }
}

/** Thrown for a customer that the provider does not know: deleted there, or of another account or mode. */
export class CustomerUnknown extends Error {
  override readonly name = 'CustomerUnknown'
}

/** Thrown for a notification that was not signed by the provider, or not now. */
export class NotVerified extends Error {}

/** A stored card. */
export interface Card {
  /** The provider's id of it, to charge it. */
  readonly id: string
  readonly brand: string
  readonly last4: string
  readonly expMonth: number
  readonly expYear: number
  /** The same for all cards with this number; null if the provider does not disclose it. */
  readonly fingerprint: string | null
}

/** A charge to make. */
export interface Charge {
  readonly customerId: string
  readonly cardId: string
  /** Cents. */
  readonly amount: number
  readonly currency: 'usd'
  readonly description: string
  /** Our id of the payment. */
  readonly paymentId: number
  /** The price's lookup key: lectern_pro_monthly. */
  readonly priceKey: string
  readonly idempotencyKey: string
  /** Whether the customer is present and begins a subscription. */
  readonly first: boolean
}

/** The state of a charge as the provider reports it. */
export interface ChargeResult {
  /** pending: the provider has not decided yet. */
  readonly status: 'paid' | 'failed' | 'pending'
  readonly providerId: string
  readonly failure: CardFailure | null
  /** Cents given back. */
  readonly refunded: number
}

/** A charge that was read by its id. `paymentId`: ours; null for a charge that this installation did not make. */
export interface FoundCharge extends ChargeResult {
  readonly paymentId: number | null
  readonly customerId: string | null
  /** Cents. */
  readonly amount: number
}

/** What the browser needs to let the customer confirm a charge with the bank. */
export interface Confirmation {
  readonly clientSecret: string
  readonly publishableKey: string
  readonly cardId: string
}

/** A verified notification. It names an object, which is then fetched: notifications may be late, or out of order. */
export interface ProviderEvent {
  readonly id: string
  readonly type: string
  /** The charge or the customer that it is about; null for all others, which are ignored. */
  readonly about: { readonly kind: 'charge' | 'customer'; readonly id: string } | null
}

/**
 * A payment provider: it keeps cards and charges them. Plans, periods, prices and proration are decided by
 * api/subscriptions/machine.ts, for all providers alike.
 */
export interface Payments {
  readonly provider: 'sandbox' | 'stripe' | 'off'
  /** Creates a customer. `reference`: 'user:7', which also makes repeated calls create one. */
  createCustomer(customer: { reference: string; name: string; email: string; instead?: string }): Promise<string>
  /**
   * Begins the entry of a card in the provider's own form; null if there is none. `reference`: who enters it, 'user:7'.
   * The card belongs to no customer yet: a user also enters the card of a team that is not founded yet.
   */
  beginCard(reference: string): Promise<{ clientSecret: string; publishableKey: string } | null>
  /** Stores the card of a token, entered by `reference`, with the customer. Throws CardRefused. */
  attachCard(customerId: string, token: string, reference: string): Promise<Card>
  /** The customer's card as it is now; null if it was removed. */
  readCard(customerId: string): Promise<Card | null>
  /** Charges a card. A call with a known idempotency key charges nothing and returns the first result. */
  charge(charge: Charge): Promise<ChargeResult>
  /** The charge of a payment whose answer was lost; null if it never arrived. */
  findCharge(charge: Charge): Promise<ChargeResult | null>
  /** Reads a charge by the provider's id; null if it is unknown. */
  readCharge(providerId: string): Promise<FoundCharge | null>
  /**
   * Cancels a charge that is not paid, so that it can no longer be confirmed. Returns its state afterward, since it may
   * have been paid before; null if it is unknown. Idempotent.
   */
  cancelCharge(providerId: string): Promise<FoundCharge | null>
  /** Gives the money of a paid charge back, once. Returns its state afterward; null if it is unknown. */
  refundCharge(providerId: string): Promise<FoundCharge | null>
  /** Begins the confirmation of a charge that the bank refused without it; null if it can no longer be confirmed. */
  beginConfirmation(providerId: string): Promise<Confirmation | null>
  /** Reads a notification. Throws NotVerified. */
  readEvent(body: Uint8Array, signature: string, now: Date): ProviderEvent
  /** Deletes the customer with the stored cards. Has no effect if it is gone. */
  deleteCustomer(customerId: string): Promise<void>
  /** Problems of the provider's settings, each with its remedy. */
  check(): Promise<readonly string[]>
}
