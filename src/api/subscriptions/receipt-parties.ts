import type { ReceiptParties } from '../../server/db/billing-tables.ts'
import type { Db } from '../../server/db/open-database.ts'
import { readInstanceFace } from '../../server/instance.ts'
import type { Services } from '../../server/services.ts'
import type { Owner } from '../owner.ts'
import { payerOf } from './customer.ts'

/**
 * Seller and customer as of now, to store with a receipt that is issued: names and addresses that change later do not
 * change it. Null if the payer is gone. A team's receipt names no person.
 */
export async function receiptParties(
  trx: Db,
  { settings: { baseUrl } }: Pick<Services, 'settings'>,
  owner: Owner,
): Promise<string | null> {
  const payer = await payerOf(trx, owner)
  if (!payer) return null
  const { name } = await readInstanceFace(trx)
  const email = 'user' in owner ? (payer.recipients[0]?.email ?? null) : null
  const parties: ReceiptParties = {
    seller: { name, url: baseUrl },
    customer: { name: payer.name, email, address: payer.address },
  }
  return JSON.stringify(parties)
}
