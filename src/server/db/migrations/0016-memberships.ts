import { type Kysely, sql } from 'kysely'
import { numberedTable } from '../numbered-table.ts'

type Db = Kysely<unknown>

const time = sql`timestamptz(3)`

/** The settings of a team. */
async function extendTeams(db: Db): Promise<void> {
  const teams = () => db.schema.alterTable('teams')
  await teams().addColumn('domain', 'text').execute()
  await teams().addColumn('default_theme_id', 'bigint').execute()
  await teams()
    .addColumn('account_billing_period', 'text', (c) => c.notNull().defaultTo('yearly'))
    .execute()
  await teams().addColumn('logo_key', 'text').execute()
  await teams()
    .addColumn('require_sso', 'boolean', (c) => c.notNull().defaultTo(sql`false`))
    .execute()
  await teams()
    .addColumn('scripts', 'jsonb', (c) => c.notNull().defaultTo('[]'))
    .execute()
  await teams().addColumn('billing_address', 'text').execute()
}

async function createMemberships(db: Db): Promise<void> {
  await numberedTable(db, 'memberships')
    .addColumn('team_id', 'bigint', (c) => c.notNull().references('teams.id').onDelete('cascade'))
    .addColumn('user_id', 'bigint', (c) => c.notNull().unique().references('users.id').onDelete('cascade'))
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('created_at', time, (c) => c.notNull())
    .addColumn('deactivated_at', time)
    .execute()
  await db.schema.createIndex('memberships_team').on('memberships').columns(['team_id', 'id']).execute()
  await db.schema
    .createTable('team_slugs')
    .addColumn('slug', 'text', (c) => c.primaryKey())
    .addColumn('team_id', 'bigint', (c) => c.notNull().references('teams.id').onDelete('cascade'))
    .addColumn('since', time, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('team_slugs_team').on('team_slugs').column('team_id').execute()
}

/** Invitations to a team can be listed by it, and a team has at most one open invitation for an address. */
async function extendInvitations(db: Db): Promise<void> {
  await db.schema
    .alterTable('invitations')
    .addColumn('team_id', 'bigint', (c) => c.references('teams.id').onDelete('cascade'))
    .execute()
  await db.schema
    .createIndex('invitations_open')
    .unique()
    .on('invitations')
    .columns(['team_id', 'email'])
    .where(sql.ref('accepted_at'), 'is', null)
    .execute()
}

/** Users were members by their columns alone. A user of a team that does not exist becomes a user without a team. */
async function fillMemberships(db: Db): Promise<void> {
  await sql`update users set team_id = null where team_id not in (select id from teams)`.execute(db)
  await sql`update users set membership_role = null where team_id is null`.execute(db)
  await sql`update users set membership_role = 'member' where team_id is not null and membership_role is null`.execute(
    db,
  )
  await sql`insert into memberships (team_id, user_id, role, state, created_at)
    select team_id, id, membership_role, 'active', created_at from users where team_id is not null order by id`.execute(
    db,
  )
}

/**
 * Memberships: a user's place in a team, which can be deactivated. Teams keep their settings, and the slugs that they
 * had, so that old links work.
 */
export async function up(db: Db): Promise<void> {
  await extendTeams(db)
  await createMemberships(db)
  await extendInvitations(db)
  await fillMemberships(db)
}
