import type { Kysely } from 'kysely'

/**
 * The last user who saved a deck, and the first version of that user's latest series of saves. A refused save names
 * that user.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('decks').addColumn('saved_by', 'bigint').execute()
  await db.schema.alterTable('decks').addColumn('saved_by_since', 'bigint').execute()
}
