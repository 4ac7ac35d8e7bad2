import type { ExpressionBuilder, Insertable, Selectable, Updateable } from 'kysely'
import type { MoneyLine } from '../../rules/money.ts'
import type { Plan } from '../../rules/plans.ts'
import type { CouponsTable, CustomersTable, PaymentsTable, SubscriptionsTable } from '../../server/db/billing-tables.ts'
import type { Db } from '../../server/db/open-database.ts'
import type { Schema } from '../../server/db/schema.ts'
import type { Payments } from '../../server/payments/payments.ts'
import { type Owner, ownedBy, ownerColumns } from '../owner.ts'
import type { SubscriptionState, UsedCoupon } from './machine.ts'

type Provider = Payments['provider']

export type SubscriptionRow = Selectable<SubscriptionsTable>
export type CustomerRow = Selectable<CustomersTable>
export type PaymentRow = Selectable<PaymentsTable>
export type CouponRow = Selectable<CouponsTable>

/** The owner that a row names; null for a payment whose account is gone. */
export function ownerOf(row: { user_id: number | null; team_id: number | null }): Owner | null {
  if (row.user_id !== null) return { user: row.user_id }
  return row.team_id === null ? null : { team: row.team_id }
}

export async function subscriptionOf(db: Db, owner: Owner): Promise<SubscriptionRow | null> {
  const row = await db
    .selectFrom('subscriptions')
    .selectAll()
    .where(...ownedBy(owner))
    .executeTakeFirst()
  return row ?? null
}

/** Stores a subscription's state. `row`: the present row; null for the first subscription of the owner. */
export async function writeSubscription(
  db: Db,
  owner: Owner,
  row: SubscriptionRow | null,
  state: SubscriptionState,
  now: Date,
): Promise<void> {
  const ended_at = state.status === 'ended' ? (row?.ended_at ?? now) : null
  const values = { ...stateOf(state), ended_at, updated_at: now, version: (row?.version ?? 0) + 1 }
  if (row) await db.updateTable('subscriptions').set(values).where('id', '=', row.id).execute()
  else
    await db
      .insertInto('subscriptions')
      .values({ ...values, ...ownerColumns(owner), created_at: now })
      .execute()
  // The team's setting is the period that it pays by.
  if ('team' in owner) {
    const period = { account_billing_period: state.billing_period }
    await db.updateTable('teams').set(period).where('id', '=', owner.team).execute()
  }
}

/** The state in a row. */
export function stateOf(row: SubscriptionState): SubscriptionState {
  const { plan, billing_period, status, quantity, trial_ends_at, anchor, period_start, period_end } = row
  const { segment_start, segment_amount, balance, cancel_at_period_end, coupon_id, coupon_periods_left } = row
  const { discounted, grace_ends_at, next_attempt_at } = row
  return {
    ...{ plan, billing_period, status, quantity, trial_ends_at, anchor, period_start, period_end, segment_start },
    ...{ segment_amount, balance, cancel_at_period_end, coupon_id, coupon_periods_left, discounted, grace_ends_at },
    next_attempt_at,
  }
}

/** Subscriptions for which something is due: at most `count`, after an id. */
export async function dueSubscriptions(db: Db, now: Date, after: number, count: number): Promise<SubscriptionRow[]> {
  return db
    .selectFrom('subscriptions')
    .selectAll()
    .where('status', '<>', 'ended')
    .where((e) => e.or([e('period_end', '<=', now), e('grace_ends_at', '<=', now), e('next_attempt_at', '<=', now)]))
    .where('id', '>', after)
    .orderBy('id')
    .limit(count)
    .execute()
}

/** The owner's customer: of whichever provider, or only of one, since no other can charge the card. */
export async function customerOf(db: Db, owner: Owner, provider?: Provider): Promise<CustomerRow | null> {
  const row = await db
    .selectFrom('customers')
    .selectAll()
    .where(...ownedBy(owner))
    .executeTakeFirst()
  return row && (provider === undefined || row.provider === provider) ? row : null
}

/** Inserts a customer; null if another request has inserted the owner's meanwhile. */
export async function insertCustomer(db: Db, row: Insertable<CustomersTable>): Promise<CustomerRow | null> {
  const inserted = await db
    .insertInto('customers')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  return inserted ?? null
}

export async function updateCustomer(db: Db, id: number, changes: Updateable<CustomersTable>): Promise<void> {
  await db.updateTable('customers').set(changes).where('id', '=', id).execute()
}

