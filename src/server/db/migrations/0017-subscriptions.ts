import { type CreateTableBuilder, type Kysely, sql } from 'kysely'
import { numberedTable } from '../numbered-table.ts'

type Db = Kysely<unknown>

const time = sql`timestamptz(3)`
const oneOwner = sql<boolean>`(user_id is null) <> (team_id is null)`

/** A table with one row for each user or team that pays. */
function ownedTable(db: Db, name: string): CreateTableBuilder<string, string> {
  return numberedTable(db, name)
    .addColumn('user_id', 'bigint', (c) => c.unique().references('users.id').onDelete('cascade'))
    .addColumn('team_id', 'bigint', (c) => c.unique().references('teams.id').onDelete('cascade'))
    .addCheckConstraint(`${name}_one_owner`, oneOwner)
}

async function createCoupons(db: Db): Promise<void> {
  await numberedTable(db, 'coupons')
    .addColumn('code', 'text', (c) => c.notNull().unique())
    .addColumn('percent', 'integer')
    .addColumn('amount', 'integer')
    .addColumn('periods', 'integer')
    .addColumn('expires_at', time)
    .addColumn('max_uses', 'integer')
    .addColumn('uses', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', time, (c) => c.notNull())
    .addCheckConstraint('coupons_one_discount', sql<boolean>`(percent is null) <> (amount is null)`)
    .execute()
}

async function createCustomers(db: Db): Promise<void> {
  await ownedTable(db, 'customers')
    .addColumn('provider', 'text', (c) => c.notNull())
    .addColumn('provider_id', 'text', (c) => c.notNull())
    .addColumn('card_id', 'text')
    .addColumn('card_brand', 'text')
    .addColumn('card_last4', 'text')
    .addColumn('card_exp_month', 'integer')
    .addColumn('card_exp_year', 'integer')
    .addColumn('created_at', time, (c) => c.notNull())
    .addColumn('updated_at', time, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('customers_provider').on('customers').columns(['provider', 'provider_id']).execute()
}

async function createSubscriptions(db: Db): Promise<void> {
  await ownedTable(db, 'subscriptions')
    .addColumn('plan', 'text', (c) => c.notNull())
    .addColumn('billing_period', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('quantity', 'integer', (c) => c.notNull())
    .addColumn('trial_ends_at', time)
    .addColumn('anchor', time, (c) => c.notNull())
    .addColumn('period_start', time, (c) => c.notNull())
    .addColumn('period_end', time, (c) => c.notNull())
    .addColumn('segment_start', time, (c) => c.notNull())
    .addColumn('segment_amount', 'bigint', (c) => c.notNull())
    .addColumn('balance', 'bigint', (c) => c.notNull())
    .addColumn('cancel_at_period_end', 'boolean', (c) => c.notNull())
    .addColumn('coupon_id', 'bigint', (c) => c.references('coupons.id').onDelete('set null'))
    .addColumn('coupon_periods_left', 'integer')
    .addColumn('discounted', 'boolean', (c) => c.notNull())
    .addColumn('grace_ends_at', time)
    .addColumn('next_attempt_at', time)
    .addColumn('reminded_at', time)
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('created_at', time, (c) => c.notNull())
    .addColumn('updated_at', time, (c) => c.notNull())
    .addColumn('ended_at', time)
    .execute()
  await db.schema.createIndex('subscriptions_due').on('subscriptions').columns(['status', 'period_end']).execute()
}

/** Payments and their receipts outlive the account or team that made them, then without naming it. */
async function createPayments(db: Db): Promise<void> {
  await numberedTable(db, 'payments')
    .addColumn('user_id', 'bigint', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('team_id', 'bigint', (c) => c.references('teams.id').onDelete('set null'))
    .addColumn('number', 'text', (c) => c.unique())
    .addColumn('amount', 'bigint', (c) => c.notNull())
    .addColumn('refunded', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('currency', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('description', 'text', (c) => c.notNull())
    .addColumn('lines', 'jsonb', (c) => c.notNull())
    .addColumn('change', 'jsonb', (c) => c.notNull())
    .addColumn('card', 'text')
    .addColumn('provider', 'text', (c) => c.notNull())
    .addColumn('provider_id', 'text')
    .addColumn('idempotency_key', 'text', (c) => c.notNull().unique())
    .addColumn('failure', 'text')
    .addColumn('created_at', time, (c) => c.notNull())
    .addColumn('settled_at', time)
    .execute()
  await db.schema.createIndex('payments_user').on('payments').columns(['user_id', 'id']).execute()
  await db.schema.createIndex('payments_team').on('payments').columns(['team_id', 'id']).execute()
  await db.schema.createIndex('payments_status').on('payments').columns(['status', 'created_at']).execute()
  await db.schema.createIndex('payments_provider').on('payments').columns(['provider', 'provider_id']).execute()
}

async function createWebhookEvents(db: Db): Promise<void> {
  await numberedTable(db, 'webhook_events')
    .addColumn('provider', 'text', (c) => c.notNull())
    .addColumn('event_id', 'text', (c) => c.notNull())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('object_id', 'text', (c) => c.notNull())
    .addColumn('received_at', time, (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('webhook_events_once')
    .on('webhook_events')
    .columns(['provider', 'event_id'])
    .unique()
    .execute()
}

/** Plans of before could only be given by hand, so they stay as plans given by hand. */
async function keepPlans(db: Db): Promise<void> {
  await db.schema.alterTable('users').addColumn('manual_plan', 'text').execute()
  await sql`update teams set manually_upgraded = true where plan = 'enterprise'`.execute(db)
  await sql`update users set manually_upgraded = false`.execute(db)
  await sql`update users set manual_plan = plan, manually_upgraded = true where plan <> 'free'
    and not (plan = 'enterprise' and team_id is not null)`.execute(db)
}

/** Settings that an instance last started with, so that the next start can tell what changed. */
async function createStarts(db: Db): Promise<void> {
  await db.schema
    .createTable('last_start')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('value', 'text', (c) => c.notNull())
    .execute()
}

/** Subscriptions of users and teams, with their payments. */
export async function up(db: Db): Promise<void> {
  await createCoupons(db)
  await createCustomers(db)
  await createSubscriptions(db)
  await createPayments(db)
  await createWebhookEvents(db)
  await createStarts(db)
  await keepPlans(db)
}
