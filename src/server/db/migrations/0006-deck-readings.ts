import { type Kysely, sql } from 'kysely'

const time = sql`timestamptz(3)`

/**
 * Reading statistics: sums per day and, while a page may be open, which slides one page load has reported already.
 * No row identifies a person, an address or a browser.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('deck_readings')
    .addColumn('number', 'text', (c) => c.primaryKey())
    .addColumn('deck_id', 'bigint', (c) => c.notNull().references('decks.id').onDelete('cascade'))
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('seen', 'jsonb', (c) => c.notNull())
    .addColumn('progress', 'integer', (c) => c.notNull())
    .addColumn('expires_at', time, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('deck_readings_expires').on('deck_readings').column('expires_at').execute()
  await db.schema
    .createTable('deck_reading_days')
    .addColumn('deck_id', 'bigint', (c) => c.notNull().references('decks.id').onDelete('cascade'))
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('readings', 'integer', (c) => c.notNull())
    .addColumn('half', 'integer', (c) => c.notNull())
    .addColumn('whole', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('deck_reading_days_key', ['deck_id', 'day'])
    .execute()
  await db.schema
    .createTable('deck_slide_views')
    .addColumn('deck_id', 'bigint', (c) => c.notNull().references('decks.id').onDelete('cascade'))
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('slide_id', 'text', (c) => c.notNull())
    .addColumn('views', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('deck_slide_views_key', ['deck_id', 'day', 'slide_id'])
    .execute()
}
