import { type Kysely, sql } from 'kysely'

const time = sql`timestamptz(3)`

/** A closed team stays as a row: its slug is taken, its old links redirect, and its receipts can be read. */
async function extendTeams(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('teams').addColumn('closed_at', time).execute()
  // No reference, since users reference teams, and a restore inserts teams first.
  await db.schema.alterTable('teams').addColumn('closed_by', 'bigint').execute()
  await db.schema.createIndex('teams_closed_by').on('teams').column('closed_by').execute()
}

/**
 * A trial is given once to an account, and once to a card. Users whose team has a subscription, which began with a trial,
 * have had theirs; teams that were founded with billing off have none.
 */
async function addTrials(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('users').addColumn('team_trial_at', time).execute()
  // Reads the audit log once: it may have millions of rows, and has no index that a query for each user could use.
  await sql`update users set team_trial_at = founded.at from (
    select actor_id, max(at) as at from audit where action = 'team.create' and actor_id is not null and resource in
      (select 'team:' || cast(team_id as text) from subscriptions where team_id is not null)
    group by actor_id
  ) as founded where founded.actor_id = users.id`.execute(db)
  await db.schema
    .createTable('trial_cards')
    .addColumn('fingerprint_hash', 'text', (c) => c.primaryKey())
    .addColumn('used_at', time, (c) => c.notNull())
    .execute()
}

/** Addresses that a team's decks had under an owner whose account is deleted, so that old links work. */
async function addDeletedOwners(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('deleted_owner_addresses')
    .addColumn('username', 'text', (c) => c.notNull())
    .addColumn('deck_id', 'bigint', (c) => c.notNull().references('decks.id').onDelete('cascade'))
    .addColumn('slug', 'text')
    .addColumn('since', time, (c) => c.notNull())
    .addPrimaryKeyConstraint('deleted_owner_addresses_pk', ['username', 'deck_id'])
    .execute()
  await db.schema.createIndex('deleted_owner_addresses_deck').on('deleted_owner_addresses').column('deck_id').execute()
}

/** Lookups of the members of a team, of the sessions opened from one sign-in, and of a deleted user's reports. */
async function addIndexes(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('users_team').on('users').column('team_id').execute()
  await db.schema.createIndex('sessions_family').on('sessions').column('family').execute()
  await db.schema.createIndex('reports_reporter').on('reports').column('reporter_id').execute()
  await db.schema.createIndex('reports_settler').on('reports').column('settled_by').execute()
  await db.schema.createIndex('audit_actor').on('audit').columns(['actor_id', 'id']).execute()
}

/** What is left of teams that close and of members who delete the account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await extendTeams(db)
  await addTrials(db)
  await addDeletedOwners(db)
  await addIndexes(db)
}
