import type { Insertable } from 'kysely'
import type { PublicCommentsTable } from '../../server/db/collaboration-tables.ts'
import type { Db } from '../../server/db/open-database.ts'
import { type Page, readPage } from '../../server/db/read-page.ts'

const columns = [
  'public_comments.id',
  'public_comments.user_id',
  'public_comments.created_at',
  'public_comments.message',
  'users.name',
  'users.username',
  'users.picture_key',
] as const

/** Comments below a deck with their authors, without those of suspended users. */
function commentsBelow(db: Db, deckId: number) {
  return db
    .selectFrom('public_comments')
    .innerJoin('users', 'users.id', 'public_comments.user_id')
    .where('public_comments.deck_id', '=', deckId)
    .where('users.active', '=', true)
}

/** One page of the comments below a deck, newest first. `offsetId`: the newest that is listed. */
export async function listPublicComments(db: Db, deckId: number, offsetId: number | undefined, page: Page) {
  let all = commentsBelow(db, deckId)
  if (offsetId !== undefined) all = all.where('public_comments.id', '<=', offsetId)
  return readPage(all, all.select(columns).orderBy('public_comments.id', 'desc'), page)
}

/** A comment below this deck; undefined if there is none. */
export async function findPublicComment(db: Db, deckId: number, id: number) {
  return commentsBelow(db, deckId).select(columns).where('public_comments.id', '=', id).executeTakeFirst()
}

export type PublicCommentRow = NonNullable<Awaited<ReturnType<typeof findPublicComment>>>

/** Adds a comment and returns its id; null if the user's save_id is known, see publicCommentSavedAs. */
export async function insertPublicComment(db: Db, row: Insertable<PublicCommentsTable>): Promise<number | null> {
  const inserted = await db
    .insertInto('public_comments')
    .values(row)
    .onConflict((conflict) => conflict.columns(['deck_id', 'user_id', 'save_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id ?? null
}

/** The comment that a user's request has created. */
export async function publicCommentSavedAs(db: Db, deckId: number, userId: number, saveId: string) {
  return commentsBelow(db, deckId)
    .select(columns)
    .where('public_comments.user_id', '=', userId)
    .where('public_comments.save_id', '=', saveId)
    .executeTakeFirst()
}

/** Deletes a comment, with its reports. The deleted comment's deck and author; undefined if there is none. */
export async function deletePublicComment(db: Db, id: number) {
  return db.deleteFrom('public_comments').where('id', '=', id).returning(['deck_id', 'user_id']).executeTakeFirst()
}