/** The condition on payments that an owner may read: the owner's, and those of teams that the user closed. */
export function readableBy(owner: Owner) {
  return (where: ExpressionBuilder<Schema, 'payments'>) => {
    if ('team' in owner) return where('payments.team_id', '=', owner.team)
    const closed = where.selectFrom('teams').select('teams.id').where('teams.closed_by', '=', owner.user)
    return where.or([where('payments.user_id', '=', owner.user), where('payments.team_id', 'in', closed)])
  }
}

/** The payments that an owner may read, newest first. */
export async function paymentsOf(db: Db, owner: Owner, count: number): Promise<PaymentRow[]> {
  return db.selectFrom('payments').selectAll().where(readableBy(owner)).orderBy('id', 'desc').limit(count).execute()
}

export async function paymentById(db: Db, id: number): Promise<PaymentRow | null> {
  return (await db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/** The owner's payment that the present provider has not decided; at most one. */
export async function pendingPayment(db: Db, owner: Owner, provider: Provider): Promise<PaymentRow | null> {
  if (provider === 'off') return null
  const row = await db
    .selectFrom('payments')
    .selectAll()
    .where(...ownedBy(owner))
    .where('status', '=', 'pending')
    .where('provider', '=', provider)
    .executeTakeFirst()
  return row ?? null
}

/** Whether a payment has no owner any more that it could pay for: the account is deleted, or the team closed. */
export async function isOwnerless(db: Db, row: Pick<PaymentRow, 'user_id' | 'team_id'>): Promise<boolean> {
  if (row.team_id === null) return row.user_id === null
  const team = await db.selectFrom('teams').select('closed_at').where('id', '=', row.team_id).executeTakeFirst()
  return !team || team.closed_at !== null
}

/** Payments that are pending since before a time, of providers. */
export async function undecidedPayments(db: Db, before: Date, providers: readonly Provider[]): Promise<PaymentRow[]> {
  const named = providers.filter((one) => one !== 'off')
  return db
    .selectFrom('payments')
    .selectAll()
    .where('status', '=', 'pending')
    .where('provider', 'in', named)
    .where('created_at', '<=', before)
    .orderBy('id')
    .limit(100)
    .execute()
}

export async function insertPayment(
  db: Db,
  row: Omit<Insertable<PaymentsTable>, 'lines' | 'change'> & {
    readonly lines: readonly MoneyLine[]
    readonly change: object
  },
): Promise<PaymentRow> {
  const values = { ...row, lines: JSON.stringify(row.lines), change: JSON.stringify(row.change) }
  return db.insertInto('payments').values(values).returningAll().executeTakeFirstOrThrow()
}

export async function updatePayment(db: Db, id: number, changes: Updateable<PaymentsTable>): Promise<void> {
  await db.updateTable('payments').set(changes).where('id', '=', id).execute()
}

/** A coupon by its code, in any case. */
export async function couponByCode(db: Db, code: string): Promise<CouponRow | null> {
  const row = await db
    .selectFrom('coupons')
    .selectAll()
    .where('code', '=', code.trim().toUpperCase())
    .executeTakeFirst()
  return row ?? null
}

export async function couponById(db: Db, id: number | null): Promise<UsedCoupon | null> {
  if (id === null) return null
  return (await db.selectFrom('coupons').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/** Counts a use of a coupon. False if it is used up. */
export async function takeCoupon(db: Db, id: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('coupons')
    .set((e) => ({ uses: e('uses', '+', 1) }))
    .where('id', '=', id)
    .where((e) => e.or([e('max_uses', 'is', null), e('uses', '<', e.ref('max_uses'))]))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Takes back a use, after the charge failed. */
export async function returnCoupon(db: Db, id: number): Promise<void> {
  await db
    .updateTable('coupons')
    .set((e) => ({ uses: e('uses', '-', 1) }))
    .where('id', '=', id)
    .where('uses', '>', 0)
    .execute()
}

/** Active members of a team, who are its seats. */
export async function seatsOf(db: Db, teamId: number): Promise<number> {
  const { seats } = await db
    .selectFrom('memberships')
    .select((e) => e.fn.countAll<number>().as('seats'))
    .where('team_id', '=', teamId)
    .where('state', '=', 'active')
    .executeTakeFirstOrThrow()
  return Math.max(1, Number(seats))
}

/** The plan that is in force now. */
export async function planNow(db: Db, owner: Owner): Promise<Plan> {
  const found =
    'user' in owner
      ? await db.selectFrom('users').select('plan').where('id', '=', owner.user).executeTakeFirst()
      : await db.selectFrom('teams').select('plan').where('id', '=', owner.team).executeTakeFirst()
  return found?.plan ?? 'free'
}
