import { type Kysely, sql } from 'kysely'
import { numberedTable } from '../numbered-table.ts'

const time = sql`timestamptz(3)`

/** Exports of decks as files, for a day. They go with their deck and with the account that asked for them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await numberedTable(db, 'deck_exports')
    .addColumn('deck_id', 'bigint', (c) => c.notNull().references('decks.id').onDelete('cascade'))
    .addColumn('user_id', 'bigint', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('options', 'jsonb', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('job_id', 'bigint')
    .addColumn('slide', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('slides', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('file_key', 'text')
    .addColumn('size', 'bigint')
    .addColumn('report', 'jsonb')
    .addColumn('created_at', time, (c) => c.notNull())
    .addColumn('finished_at', time)
    .execute()
  await db.schema.createIndex('deck_exports_own').on('deck_exports').columns(['deck_id', 'user_id', 'id']).execute()
  await db.schema.createIndex('deck_exports_user').on('deck_exports').column('user_id').execute()
  await db.schema.createIndex('deck_exports_created').on('deck_exports').column('created_at').execute()
  await db.schema.createIndex('deck_exports_file').on('deck_exports').column('file_key').execute()
}
