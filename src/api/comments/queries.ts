import type { ExpressionBuilder, Insertable } from 'kysely'
import type { CommentsTable } from '../../server/db/collaboration-tables.ts'
import type { Db } from '../../server/db/open-database.ts'
import { type Page, readPage } from '../../server/db/read-page.ts'
import type { Schema } from '../../server/db/schema.ts'

/** Comments of a deck with their authors. */
function commentsOf(db: Db, deckId: number) {
  return db
    .selectFrom('comments')
    .innerJoin('users', 'users.id', 'comments.user_id')
    .where('comments.deck_id', '=', deckId)
}

const columns = [
  'comments.id',
  'comments.user_id',
  'comments.created_at',
  'comments.message',
  'comments.slide_hash',
  'comments.updated_at',
  'comments.save_id',
  'comments.parent_id',
  'comments.resolved_at',
  'comments.resolved_by',
  'comments.pin_block',
  'comments.pin_quote',
  'comments.pin_offset',
  'users.name',
  'users.username',
  'users.picture_key',
] as const

/** Which comments of a deck are listed. */
export interface CommentFilter {
  readonly slideHash: string | undefined
  /** The newest comment that is listed. */
  readonly offsetId: number | undefined
  /** Only those that are not resolved. */
  readonly isOpen: boolean
  /** Slides whose comments are left out. */
  readonly hidden: ReadonlySet<string>
}

/** A condition on the slide of comments: none of these. */
export function notOn(hidden: ReadonlySet<string>) {
  return (e: ExpressionBuilder<Schema, 'comments'>) =>
    e.or([e('comments.slide_hash', 'is', null), e('comments.slide_hash', 'not in', [...hidden])])
}

/** One page of a deck's comments, newest first, without replies. */
export async function listComments(
  db: Db,
  deckId: number,
  { slideHash, offsetId, isOpen, hidden }: CommentFilter,
  page: Page,
) {
  let all = commentsOf(db, deckId).where('comments.parent_id', 'is', null)
  if (hidden.size > 0) all = all.where(notOn(hidden))
  if (slideHash !== undefined) all = all.where('comments.slide_hash', '=', slideHash)
  if (offsetId !== undefined) all = all.where('comments.id', '<=', offsetId)
  if (isOpen) all = all.where('comments.resolved_at', 'is', null)
  return readPage(all, all.select(columns).orderBy('comments.id', 'desc'), page)
}

/** The replies to some comments, oldest first. */
export async function repliesTo(db: Db, deckId: number, ids: readonly number[]): Promise<CommentRow[]> {
  if (ids.length === 0) return []
  return commentsOf(db, deckId).select(columns).where('comments.parent_id', 'in', ids).orderBy('comments.id').execute()
}

/** The number of replies to a comment. */
export async function countReplies(db: Db, id: number): Promise<number> {
  const { count } = await db
    .selectFrom('comments')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('parent_id', '=', id)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** A comment of this deck; undefined if there is none. */
export async function findComment(db: Db, deckId: number, id: number) {
  return commentsOf(db, deckId).select(columns).where('comments.id', '=', id).executeTakeFirst()
}

export type CommentRow = NonNullable<Awaited<ReturnType<typeof findComment>>>

/** Adds a comment and returns its id; null if the user's save_id is known, see commentSavedAs. */
export async function insertComment(db: Db, row: Insertable<CommentsTable>): Promise<number | null> {
  const inserted = await db
    .insertInto('comments')
    .values(row)
    .onConflict((conflict) => conflict.columns(['deck_id', 'user_id', 'save_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id ?? null
}

/** The comment that a user's request has created. */
export async function commentSavedAs(db: Db, deckId: number, userId: number, saveId: string) {
  return commentsOf(db, deckId)
    .select(columns)
    .where('comments.user_id', '=', userId)
    .where('comments.save_id', '=', saveId)
    .executeTakeFirst()
}

/** Changes the message of a comment. */
export async function updateMessage(db: Db, id: number, message: string, now: Date): Promise<void> {
  await db.updateTable('comments').set({ message, updated_at: now }).where('id', '=', id).execute()
}

/** Resolves a comment, or opens it again (null). */
export async function setResolved(
  db: Db,
  id: number,
  resolved: { readonly at: Date; readonly by: number } | null,
): Promise<void> {
  const fields = { resolved_at: resolved?.at ?? null, resolved_by: resolved?.by ?? null }
  await db.updateTable('comments').set(fields).where('id', '=', id).execute()
}

/** Deletes a comment. Its replies stay: the first of them takes its place, and is returned. */
export async function deleteComment(db: Db, deckId: number, row: CommentRow): Promise<CommentRow | null> {
  const [first] = row.parent_id === null ? await repliesTo(db, deckId, [row.id]) : []
  if (first) {
    const { pin_block, pin_quote, pin_offset, resolved_at, resolved_by } = row
    await db.updateTable('comments').set({ parent_id: first.id }).where('parent_id', '=', row.id).execute()
    const fields = { parent_id: null, pin_block, pin_quote, pin_offset, resolved_at, resolved_by }
    await db.updateTable('comments').set(fields).where('id', '=', first.id).execute()
  }
  await db.deleteFrom('comments').where('id', '=', row.id).execute()
  return first ? ((await findComment(db, deckId, first.id)) ?? null) : null
}

/** Leaves the replies of others to a user's comments where they are, when the user's own comments go with the account. */
export async function leaveThreads(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('comments').where('user_id', '=', userId).where('parent_id', 'is not', null).execute()
  const roots = await db
    .selectFrom('comments')
    .select(['id', 'deck_id'])
    .where('user_id', '=', userId)
    .where(
      'id',
      'in',
      db.selectFrom('comments as replies').select('replies.parent_id').where('parent_id', 'is not', null),
    )
    .execute()
  for (const { id, deck_id } of roots) {
    const row = await findComment(db, deck_id, id)
    if (row) await deleteComment(db, deck_id, row)
  }
}
