import type { z } from 'zod'
import type { Db } from '../../server/db/open-database.ts'
import type { Services } from '../../server/services.ts'
import type { Owner } from '../owner.ts'
import { type PaymentRow, readableBy } from '../subscriptions/queries.ts'
import { receiptParties } from '../subscriptions/receipt-parties.ts'
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

/**
 * An owner's receipt, as it was issued; null if there is none with this id. Where the names of then are missing (issued
 * by a process of the release before, during an upgrade), it has those of now.
 */
export async function receiptOf(
  db: Db,
  services: Pick<Services, 'settings'>,
  owner: Owner,
  id: number,
): Promise<Receipt | null> {
  const payment = await paidPayment(db, owner, id)
  const parties = payment && (payment.receipt ?? (await receiptParties(db, services, owner)))
  if (!parties) return null
  const { number, amount, refunded, currency, description, lines, card, provider, settled_at, created_at } = payment
  return {
    id,
    number: number ?? '',
    date: settled_at ?? created_at,
    ...{ amount, refunded, currency, description, lines, card },
    ...parties,
    sandbox: provider === 'sandbox',
  }
}
