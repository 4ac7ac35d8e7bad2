import type { Kysely } from 'kysely'

/** Who saved a deck last, and since which version nobody else did: a refused save says whose work is newer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('decks').addColumn('saved_by', 'bigint').execute()
  await db.schema.alterTable('decks').addColumn('saved_by_since', 'bigint').execute()
}
