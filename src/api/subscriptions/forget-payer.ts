import type { Db } from '../../server/db/open-database.ts'
import type { Services } from '../../server/services.ts'
import { type Owner, ownedBy } from '../owner.ts'
import { lockSubscription, settleUndecided } from './bill.ts'
import { forgetCustomer } from './customer.ts'
import { type CustomerRow, customerOf, undecidedPayments } from './queries.ts'
import { withdrawPayments } from './withdraw-payments.ts'

/** How long the work for another provider waits until it looks again whether that is back, in ms. */
const patience = 24 * 60 * 60_000

/**
 * Deletes the payer's data before the owner's row is deleted: the provider deletes customer and card, and receipts keep
 * only what accounting needs. Throws 409 while a payment is pending: if it succeeds, it could not be credited.
 */
export async function forgetPayer(trx: Db, services: Services, owner: Owner): Promise<void> {
  await lockSubscription(trx, services, owner)
  const customer = await customerOf(trx, owner)
  if (!customer) return
  await forgetCustomer(trx, services, customer)
  const cleared = trx.updateTable('payments').set({ card: null, change: '{}', receipt: null })
  // What a former provider has not decided is settled when that is back.
  await cleared
    .where(...ownedBy(owner))
    .where('status', '<>', 'pending')
    .execute()
}

/**
 * Deletes a customer at the provider, after the payments that it could still make: a canceled one takes no money. Work
 * for a provider that billing has left waits until it is back; the start and the console name it.
 */
export async function deleteCustomer(
  services: Services,
  { provider, id }: { provider: CustomerRow['provider']; id: string },
) {
  const { database, jobs, log, payments } = services
  if (provider !== payments.provider) {
    // The sandbox stores nothing.
    if (provider === 'sandbox') return
    log.warn({ provider, customer: id }, 'a customer is deleted once billing is with its provider again')
    const runAt = new Date(services.now().getTime() + patience)
    await database.transaction((trx) => jobs.add(trx, 'billing-forget', { provider, id }, { runAt }))
    return
  }
  const inUse = database.read.selectFrom('customers').select('id').where('provider', '=', provider)
  // The provider may give a customer who returns the same id.
  if (await inUse.where('provider_id', '=', id).executeTakeFirst()) return
  for (const payment of await undecidedPayments(database.read, services.now(), [payments.provider])) {
    if (payment.change.customer_id !== id) continue
    const { status } = await settleUndecided(services, payment)
    if (status === 'pending') throw new Error(`Payment ${payment.id} of the customer is not decided yet`)
  }
  // Those that fail are tried again by the billing job, and keep no customer.
  await withdrawPayments(services).catch((err: unknown) => log.warn({ err }, 'a payment could not be withdrawn'))
  await payments.deleteCustomer(id)
}
