import Stripe from 'stripe'
import type { StripeSettings } from '../read-billing.ts'
import {
  type Card,
  type CardFailure,
  CardRefused,
  type Charge,
  type ChargeResult,
  type Confirmation,
  CustomerUnknown,
  type FoundCharge,
  NotVerified,
  type Payments,
  type ProviderEvent,
} from './payments.ts'
import { priceKeys } from './price-keys.ts'

/** How far the clock of a notification's signature may be from ours, in seconds. */
const tolerance = 300
/** How long a call may take, in ms. */
const timeout = 15_000

/** The Stripe account, and how its objects are marked as this installation's: others may use the same account. */
interface Account {
  readonly stripe: Stripe
  readonly installation: () => Promise<string>
}

/**
 * Stripe: it keeps the cards, which its own form takes, and charges them by PaymentIntents. `installation`: see
 * server/installation.ts.
 */
export function stripePayments(settings: StripeSettings, installation: () => Promise<string>): Payments {
  const stripe = new Stripe(settings.secretKey, { ...connection(settings), timeout, maxNetworkRetries: 2 })
  let known: string | null = null
  const account: Account = {
    stripe,
    installation: async () => {
      known ??= await installation()
      return known
    },
  }
  return {
    provider: 'stripe',
    createCustomer: (customer) => createCustomer(account, customer),
    beginCard: async (reference) => {
      const intent = await stripe.setupIntents.create({
        metadata: { reference, installation: await account.installation() },
        usage: 'off_session',
        allowed_payment_method_types: ['card'],
      })
      return { clientSecret: intent.client_secret ?? '', publishableKey: settings.publishableKey }
    },
    attachCard: (customer, token, reference) => refusals(() => attach(account, { customer, token, reference })),
    readCard: (customer) => readDefaultCard(stripe, customer),
    charge: (charge) => makeCharge(account, charge),
    findCharge: (charge) => findCharge(account, charge),
    readCharge: (id) => readIntent(account, id),
    cancelCharge: (id) => cancelIntent(account, id),
    refundCharge: (id) => refundIntent(account, id),
    beginConfirmation: (id) => beginConfirmation(account, id, settings.publishableKey),
    readEvent: (body, signature, now) => readEvent(stripe, settings.webhookSecrets, body, signature, now),
    deleteCustomer: async (id) => {
      await stripe.customers.del(id).catch(unlessGone)
    },
    check: () => checkPrices(stripe),
  }
}

async function createCustomer(
  { stripe, installation }: Account,
  customer: { readonly reference: string; readonly name: string; readonly email: string; readonly instead?: string },
): Promise<string> {
  const { reference, name, email, instead } = customer
  const mark = await installation()
  // Ids of users are unique in one installation only.
  const idempotencyKey = `${mark}-customer-${reference}${instead ? `-${instead}` : ''}`
  const metadata = { reference, installation: mark }
  const created = await stripe.customers.create({ name, email, metadata }, { idempotencyKey })
  return created.id
}

function connection({ apiUrl }: StripeSettings): ConstructorParameters<typeof Stripe>[1] {
  if (apiUrl === null) return {}
  const { hostname, port, protocol } = new URL(apiUrl)
  return { host: hostname, port: Number(port) || 80, protocol: protocol === 'https:' ? 'https' : 'http' }
}

/** Turns the provider's refusals of a card into CardRefused; all other errors stay. */
async function refusals<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isAboutCustomer(error)) throw new CustomerUnknown('The provider does not know the customer')
    const failure = failureOf(error)
    throw failure ? new CardRefused(failure) : error
  }
}

const failures: Readonly<Record<string, CardFailure>> = {
  expired_card: 'expired',
  insufficient_funds: 'insufficient',
  authentication_required: 'authentication',
}

function isAboutCustomer(error: unknown): boolean {
  const { code, param } = error as { code?: string; param?: string }
  return code === 'resource_missing' && param === 'customer'
}

/** Why a card was refused; null for an error that says nothing about the card. */
function failureOf(error: unknown): CardFailure | null {
  const { type, code, decline_code } = error as { type?: string; code?: string; decline_code?: string }
  if (type === 'StripeCardError') return failures[decline_code ?? ''] ?? failures[code ?? ''] ?? 'declined'
  if (type !== 'StripeInvalidRequestError') return null
  const unknownToken = /^(resource_missing|payment_method_|parameter_invalid|setup_intent_)/
  return unknownToken.test(code ?? '') ? 'invalid' : null
}

