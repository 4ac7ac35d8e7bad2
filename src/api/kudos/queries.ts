import type { Db } from '../../server/db/open-database.ts'

async function addToCount(db: Db, deckId: number, by: 1 | -1): Promise<void> {
  await db
    .updateTable('decks')
    .set((e) => ({ kudos_count: e('kudos_count', '+', by) }))
    .where('id', '=', deckId)
    .execute()
}

/** Adds a user's like. A repeated like is not counted. */
export async function addKudo(db: Db, deckId: number, userId: number, now: Date): Promise<void> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('kudos')
    .values({ deck_id: deckId, user_id: userId, created_at: now })
    .onConflict((conflict) => conflict.columns(['deck_id', 'user_id']).doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 1n) await addToCount(db, deckId, 1)
}

/** Removes a user's like. Without a like the count is unchanged. */
export async function removeKudo(db: Db, deckId: number, userId: number): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('kudos')
    .where('deck_id', '=', deckId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (numDeletedRows === 1n) await addToCount(db, deckId, -1)
}
