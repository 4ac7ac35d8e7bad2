import type { Reader } from './read-setting.ts'

/** Who takes the payments; off: nobody pays. */
export type Billing = 'sandbox' | 'stripe' | 'off'

/** Settings of the Stripe account. */
export interface StripeSettings {
  readonly secretKey: string
  readonly publishableKey: string
  /** All accepted secrets of the webhook, so that one can be replaced without losing notifications. */
  readonly webhookSecrets: readonly string[]
  /** A stand-in for tests; null: Stripe itself. */
  readonly apiUrl: string | null
}

/** The settings of payments. */
export interface BillingSettings {
  /** `off`: every user has the largest plan. `sandbox`: plans are effective, payments are simulated. */
  readonly billing: Billing
  /** Whether BILLING is set. If not, the mode follows from the other settings. */
  readonly billingGiven: boolean
  /** The Stripe account; null unless billing is `stripe`. */
  readonly stripe: StripeSettings | null
  /** The largest storage of one user in bytes with billing off. */
  readonly storagePerUser: number
}

const modes = ['sandbox', 'stripe', 'off']

/**
 * Reads BILLING and Stripe's settings. Without BILLING the mode is stripe if its key is set, else off in production and
 * sandbox in development.
 */
export function readBilling(read: Reader, production: boolean): BillingSettings {
  const secretKey = read.optional('STRIPE_SECRET_KEY')
  const usual = secretKey !== null ? 'stripe' : production ? 'off' : 'sandbox'
  const billing = read.oneOf('BILLING', modes, usual) as Billing
  const billingGiven = read.optional('BILLING') !== null
  const stripe = billing === 'stripe' ? readStripe(read, secretKey, production) : null
  return { billing, billingGiven, stripe, storagePerUser: read.integer('STORAGE_PER_USER', 2_000_000_000, 0, 1e15) }
}

function readStripe(read: Reader, secretKey: string | null, production: boolean): StripeSettings {
  const publishableKey = read.text('STRIPE_PUBLISHABLE_KEY', '')
  const webhookSecrets = [...read.list('STRIPE_WEBHOOK_SECRET'), ...read.list('STRIPE_WEBHOOK_SECRETS')]
  const apiUrl = production ? null : read.address('STRIPE_API_URL', ['http:', 'https:'])
  if (secretKey === null) {
    read.problem('STRIPE_SECRET_KEY', 'give the secret key of your Stripe account (sk_…), or set BILLING=off')
  } else if (!/^(sk|rk)_(test|live)_\w+$/.test(secretKey)) {
    read.problem('STRIPE_SECRET_KEY', 'this is no secret key of Stripe; it begins with sk_live_ or sk_test_')
  }
  if (!/^pk_(test|live)_\w+$/.test(publishableKey)) {
    read.problem('STRIPE_PUBLISHABLE_KEY', 'give the publishable key of the same account; it begins with pk_')
  } else if (secretKey && modeOf(secretKey) !== modeOf(publishableKey)) {
    read.problem('STRIPE_PUBLISHABLE_KEY', 'give two live keys or two test keys; one of them is of the other kind')
  }
  if (webhookSecrets.length === 0 || webhookSecrets.some((secret) => !/^whsec_\S+$/.test(secret))) {
    const path = '/webhooks/stripe'
    read.problem('STRIPE_WEBHOOK_SECRET', `make an endpoint for ${path} in Stripe, and give its secret (whsec_…)`)
  }
  return { secretKey: secretKey ?? '', publishableKey, webhookSecrets, apiUrl }
}

/** `live` or `test`. */
function modeOf(key: string): string | undefined {
  return key.split('_')[1]
}
