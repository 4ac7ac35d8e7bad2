import { type Kysely, sql } from 'kysely'
import { numberedTable } from '../numbered-table.ts'

type Db = Kysely<unknown>

const time = sql`timestamptz(3)`

async function createReports(db: Db): Promise<void> {
  await numberedTable(db, 'reports')
    .addColumn('deck_id', 'bigint', (c) => c.notNull().references('decks.id').onDelete('cascade'))
    .addColumn('reporter_id', 'bigint', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('created_at', time, (c) => c.notNull())
    .addColumn('settled_at', time)
    .addColumn('settled_by', 'bigint', (c) => c.references('users.id').onDelete('set null'))
    .execute()
  await db.schema.createIndex('reports_state').on('reports').columns(['state', 'id']).execute()
  await db.schema.createIndex('reports_deck').on('reports').column('deck_id').execute()
}

/**
 * The operator's console: settings of the instance, set-up codes of the first operator, reports of decks, reasons of
 * suspensions, and the error of a failed mail.
 */
export async function up(db: Db): Promise<void> {
  await db.schema
    .createTable('instance_settings')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('value', 'text', (c) => c.notNull())
    .addColumn('updated_at', time, (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('setup_codes')
    .addColumn('code_hash', 'text', (c) => c.primaryKey())
    .addColumn('created_at', time, (c) => c.notNull())
    .execute()
  await createReports(db)
  await db.schema.alterTable('users').addColumn('suspended_at', time).execute()
  await db.schema.alterTable('users').addColumn('suspension_reason', 'text').execute()
  await db.schema.alterTable('decks').addColumn('suspension_reason', 'text').execute()
  await db.schema.alterTable('mails').addColumn('error', 'text').execute()
}
