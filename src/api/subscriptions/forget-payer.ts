import type { Db } from '../../server/db/open-database.ts'
import type { Services } from '../../server/services.ts'
import { type Owner, ownedBy } from '../owner.ts'
import { lockSubscription } from './bill.ts'

/**
 * Deletes the payer's data before the owner's row is deleted: the provider deletes customer and card, and receipts keep
 * only what accounting needs. Throws 409 while a payment is pending: if it succeeds, it could not be credited.
 */
export async function forgetPayer(trx: Db, services: Services, owner: Owner): Promise<void> {
  const { customer } = await lockSubscription(trx, services, owner)
  if (!customer) return
  const { provider, provider_id: id } = customer
  await services.jobs.add(trx, 'billing-forget', { provider, id })
  await trx
    .updateTable('payments')
    .set({ card: null, change: '{}', receipt: null })
    .where(...ownedBy(owner))
    .execute()
}
