import { type Kysely, sql } from 'kysely'
import { numberedTable } from '../numbered-table.ts'

const time = sql`timestamptz(3)`

/**
 * File storage: the accounts that users have connected, begun authorizations, and the decks that are synced. Their files
 * are exports, which go with the sync. All of it goes with the user.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('file_storage_accounts')
    .addColumn('user_id', 'bigint', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('service', 'text', (c) => c.notNull())
    .addColumn('account_id', 'text', (c) => c.notNull())
    .addColumn('email', 'text')
    .addColumn('name', 'text')
    .addColumn('token_sealed', 'text')
    .addColumn('retry_at', time)
    .addColumn('connected_at', time, (c) => c.notNull())
    .execute()
  await schema
    .createTable('file_storage_states')
    .addColumn('state_hash', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'bigint', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('session_family', 'text', (c) => c.notNull())
    .addColumn('verifier_sealed', 'text', (c) => c.notNull())
    .addColumn('return_path', 'text')
    .addColumn('expires_at', time, (c) => c.notNull())
    .execute()
  await numberedTable(db, 'deck_syncs')
    .addColumn('deck_id', 'bigint', (c) => c.notNull().references('decks.id').onDelete('cascade'))
    .addColumn('user_id', 'bigint', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('step', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('pdf_path', 'text')
    .addColumn('zip_path', 'text')
    .addColumn('problem', 'text')
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('retry_at', time)
    .addColumn('synced_at', time)
    .addColumn('created_at', time, (c) => c.notNull())
    .addUniqueConstraint('deck_syncs_once', ['deck_id', 'user_id'])
    .execute()
  await schema.createIndex('deck_syncs_user').on('deck_syncs').columns(['user_id', 'id']).execute()
  await schema
    .alterTable('deck_exports')
    .addColumn('sync_id', 'bigint', (c) => c.references('deck_syncs.id').onDelete('set null'))
    .execute()
  await schema.createIndex('deck_exports_sync').on('deck_exports').column('sync_id').execute()
}
