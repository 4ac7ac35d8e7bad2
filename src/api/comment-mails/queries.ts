import type { Selectable } from 'kysely'
import type { CommentMailsTable } from '../../server/db/collaboration-tables.ts'
import type { Db } from '../../server/db/open-database.ts'
import { notOn } from '../comments/queries.ts'
import { unreadOf } from '../comments/read-marks.ts'
import { isCollaborator } from '../decks/collaborator-queries.ts'
import type { Recipient } from './end-token.ts'

/** A person of a deck who may have missed comments. */
export interface Absent extends Recipient {
  /** When the person was last there, or became one of the deck's people. */
  readonly seen: Date
}

/** The comments to look at: older than `after` they are no news, and newer than `before` more may follow. */
export interface Period {
  readonly after: Date
  readonly before: Date
}

function collaboratorsWho(db: Db, { after, before }: Period) {
  return db
    .selectFrom('comments')
    .innerJoin('deck_users', 'deck_users.deck_id', 'comments.deck_id')
    .leftJoin('comment_mails', (join) =>
      join
        .onRef('comment_mails.deck_id', '=', 'deck_users.deck_id')
        .onRef('comment_mails.user_id', '=', 'deck_users.user_id'),
    )
    .where('comments.created_at', '>', after)
    .where('comments.created_at', '<=', before)
    .whereRef('comments.user_id', '<>', 'deck_users.user_id')
    .where(isCollaborator)
    .where('comment_mails.ended_at', 'is', null)
    .where((e) => {
      const seen = e.fn.coalesce('deck_users.last_seen_at', 'deck_users.created_at')
      const isFirst = e.or([e('comment_mails.mailed_at', 'is', null), e('comment_mails.mailed_at', '<', seen)])
      return e.and([e('comments.created_at', '>', seen), e(seen, '<=', before), isFirst])
    })
    .select(['deck_users.deck_id', 'deck_users.user_id', 'deck_users.last_seen_at', 'deck_users.created_at'])
    .distinct()
    .execute()
}

function ownersWho(db: Db, { after, before }: Period) {
  return db
    .selectFrom('comments')
    .innerJoin('decks', 'decks.id', 'comments.deck_id')
    .leftJoin('comment_mails', (join) =>
      join.onRef('comment_mails.deck_id', '=', 'decks.id').onRef('comment_mails.user_id', '=', 'decks.user_id'),
    )
    .where('comments.created_at', '>', after)
    .where('comments.created_at', '<=', before)
    .whereRef('comments.user_id', '<>', 'decks.user_id')
    .where('comment_mails.ended_at', 'is', null)
    .where((e) => {
      const seen = e.fn.coalesce('decks.owner_seen_at', 'decks.created_at')
      const isFirst = e.or([e('comment_mails.mailed_at', 'is', null), e('comment_mails.mailed_at', '<', seen)])
      return e.and([e('comments.created_at', '>', seen), e(seen, '<=', before), isFirst])
    })
    .select(['decks.id as deck_id', 'decks.user_id', 'decks.owner_seen_at as last_seen_at', 'decks.created_at'])
    .distinct()
    .execute()
}

/**
 * The people of decks whom others left comments after they were last there, who got no summary since and want one. What
 * they have read meanwhile, and what they may see, is for the caller to check.
 */
export async function absentPeople(db: Db, period: Period): Promise<Absent[]> {
  const rows = [...(await ownersWho(db, period)), ...(await collaboratorsWho(db, period))]
  return rows.flatMap(({ deck_id: deckId, user_id: userId, last_seen_at: seen, created_at: created }) =>
    userId === null ? [] : [{ deckId, userId, seen: seen ?? created }],
  )
}

/** The comments of one author that a person missed. */
export interface MissedOf {
  readonly author: string
  /** The oldest one first. */
  readonly ids: readonly [number, ...number[]]
  /** When the oldest one was written. */
  readonly firstAt: Date
}

/** The unread comments of others since a person was last there, by author, in the order of their first ones. */
export async function missedComments(
  db: Db,
  { deckId, userId, seen }: Absent,
  hidden: ReadonlySet<string>,
): Promise<MissedOf[]> {
  const all = unreadOf(db, deckId, userId).where('comments.created_at', '>', seen)
  const rows = await (hidden.size > 0 ? all.where(notOn(hidden)) : all)
    .innerJoin('users as authors', 'authors.id', 'comments.user_id')
    .select(['comments.id', 'comments.user_id', 'comments.created_at', 'authors.username', 'authors.name'])
    .orderBy('comments.id')
    .execute()
  const byAuthor = new Map<number, MissedOf>()
  for (const { id, user_id: author, created_at: firstAt, username, name } of rows) {
    const known = byAuthor.get(author)
    if (known) byAuthor.set(author, { ...known, ids: [...known.ids, id] })
    else byAuthor.set(author, { author: name?.trim() || username, ids: [id], firstAt })
  }
  return [...byAuthor.values()]
}

/**
 * Claims the summary of an absence. False if another process has sent it, or if the user wants none. Call it in the
 * transaction that queues the mail.
 */
export async function claimSummary(trx: Db, { deckId, userId, seen }: Absent, now: Date): Promise<boolean> {
  const claimed = await trx
    .insertInto('comment_mails')
    .values({ user_id: userId, deck_id: deckId, mailed_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'deck_id'])
        .doUpdateSet({ mailed_at: now })
        .where('comment_mails.ended_at', 'is', null)
        .where((e) => e.or([e('comment_mails.mailed_at', 'is', null), e('comment_mails.mailed_at', '<', seen)])),
    )
    .returning('user_id')
    .executeTakeFirst()
  return claimed !== undefined
}

/** The state of a deck's mails to a user; undefined if there were none. */
export async function mailsTo(
  db: Db,
  { deckId, userId }: Recipient,
): Promise<Selectable<CommentMailsTable> | undefined> {
  const all = db.selectFrom('comment_mails').selectAll()
  return all.where('deck_id', '=', deckId).where('user_id', '=', userId).executeTakeFirst()
}

/** Ends the mails about a deck's comments to a user; null: they are sent again. */
export async function setEnded(trx: Db, { deckId, userId }: Recipient, endedAt: Date | null): Promise<void> {
  await trx
    .insertInto('comment_mails')
    .values({ user_id: userId, deck_id: deckId, ended_at: endedAt })
    .onConflict((conflict) => conflict.columns(['user_id', 'deck_id']).doUpdateSet({ ended_at: endedAt }))
    .execute()
}
