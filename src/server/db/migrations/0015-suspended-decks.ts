import { type Kysely, sql } from 'kysely'

/** When a deck was suspended: since then only its owner and operators see it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('decks').addColumn('suspended_at', sql`timestamptz(3)`).execute()
}