/** Stores a card: a confirmed SetupIntent that was begun for `reference`, or a PaymentMethod. */
async function attach(
  account: Account,
  { customer, token, reference }: { readonly customer: string; readonly token: string; readonly reference: string },
): Promise<Card> {
  const { stripe } = account
  if (!/^(pm|seti)_\w+$/.test(token)) throw new CardRefused('invalid')
  const method = token.startsWith('seti_') ? await confirmedMethod(account, token, reference) : token
  const attached = await stripe.paymentMethods.attach(method, { customer })
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: attached.id } })
  const card = cardOf(attached)
  if (!card) throw new CardRefused('invalid')
  return card
}

async function confirmedMethod({ stripe, installation }: Account, id: string, reference: string): Promise<string> {
  const intent = await stripe.setupIntents.retrieve(id)
  const method = typeof intent.payment_method === 'string' ? intent.payment_method : intent.payment_method?.id
  const ours = intent.metadata?.reference === reference && intent.metadata.installation === (await installation())
  if (!ours || intent.status !== 'succeeded' || !method) throw new CardRefused('invalid')
  return method
}

function cardOf({ id, card }: Stripe.PaymentMethod): Card | null {
  if (!card) return null
  const { brand, last4, exp_month: expMonth, exp_year: expYear, fingerprint = null } = card
  return { id, brand, last4, expMonth, expYear, fingerprint }
}

async function readDefaultCard(stripe: Stripe, id: string): Promise<Card | null> {
  const expand = ['invoice_settings.default_payment_method']
  const customer = await stripe.customers.retrieve(id, { expand }).catch(unlessGone)
  if (customer === null || customer.deleted) return null
  const method = customer.invoice_settings.default_payment_method
  return method && typeof method === 'object' ? cardOf(method) : null
}

async function makeCharge({ stripe, installation }: Account, charge: Charge): Promise<ChargeResult> {
  const { customerId, cardId, amount, currency, description, paymentId, priceKey: key, idempotencyKey } = charge
  const mark = await installation()
  const metadata = { installation: mark, lectern_payment: String(paymentId), price: key }
  try {
    const intent = await stripe.paymentIntents.create(
      {
        ...{ amount, currency, customer: customerId, payment_method: cardId, description, metadata },
        ...{ allowed_payment_method_types: ['card'], off_session: true, confirm: true, expand: ['latest_charge'] },
      },
      { idempotencyKey: `${mark}-${idempotencyKey}` },
    )
    return resultOf(intent)
  } catch (error) {
    const failure = failureOf(error)
    if (!failure) throw error
    const { payment_intent } = error as { payment_intent?: { id: string } }
    return { status: 'failed', providerId: payment_intent?.id ?? '', failure, refunded: 0 }
  }
}

/** Null for the error that an object is gone; throws all others. */
function unlessGone(error: unknown): null {
  if ((error as { statusCode?: number }).statusCode !== 404) throw error
  return null
}

function retrieve(stripe: Stripe, id: string): Promise<Stripe.PaymentIntent | null> {
  return stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] }).catch(unlessGone)
}

async function readIntent({ stripe, installation }: Account, id: string): Promise<FoundCharge | null> {
  const intent = await retrieve(stripe, id)
  if (intent === null) return null
  const named = Number(intent.metadata?.lectern_payment)
  const ours = intent.metadata?.installation === (await installation()) && Number.isSafeInteger(named) && named > 0
  const { amount } = intent
  return { ...resultOf(intent), paymentId: ours ? named : null, customerId: idOf(intent.customer), amount }
}

/** The id of an object that Stripe names, or sends whole. */
function idOf(object: string | { readonly id: string } | null | undefined): string | null {
  return typeof object === 'string' ? object : (object?.id ?? null)
}

/** Ignores the errors that say that nothing is left to do; throws all others. */
function unlessDone(error: unknown): void {
  const done = ['payment_intent_unexpected_state', 'charge_already_refunded', 'resource_missing']
  if (!done.includes(String((error as { code?: string }).code))) throw error
}

async function cancelIntent(account: Account, id: string): Promise<FoundCharge | null> {
  await account.stripe.paymentIntents.cancel(id).catch(unlessDone)
  return readIntent(account, id)
}

