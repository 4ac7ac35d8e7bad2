import { type Kysely, SqliteAdapter, sql } from 'kysely'

const time = sql`timestamptz(3)`

/** Share links: each lets its bearer see a deck, optionally with a password. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const table = db.schema.createTable('access_tokens')
  const numbered =
    db.getExecutor().adapter instanceof SqliteAdapter
      ? table.addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
      : table.addColumn('id', 'bigint', (c) => c.primaryKey().generatedByDefaultAsIdentity())
  await numbered
    .addColumn('deck_id', 'bigint', (c) => c.notNull().references('decks.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('token_sealed', 'text', (c) => c.notNull())
    .addColumn('password_hash', 'text')
    .addColumn('password_sealed', 'text')
    .addColumn('password_version', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('deck_view_count', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', time, (c) => c.notNull())
    .addColumn('updated_at', time, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('access_tokens_deck').on('access_tokens').columns(['deck_id', 'id']).execute()
}
