import { type Kysely, sql } from 'kysely'

/** When a deck was suspended: from then on it is shown to nobody but its owner and operators. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('decks').addColumn('suspended_at', sql`timestamptz(3)`).execute()
}
