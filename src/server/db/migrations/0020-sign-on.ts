import { type Kysely, sql } from 'kysely'
import { numberedTable } from '../numbered-table.ts'

type Db = Kysely<unknown>

const time = sql`timestamptz(3)`

async function createProviders(db: Db): Promise<void> {
  await db.schema
    .createTable('team_identity')
    .addColumn('team_id', 'bigint', (c) => c.primaryKey().references('teams.id').onDelete('cascade'))
    .addColumn('issuer', 'text', (c) => c.notNull())
    .addColumn('client_id', 'text', (c) => c.notNull())
    .addColumn('secret_sealed', 'text', (c) => c.notNull())
    .addColumn('created_at', time, (c) => c.notNull())
    .addColumn('updated_at', time, (c) => c.notNull())
    .execute()
  await numberedTable(db, 'team_domains')
    .addColumn('team_id', 'bigint', (c) => c.notNull().references('teams.id').onDelete('cascade'))
    .addColumn('domain', 'text', (c) => c.notNull())
    .addColumn('proof_token', 'text', (c) => c.notNull())
    .addColumn('mail_code_hash', 'text')
    .addColumn('mail_sent_at', time)
    .addColumn('created_at', time, (c) => c.notNull())
    .addColumn('proven_at', time)
    .addUniqueConstraint('team_domains_once', ['team_id', 'domain'])
    .execute()
  await db.schema
    .createIndex('team_domains_proven')
    .unique()
    .on('team_domains')
    .column('domain')
    .where(sql.ref('proven_at'), 'is not', null)
    .execute()
}

async function createIdentities(db: Db): Promise<void> {
  await numberedTable(db, 'user_identities')
    .addColumn('user_id', 'bigint', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('issuer', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('email', 'text')
    .addColumn('created_at', time, (c) => c.notNull())
    .addColumn('last_used_at', time)
    .addUniqueConstraint('user_identities_once', ['issuer', 'subject'])
    .execute()
  await db.schema.createIndex('user_identities_user').on('user_identities').columns(['user_id', 'id']).execute()
}

async function createStates(db: Db): Promise<void> {
  await db.schema
    .createTable('sign_on_states')
    .addColumn('state_hash', 'text', (c) => c.primaryKey())
    .addColumn('browser_hash', 'text', (c) => c.notNull())
    .addColumn('team_id', 'bigint', (c) => c.references('teams.id').onDelete('cascade'))
    .addColumn('issuer', 'text', (c) => c.notNull())
    .addColumn('client_id', 'text', (c) => c.notNull())
    .addColumn('sealed', 'text', (c) => c.notNull())
    .addColumn('user_id', 'bigint', (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('return_path', 'text')
    .addColumn('created_at', time, (c) => c.notNull())
    .addColumn('expires_at', time, (c) => c.notNull())
    .execute()
}

/**
 * Single sign-on: the providers of teams, their domains with proofs, the identities of users at providers, and begun
 * sign-ons. A session keeps by which team's provider it began.
 */
export async function up(db: Db): Promise<void> {
  await createProviders(db)
  await createIdentities(db)
  await createStates(db)
  await db.schema.alterTable('sessions').addColumn('sign_on_team_id', 'bigint').execute()
}
