import { counted } from '../../rules/counted.ts'
import type { Database } from '../db/open-database.ts'
import type { Services } from '../services.ts'

type Checked = Pick<Services, 'payments' | 'database'>

/** What is wrong with the payment provider's settings, each with its remedy. Never throws. */
async function settingsProblems({ payments }: Checked): Promise<readonly string[]> {
  try {
    return await payments.check()
  } catch (error) {
    const { type, message } = error as { type?: string; message?: string }
    if (type === 'StripeAuthenticationError' || type === 'StripePermissionError') {
      return ['Stripe refuses STRIPE_SECRET_KEY: copy a valid secret key from the Stripe dashboard, under API keys.']
    }
    return [`Stripe could not be asked (${message}): check this server’s way to api.stripe.com.`]
  }
}

/** Payments at Stripe that are undecided, or can still be confirmed, and customers that are to be deleted there. */
async function leftAtStripe({ read }: Database): Promise<{ payments: number; customers: number }> {
  const payments = await read
    .selectFrom('payments')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('provider', '=', 'stripe')
    .where((e) =>
      e.or([
        e('status', '=', 'pending'),
        e.and([e('status', '=', 'failed'), e('failure', 'in', ['authentication', 'ownerless'])]),
      ]),
    )
    .executeTakeFirstOrThrow()
  const jobs = await read
    .selectFrom('jobs')
    .select('payload')
    .where('kind', '=', 'billing-forget')
    .where('state', 'in', ['waiting', 'running', 'dead'])
    .execute()
  return {
    payments: Number(payments.count),
    customers: jobs.filter(({ payload }) => payload.provider === 'stripe').length,
  }
}

/** Payments and deletions that still need Stripe on an instance that no longer uses it: nothing else settles them. */
async function leftProblems({ database, payments }: Checked): Promise<string[]> {
  if (payments.provider === 'stripe') return []
  const left = await leftAtStripe(database)
  const parts = [
    ...(left.payments > 0 ? [counted(left.payments, 'open payment', 'open payments')] : []),
    ...(left.customers > 0 ? [counted(left.customers, 'customer to delete', 'customers to delete')] : []),
  ]
  if (parts.length === 0) return []
  return [
    `Stripe still has ${parts.join(' and ')} of this instance, and BILLING is ${payments.provider}: start with BILLING=stripe and the keys of before until this message is gone.`,
  ]
}

/** What the operator should do about payments. Never throws. */
export async function paymentProblems(services: Checked): Promise<readonly string[]> {
  const left = await leftProblems(services).catch(() => [])
  return [...(await settingsProblems(services)), ...left]
}

/** Logs what is wrong with payments. Started in the background: nothing waits for it. */
export async function logPaymentProblems(services: Checked & Pick<Services, 'log'>): Promise<void> {
  for (const problem of await paymentProblems(services)) services.log.error({ check: 'payments' }, problem)
}
