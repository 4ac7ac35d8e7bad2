import { sql } from 'kysely'
import type { Database, Db } from '../../server/db/open-database.ts'

/** The same person looking again within this time is one view, in ms. */
export const viewEvery = 30 * 60 * 1000

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

/** One look at a deck, or at one of its access links (`tokenId`), which has a count of its own. */
export interface View {
  readonly deckId: number
  readonly tokenId: number | null
  readonly viewer: Viewer
}

/** Of a deck's viewers, the one that is counted. */
export function countedViewer({ hash, place }: Viewer): string {
  return place ?? hash
}

/**
 * Counts views, at most one for each viewer in 30 minutes, and answers which of them counted. The decks' owners and
 * collaborators are not to be handed in; the viewer of a link is hashed apart from the same viewer of the deck. All
 * that are new are written in one transaction.
 */
export async function countViews(database: Database, views: readonly View[], now: Date): Promise<boolean[]> {
  const since = new Date(now.getTime() - viewEvery)
  // Most calls are repeats: those are found out without a write, which all writers would have to wait for.
  const fresh: View[] = []
  for (const view of views) if (!(await wasSeen(database.read, view, since))) fresh.push(view)
  if (fresh.length === 0) return views.map(() => false)
  const counted = await database.transaction(async (trx) => {
    const done = new Set<View>()
    // Always in the same order: two processes never wait for each other.
    for (const view of [...fresh].sort(byViewer)) {
      if (!(await markSeen(trx, view.deckId, countedViewer(view.viewer), { now, since }))) continue
      // With its next request the browser brings its number along, and is not new then.
      if (view.viewer.place !== null) await markSeen(trx, view.deckId, view.viewer.hash, { now, since })
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

/** Adds up what was looked at, decks first, each once. */
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
