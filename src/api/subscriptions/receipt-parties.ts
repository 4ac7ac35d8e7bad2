import type { ReceiptParties } from '../../server/db/billing-tables.ts'
import type { Db } from '../../server/db/open-database.ts'
import { readInstanceFace } from '../../server/instance.ts'
import type { Services } from '../../server/services.ts'
import type { Owner } from '../owner.ts'
import { payerOf } from './customer.ts'

/** Seller and customer as of now. Null if the payer is gone. A team's receipt names no person. */
export async function receiptParties(
  db: Db,
  { settings: { baseUrl } }: Pick<Services, 'settings'>,
  owner: Owner,
): Promise<ReceiptParties | null> {
  const payer = await payerOf(db, owner)
  if (!payer) return null
  const { name } = await readInstanceFace(db)
  const email = 'user' in owner ? (payer.recipients[0]?.email ?? null) : null
  return {
    seller: { name, url: baseUrl },
    customer: { name: payer.name, email, address: payer.address },
  }
}

/** The same as JSON, stored when a receipt is issued: names and addresses that change later do not change it. */
export async function partiesToStore(...given: Parameters<typeof receiptParties>): Promise<string | null> {
  const parties = await receiptParties(...given)
  return parties && JSON.stringify(parties)
}
