import type { Database } from '../db/open-database.ts'
import type { Settings } from '../env.ts'
import { readInstallation } from '../installation.ts'
import { paymentsOff } from './off.ts'
import type { Payments } from './payments.ts'
import { sandboxPayments } from './sandbox.ts'

/** The payment provider of the settings. */
export async function createPayments(
  { billing, stripe }: Settings,
  database: Database,
  now: () => Date,
): Promise<Payments> {
  if (billing === 'stripe' && stripe) {
    // Loaded only if it is used.
    const { stripePayments } = await import('./stripe.ts')
    return stripePayments(stripe, () => readInstallation(database))
  }
  return billing === 'sandbox' ? sandboxPayments(now) : paymentsOff()
}
