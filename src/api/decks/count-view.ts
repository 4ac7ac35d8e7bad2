import { sql } from 'kysely'
import type { Database, Db } from '../../server/db/open-database.ts'

/** The same person looking again within this time is one view, in ms. */
const viewEvery = 30 * 60 * 1000

/** Who looks at a deck, as keyed hashes. */
export interface Viewer {
  /** The account, or the number of the browser. */
  readonly hash: string
  /**
   * For a browser that brought no number along: where it comes from and what it calls itself. Whoever sends no cookies
   * is a stranger at each request; of the strangers of one place, one is counted.
   */
  readonly place: string | null
}

/** What is looked at: a deck, or one of its access links (`tokenId`), which has a count of its own. */
export interface Viewed {
  readonly deckId: number
  readonly tokenId: number | null
}

/**
 * Counts a view of a deck or of a link, at most one for each viewer in 30 minutes. Answers whether it counted. The
 * deck's owner and collaborators are not to be handed in; the viewer of a link is hashed apart from the same viewer of
 * the deck.
 */
export async function countView(database: Database, viewed: Viewed, viewer: Viewer, now: Date): Promise<boolean> {
  const { deckId, tokenId } = viewed
  const since = new Date(now.getTime() - viewEvery)
  const counted = viewer.place ?? viewer.hash
  // Most calls are repeats: those are found out without a write, which all writers would have to wait for.
  const seen = await database.read
    .selectFrom('deck_views')
    .select('at')
    .where('deck_id', '=', deckId)
    .where('viewer_hash', '=', counted)
    .executeTakeFirst()
  if (seen && seen.at > since) return false
  return database.transaction(async (trx) => {
    if (!(await markSeen(trx, deckId, counted, { now, since }))) return false
    // With its next request the browser brings its number along, and is not new then.
    if (viewer.place !== null) await markSeen(trx, deckId, viewer.hash, { now, since })
    await addOne(trx, deckId, tokenId)
    return true
  })
}

async function addOne(trx: Db, deckId: number, tokenId: number | null): Promise<void> {
  const change =
    tokenId === null
      ? trx
          .updateTable('decks')
          .set((e) => ({ view_count: e('view_count', '+', 1) }))
          .where('id', '=', deckId)
      : trx
          .updateTable('access_tokens')
          .set((e) => ({ deck_view_count: e('deck_view_count', '+', 1) }))
          .where('id', '=', tokenId)
  await change.execute()
}

/** Writes down that somebody looked. False when they had, since the moment given. */
async function markSeen(trx: Db, deckId: number, viewer: string, time: { now: Date; since: Date }): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('deck_views')
    .values({ deck_id: deckId, viewer_hash: viewer, at: time.now })
    .onConflict((conflict) =>
      conflict
        .columns(['deck_id', 'viewer_hash'])
        .doUpdateSet({ at: time.now })
        .where(sql.ref('deck_views.at'), '<=', time.since),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}