/** Without an idempotency key, which would repeat a refusal for a day: Stripe refunds no more than was paid. */
async function refundIntent(account: Account, id: string): Promise<FoundCharge | null> {
  await account.stripe.refunds.create({ payment_intent: id }).catch(unlessDone)
  return readIntent(account, id)
}

async function beginConfirmation(
  { stripe }: Account,
  id: string,
  publishableKey: string,
): Promise<Confirmation | null> {
  const intent = await retrieve(stripe, id)
  if (intent === null || !['requires_payment_method', 'requires_action'].includes(intent.status)) return null
  const cardId = idOf(intent.last_payment_error?.payment_method) ?? idOf(intent.payment_method)
  const { client_secret: clientSecret } = intent
  return cardId && clientSecret ? { clientSecret, publishableKey, cardId } : null
}

/** The charge of a payment, by its metadata; Stripe forgets idempotency keys after a day. */
async function findCharge(
  { stripe, installation }: Account,
  { customerId, paymentId }: Charge,
): Promise<ChargeResult | null> {
  const mark = await installation()
  const list = stripe.paymentIntents.list({ customer: customerId, limit: 100, expand: ['data.latest_charge'] })
  try {
    for await (const intent of list) {
      const { lectern_payment, installation: made } = intent.metadata ?? {}
      if (lectern_payment === String(paymentId) && made === mark) return resultOf(intent)
    }
  } catch (error) {
    // A customer that is not known there has no charges.
    if (!isAboutCustomer(error)) throw error
  }
  return null
}

function resultOf(intent: Stripe.PaymentIntent): ChargeResult {
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  const more = { providerId: intent.id, refunded: charge?.amount_refunded ?? 0 }
  if (intent.status === 'succeeded') return { status: 'paid', failure: null, ...more }
  if (intent.status === 'processing') return { status: 'pending', failure: null, ...more }
  const error = intent.last_payment_error
  const known = failures[error?.decline_code ?? ''] ?? failures[error?.code ?? '']
  const failure = known ?? (intent.status === 'requires_action' ? 'authentication' : 'declined')
  return { status: 'failed', failure, ...more }
}

/** Checks the signature with every accepted secret, and the time, which a repeated delivery signs again. */
function readEvent(
  stripe: Stripe,
  secrets: readonly string[],
  body: Uint8Array,
  signature: string,
  now: Date,
): ProviderEvent {
  const seconds = Math.floor(now.getTime() / 1000)
  const signedAt = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1])
  if (!(Math.abs(seconds - signedAt) <= tolerance)) throw new NotVerified()
  const raw = Buffer.from(body)
  for (const secret of secrets) {
    try {
      return eventOf(stripe.webhooks.constructEvent(raw, signature, secret, tolerance, undefined, seconds * 1000))
    } catch {
      // Signed with another secret, or forged: the next one decides.
    }
  }
  throw new NotVerified()
}

function eventOf({ id, type, data }: Stripe.Event): ProviderEvent {
  const object = data.object as { object?: string; id?: string; payment_intent?: unknown; customer?: unknown }
  const named = (value: unknown) => (typeof value === 'string' ? value : null)
  if (object.object === 'payment_intent') return { id, type, about: { kind: 'charge', id: String(object.id) } }
  const charge = named(object.payment_intent)
  if (charge) return { id, type, about: { kind: 'charge', id: charge } }
  const customer = object.object === 'customer' ? named(object.id) : named(object.customer)
  return { id, type, about: customer ? { kind: 'customer', id: customer } : null }
}

/** Compares the prices of the account with those of rules/prices.ts, which pages show and subscriptions charge. */
async function checkPrices(stripe: Stripe): Promise<string[]> {
  const { data } = await stripe.prices.list({ lookup_keys: priceKeys.map(({ key }) => key), active: true, limit: 100 })
  return priceKeys.flatMap(({ key, amount }) => {
    const price = data.find((one) => one.lookup_key === key)
    if (!price) return [`Stripe has no price with the lookup key ${key}: create one of ${amount} cents (USD).`]
    if (price.unit_amount === amount && price.currency === 'usd') return []
    return [
      `Stripe’s price ${key} is ${price.unit_amount} ${price.currency}, and Lectern charges ${amount} cents (USD).`,
    ]
  })
}
