import type { Db } from '../../server/db/open-database.ts'
import type { UnreadAnswer } from './contract.ts'
import { notOn } from './queries.ts'

/** Comments of others on a deck that a user has not read. */
export function unreadOf(db: Db, deckId: number, userId: number) {
  return db
    .selectFrom('comments')
    .leftJoin('comment_reads', (join) =>
      join
        .onRef('comment_reads.deck_id', '=', 'comments.deck_id')
        .on('comment_reads.user_id', '=', userId)
        .on((e) => e('comment_reads.slide_hash', '=', e.fn.coalesce('comments.slide_hash', e.val('')))),
    )
    .where('comments.deck_id', '=', deckId)
    .where('comments.user_id', '<>', userId)
    .where((e) => e('comments.id', '>', e.fn.coalesce('comment_reads.comment_id', e.val(0))))
}

/** The comments that a user has not read: their number, and the oldest of each slide; null: about the deck. */
export async function countUnread(
  db: Db,
  deckId: number,
  userId: number,
  hidden: ReadonlySet<string>,
): Promise<UnreadAnswer> {
  const all = unreadOf(db, deckId, userId)
  const rows = await (hidden.size > 0 ? all.where(notOn(hidden)) : all)
    .select((e) => ['comments.slide_hash', e.fn.countAll<number>().as('count'), e.fn.min('comments.id').as('first')])
    .groupBy('comments.slide_hash')
    .execute()
  const results = rows.map(({ slide_hash, count, first }) => ({
    ...{ slide_hash, count: Number(count), first_id: Number(first) },
  }))
  return { results, total: results.reduce((sum, { count }) => sum + count, 0) }
}

/** Marks the comments of slides as read, each up to a comment. Marks never move back. */
export async function markRead(
  db: Db,
  who: { readonly deckId: number; readonly userId: number; readonly now: Date },
  read: readonly { readonly slide_hash: string | null; readonly comment_id: number }[],
): Promise<void> {
  const { deckId, userId, now } = who
  const rows = await db
    .selectFrom('comments')
    .select((e) => ['slide_hash', e.fn.max('id').as('last')])
    .where('deck_id', '=', deckId)
    .groupBy('slide_hash')
    .execute()
  const last = new Map(rows.map((row) => [row.slide_hash, Number(row.last)]))
  for (const { slide_hash, comment_id } of read) {
    const newest = last.get(slide_hash)
    // Slides without comments need no mark: anything may be sent as their id.
    if (newest === undefined) continue
    // Later comments are not read by a number that is too high.
    const mark = { comment_id: Math.min(comment_id, newest), read_at: now }
    await db
      .insertInto('comment_reads')
      .values({ user_id: userId, deck_id: deckId, slide_hash: slide_hash ?? '', ...mark })
      .onConflict((conflict) =>
        conflict
          .columns(['user_id', 'deck_id', 'slide_hash'])
          .doUpdateSet(mark)
          .where('comment_reads.comment_id', '<', mark.comment_id),
      )
      .execute()
  }
}
