import type { Db } from '../../server/db/open-database.ts'
import type { Services } from '../../server/services.ts'
import { type Owner, ownerColumns } from '../owner.ts'
import { touchFonts } from './queries.ts'

/** ms after which thumbnails are drawn again: several files of a family are uploaded at once. */
const pause = 10_000

/**
 * Makes documents in an owner's fonts read them again, and queues the thumbnails of decks with this family. Call it in
 * the transaction of the change.
 */
export async function fontsChanged(services: Services, trx: Db, owner: Owner, family: string): Promise<void> {
  await touchFonts(trx, owner)
  const { user_id, team_id } = ownerColumns(owner)
  const dedupeKey = `redraw-thumbnails:${user_id ?? ''}:${team_id ?? ''}:${family}`
  const runAt = new Date(services.now().getTime() + pause)
  await services.jobs.add(trx, 'redraw-thumbnails', { user_id, team_id, family }, { dedupeKey, runAt })
}
