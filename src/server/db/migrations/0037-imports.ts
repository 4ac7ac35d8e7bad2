import { type Kysely, sql } from 'kysely'
import { numberedTable } from '../numbered-table.ts'

const time = sql`timestamptz(3)`

/** Files that users import. They go with their user; without their deck the report stays. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await numberedTable(db, 'imports')
    .addColumn('user_id', 'bigint', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('deck_id', 'bigint', (c) => c.references('decks.id').onDelete('set null'))
    .addColumn('mode', 'text', (c) => c.notNull())
    .addColumn('format', 'text', (c) => c.notNull())
    .addColumn('options', 'jsonb', (c) => c.notNull())
    .addColumn('file_name', 'text', (c) => c.notNull())
    .addColumn('file_key', 'text')
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('done', 'integer', (c) => c.notNull())
    .addColumn('slide_count', 'integer')
    .addColumn('images', 'jsonb', (c) => c.notNull())
    .addColumn('report', 'jsonb', (c) => c.notNull())
    .addColumn('content', 'text')
    .addColumn('error', 'text')
    .addColumn('created_at', time, (c) => c.notNull())
    .addColumn('updated_at', time, (c) => c.notNull())
    .addColumn('finished_at', time)
    .execute()
  await db.schema.createIndex('imports_user').on('imports').columns(['user_id', 'id']).execute()
  await db.schema.createIndex('imports_deck').on('imports').columns(['deck_id', 'id']).execute()
  await db.schema.createIndex('imports_file').on('imports').column('file_key').execute()
}
