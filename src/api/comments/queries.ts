import type { Insertable } from 'kysely'
import type { CommentsTable } from '../../server/db/collaboration-tables.ts'
import type { Db } from '../../server/db/open-database.ts'
import { type Page, readPage } from '../../server/db/read-page.ts'

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
  'users.name',
  'users.username',
  'users.picture_key',
] as const

/** Which comments of a deck are listed. */
export interface CommentFilter {
  readonly slideHash: string | undefined
  /** The newest comment that is listed. */
  readonly offsetId: number | undefined
}

/** One page of a deck's comments, newest first. */
export async function listComments(db: Db, deckId: number, { slideHash, offsetId }: CommentFilter, page: Page) {
  let all = commentsOf(db, deckId)
  if (slideHash !== undefined) all = all.where('comments.slide_hash', '=', slideHash)
  if (offsetId !== undefined) all = all.where('comments.id', '<=', offsetId)
  return readPage(all, all.select(columns).orderBy('comments.id', 'desc'), page)
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

/** Deletes a comment. */
export async function deleteComment(db: Db, id: number): Promise<void> {
  await db.deleteFrom('comments').where('id', '=', id).execute()
}
