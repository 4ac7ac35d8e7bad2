import { type Kysely, sql } from 'kysely'

/** This instance's stored files that perhaps no row names, with the moment that was noted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('unused_files')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('noticed_at', sql`timestamptz(3)`, (c) => c.notNull())
    .execute()
}
