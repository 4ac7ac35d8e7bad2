import { type Kysely, sql } from 'kysely'

const time = sql`timestamptz(3)`

/** The live position of a deck's presentation, for late joiners and for recovery after a crash. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('deck_streams')
    .addColumn('deck_id', 'bigint', (c) => c.primaryKey().references('decks.id').onDelete('cascade'))
    .addColumn('state', 'text')
    .addColumn('seq', 'bigint', (c) => c.notNull())
    .addColumn('holder_id', 'text', (c) => c.notNull())
    .addColumn('holder_user_id', 'bigint', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('seen_at', time, (c) => c.notNull())
    .execute()
}
