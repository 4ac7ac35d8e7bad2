import { sql } from 'kysely'
import type { Database, Db } from '../../server/db/open-database.ts'

/** Repeated views of a viewer within this time count once. In ms. */
export const viewInterval = 30 * 60 * 1000

/** A deck's viewer, as keyed hashes. */
export interface Viewer {
  /** Hash of the account, or of the visitor cookie. */
  readonly hash: string
  /**
   * For a browser without visitor cookie: hash of its IP address and user agent; else null. All clients with the same
   * hash count as one viewer, since a client without cookies looks new at each request.
   */
  readonly fallbackHash: string | null
}

/** One view of a deck, or of one of its access links (`tokenId`), which are counted separately. */
export interface View {
  readonly deckId: number
  readonly tokenId: number | null
  readonly viewer: Viewer
}

/** The hash under which a viewer is counted. */
export function countedViewer({ hash, fallbackHash }: Viewer): string {
  return fallbackHash ?? hash
}

/**
 * Counts views, at most one per viewer in 30 minutes. Returns which of them were counted. Callers leave out views by
 * owners and collaborators. The hashes of a viewer differ between a link and its deck. All new views are written in one
 * transaction.
 */
export async function countViews(database: Database, views: readonly View[], now: Date): Promise<boolean[]> {
  const since = new Date(now.getTime() - viewInterval)
  // Most views are repeats. They are filtered with reads only, since a write would block other writers.
  const newViews: View[] = []
  for (const view of views) if (!(await wasSeen(database.read, view, since))) newViews.push(view)
  if (newViews.length === 0) return views.map(() => false)
  const counted = await database.transaction(async (trx) => {
    const done = new Set<View>()
    // Sorted, so that concurrent transactions cannot deadlock.
    for (const view of [...newViews].sort(byViewer)) {
      if (!(await markSeen(trx, view.deckId, countedViewer(view.viewer), { now, since }))) continue
      // The browser's next request has the visitor cookie and must not count again.
      if (view.viewer.fallbackHash !== null) await markSeen(trx, view.deckId, view.viewer.hash, { now, since })
      done.add(view)
    }
    await addAll(trx, done)
    return done
  })
  return views.map((view) => counted.has(view))
}

function byViewer(a: View, b: View): number {
  const [left, right] = [countedViewer(a.viewer), countedViewer(b.viewer)]
  return a.deckId - b.deckId || (left < right ? -1 : left > right ? 1 : 0)
}

async function wasSeen(db: Db, { deckId, viewer }: View, since: Date): Promise<boolean> {
  const seen = await db
    .selectFrom('deck_views')
    .select('at')
    .where('deck_id', '=', deckId)
    .where('viewer_hash', '=', countedViewer(viewer))
    .executeTakeFirst()
  return seen !== undefined && seen.at > since
}

/** Increments the counts, decks first, one update per row. */
async function addAll(trx: Db, views: Iterable<View>): Promise<void> {
  const decks = new Map<number, number>()
  const links = new Map<number, number>()
  for (const { deckId, tokenId } of views) {
    if (tokenId === null) decks.set(deckId, (decks.get(deckId) ?? 0) + 1)
    else links.set(tokenId, (links.get(tokenId) ?? 0) + 1)
  }
  for (const [id, more] of [...decks].sort(([a], [b]) => a - b)) {
    await trx
      .updateTable('decks')
      .set((e) => ({ view_count: e('view_count', '+', more) }))
      .where('id', '=', id)
      .execute()
  }
  for (const [id, more] of [...links].sort(([a], [b]) => a - b)) {
    await trx
      .updateTable('access_tokens')
      .set((e) => ({ deck_view_count: e('deck_view_count', '+', more) }))
      .where('id', '=', id)
      .execute()
  }
}

/** Records a view. False if the viewer has one since `time.since`. */
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
