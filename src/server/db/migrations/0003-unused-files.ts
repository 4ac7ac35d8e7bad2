import { type Kysely, sql } from 'kysely'

/** Stored files of this instance that may be orphaned, with the time they were recorded. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('unused_files')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('noticed_at', sql`timestamptz(3)`, (c) => c.notNull())
    .execute()
}
