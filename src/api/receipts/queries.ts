import type { z } from 'zod'
import { product } from '../../rules/product.ts'
import type { Db } from '../../server/db/open-database.ts'
import type { Owner } from '../owner.ts'
import { payerOf } from '../subscriptions/customer.ts'
import { ownerOf, type PaymentRow, readableBy } from '../subscriptions/queries.ts'
import type { receipt } from './contract.ts'

export type Receipt = z.input<typeof receipt>

/** The paid payment with this id if the owner may read it; else null. */
async function paidPayment(db: Db, owner: Owner, id: number): Promise<PaymentRow | null> {
  const row = await db
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', id)
    .where(readableBy(owner))
    .where('number', 'is not', null)
    .executeTakeFirst()
  return row ?? null
}

/** An owner's receipt; null if there is none with this id. */
export async function receiptOf(db: Db, owner: Owner, id: number): Promise<Receipt | null> {
  const payment = await paidPayment(db, owner, id)
  if (!payment) return null
  // The team that paid, also for the owner who closed it.
  const payer = await payerOf(db, ownerOf(payment) ?? owner)
  const { number, amount, refunded, currency, description, lines, card, provider, settled_at, created_at } = payment
  return {
    id,
    number: number ?? '',
    date: settled_at ?? created_at,
    ...{ amount, refunded, currency, description, lines, card },
    customer: {
      name: payer?.name ?? product.name,
      email: payer?.recipients[0]?.email ?? null,
      address: payer?.address ?? null,
    },
    sandbox: provider === 'sandbox',
  }
}
