import { randomUUID } from 'node:crypto'
import type { Db } from '../../server/db/open-database.ts'
import type { Services } from '../../server/services.ts'
import { type Owner, ownerColumns } from '../owner.ts'
import { settlePlan } from '../plans/settle-plan.ts'
import type { Step } from './machine.ts'
import { insertPayment, type PaymentRow, type SubscriptionRow, updatePayment, writeSubscription } from './queries.ts'
import { partiesToStore } from './receipt-parties.ts'

/** The number of a receipt: '2026-000007'. */
export function receiptNumber(paymentId: number, now: Date): string {
  return `${now.getUTCFullYear()}-${String(paymentId).padStart(6, '0')}`
}

/**
 * Stores a step that needs no payment, and the plan that follows from it. A step that moves money into the credit or out
 * of it gets a receipt of 0, which is returned, so that receipts account for every cent.
 */
export async function applyStep(
  { trx, row }: { readonly trx: Db; readonly row: SubscriptionRow | null },
  services: Services,
  owner: Owner,
  { next, invoice, description }: Step,
): Promise<(PaymentRow & { readonly number: string }) | null> {
  const now = services.now()
  await writeSubscription(trx, owner, row, next, now)
  await settlePlan(trx, owner, now)
  if (invoice.lines.length === 0) return null
  const receipt = await insertPayment(trx, {
    ...ownerColumns(owner),
    amount: 0,
    currency: 'usd',
    status: 'paid',
    description,
    lines: invoice.lines,
    change: {},
    provider: services.settings.billing === 'stripe' ? 'stripe' : 'sandbox',
    idempotency_key: `lectern-${randomUUID()}`,
    created_at: now,
    settled_at: now,
  })
  const number = receiptNumber(receipt.id, now)
  await updatePayment(trx, receipt.id, { number, receipt: await partiesToStore(trx, services, owner) })
  return { ...receipt, number }
}
