import { type Kysely, sql } from 'kysely'

const time = sql`timestamptz(3)`

/**
 * What changed in each version of a deck, kept for two days: windows and processes follow a deck by them. And the people
 * of a revision: all who saved while it was made.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('deck_batches')
    .addColumn('deck_id', 'bigint', (c) => c.notNull().references('decks.id').onDelete('cascade'))
    .addColumn('seq', 'integer', (c) => c.notNull())
    .addColumn('batch_id', 'text', (c) => c.notNull())
    .addColumn('user_id', 'bigint', (c) => c.notNull())
    .addColumn('ops', 'jsonb')
    .addColumn('at', time, (c) => c.notNull())
    .addPrimaryKeyConstraint('deck_batches_key', ['deck_id', 'seq'])
    .execute()
  await db.schema.createIndex('deck_batches_at').on('deck_batches').column('at').execute()
  await db.schema
    .createTable('deck_revision_users')
    .addColumn('revision_id', 'bigint', (c) => c.notNull().references('deck_revisions.id').onDelete('cascade'))
    .addColumn('user_id', 'bigint', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('deck_revision_users_key', ['revision_id', 'user_id'])
    .execute()
}
