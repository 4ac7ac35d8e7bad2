import type { Services } from '../../server/services.ts'
import { isOwnerless, ownerOf } from './queries.ts'
import { settlePayment } from './settle-payment.ts'
import { type KnownPayment, unconfirmedPayment } from './unconfirmed-payment.ts'

/**
 * Failed payments that are still open at the provider. authentication: a late confirmation would take money. ownerless:
 * money arrived after the account was deleted or the team closed.
 */
const openFailures = ['authentication', 'ownerless']

/** How many payments are read at once. */
const batch = 100

async function openPayments({ database, payments }: Services, after: number): Promise<KnownPayment[]> {
  if (payments.provider === 'off') return []
  const rows = await database.read
    .selectFrom('payments')
    .selectAll()
    .where('status', '=', 'failed')
    .where('failure', 'in', openFailures)
    .where('provider', '=', payments.provider)
    .where('id', '>', after)
    .orderBy('id')
    .limit(batch)
    .execute()
  return rows.map((row) => ({ ...row, provider_id: row.provider_id ?? '' }))
}

/** Whether the customer can still confirm a payment here. */
async function isConfirmable(services: Services, payment: KnownPayment): Promise<boolean> {
  const owner = ownerOf(payment)
  const open = owner && (await unconfirmedPayment(services.database.read, services, owner))
  return open?.id === payment.id
}

/** Cancels a payment at the provider; if it was paid before, gives the money back that has no owner. */
async function withdraw(services: Services, payment: KnownPayment): Promise<void> {
  const { database, payments } = services
  const { id, provider_id, amount } = payment
  const found = await payments.cancelCharge(provider_id)
  // The bank decides at this moment: the next run sees what it decided.
  if (found?.status === 'pending') return
  if (found?.status !== 'paid') {
    const open = database.write.updateTable('payments').set({ failure: 'withdrawn' })
    await open.where('id', '=', id).where('status', '=', 'failed').execute()
    return
  }
  const isRefunded = await isOwnerless(database.read, payment)
  const charge = isRefunded ? await payments.refundCharge(provider_id) : found
  if (!charge || (isRefunded && charge.refunded < amount)) throw new Error(`Payment ${id} is not refunded yet`)
  await database.transaction((trx) => settlePayment(trx, services, id, charge))
}

/**
 * Cancels payments that the bank wanted to be confirmed, and that no customer can confirm here any more: their account is
 * deleted, their team closed, or another payment took their place. A failure keeps no other from being canceled; the
 * first is thrown at the end. Idempotent.
 */
export async function withdrawPayments(services: Services): Promise<void> {
  const failures: unknown[] = []
  for (let after = 0; ; ) {
    const rows = await openPayments(services, after)
    for (const payment of rows) {
      if (await isConfirmable(services, payment)) continue
      await withdraw(services, payment).catch((error: unknown) => failures.push(error))
    }
    if (rows.length < batch) break
    after = rows.at(-1)?.id ?? 0
  }
  if (failures.length > 0) throw failures[0]
}
