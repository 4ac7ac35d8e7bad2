import { type Kysely, sql } from 'kysely'
import { numberedTable } from '../numbered-table.ts'

type Db = Kysely<unknown>

const time = sql`timestamptz(3)`

async function createTokens(db: Db): Promise<void> {
  await numberedTable(db, 'api_tokens')
    .addColumn('user_id', 'bigint', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('scope', 'text', (c) => c.notNull())
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('created_at', time, (c) => c.notNull())
    .addColumn('expires_at', time, (c) => c.notNull())
    .addColumn('last_used_at', time)
    .addColumn('last_used_address', 'text')
    .execute()
  await db.schema.createIndex('api_tokens_user').on('api_tokens').columns(['user_id', 'id']).execute()
}

async function createEmailChanges(db: Db): Promise<void> {
  await db.schema
    .createTable('email_changes')
    .addColumn('user_id', 'bigint', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('family', 'text', (c) => c.notNull())
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('created_at', time, (c) => c.notNull())
    .addColumn('expires_at', time, (c) => c.notNull())
    .execute()
}

async function createSecondSteps(db: Db): Promise<void> {
  await db.schema
    .createTable('authenticators')
    .addColumn('user_id', 'bigint', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('secret_sealed', 'text', (c) => c.notNull())
    .addColumn('last_counter', 'bigint')
    .addColumn('created_at', time, (c) => c.notNull())
    .addColumn('confirmed_at', time)
    .execute()
  await db.schema
    .createTable('recovery_codes')
    .addColumn('code_hash', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'bigint', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', time, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('recovery_codes_user').on('recovery_codes').column('user_id').execute()
  await db.schema
    .createTable('sign_in_challenges')
    .addColumn('id_hash', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('user_id', 'bigint', (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('user_handle', 'text')
    .addColumn('tries', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', time, (c) => c.notNull())
    .addColumn('expires_at', time, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('sign_in_challenges_user').on('sign_in_challenges').column('user_id').execute()
}

async function createPasskeys(db: Db): Promise<void> {
  await numberedTable(db, 'passkeys')
    .addColumn('user_id', 'bigint', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('credential_id', 'text', (c) => c.notNull().unique())
    .addColumn('public_key', 'text', (c) => c.notNull())
    .addColumn('user_handle', 'text', (c) => c.notNull())
    .addColumn('counter', 'bigint', (c) => c.notNull())
    .addColumn('transports', 'jsonb', (c) => c.notNull())
    .addColumn('created_at', time, (c) => c.notNull())
    .addColumn('last_used_at', time)
    .execute()
  await db.schema.createIndex('passkeys_user').on('passkeys').columns(['user_id', 'id']).execute()
}

/**
 * API tokens, changes of the email address that wait for their confirmation, the second step of signing in (secrets of
 * authenticator apps, recovery codes, challenges) and passkeys.
 */
export async function up(db: Db): Promise<void> {
  await createTokens(db)
  await createEmailChanges(db)
  await createSecondSteps(db)
  await createPasskeys(db)
}
