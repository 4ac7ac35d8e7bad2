import { sql } from 'kysely'
import type { Database } from '../../server/db/open-database.ts'

/** The same person looking again within this time is one view, in ms. */
const viewEvery = 30 * 60 * 1000

/**
 * Counts a view of a deck, at most one for each viewer in 30 minutes. Answers whether it counted. `viewer` is a keyed
 * hash of the session or visitor cookie; the deck's owner and collaborators are not to be handed in.
 */
export async function countView(database: Database, deckId: number, viewer: string, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - viewEvery)
  // Most calls are repeats: those are found out without a write, which all writers would have to wait for.
  const seen = await database.read
    .selectFrom('deck_views')
    .select('at')
    .where('deck_id', '=', deckId)
    .where('viewer_hash', '=', viewer)
    .executeTakeFirst()
  if (seen && seen.at > since) return false
  return database.transaction(async (trx) => {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('deck_views')
      .values({ deck_id: deckId, viewer_hash: viewer, at: now })
      .onConflict((conflict) =>
        conflict
          .columns(['deck_id', 'viewer_hash'])
          .doUpdateSet({ at: now })
          .where(sql.ref('deck_views.at'), '<=', since),
      )
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows !== 1n) return false
    await trx
      .updateTable('decks')
      .set((e) => ({ view_count: e('view_count', '+', 1) }))
      .where('id', '=', deckId)
      .execute()
    return true
  })
}
