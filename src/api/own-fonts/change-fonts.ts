import type { Db } from '../../server/db/open-database.ts'
import type { Services } from '../../server/services.ts'
import { type Owner, ownerColumns } from '../owner.ts'
import { redrawLater } from '../thumbnails/redraw-thumbnails.ts'
import { touchFonts } from './queries.ts'

/**
 * Invalidates the cached fonts of an owner, and queues the thumbnails of decks with this family. Call it in
 * the transaction of the change.
 */
export async function fontsChanged(services: Services, trx: Db, owner: Owner, family: string): Promise<void> {
  await touchFonts(trx, owner)
  await redrawLater(services, trx, { ...ownerColumns(owner), family })
}
