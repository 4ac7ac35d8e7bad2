import { daysLater, subscriptionTerms } from '../../rules/subscriptions.ts'
import { HttpError } from '../../server/http/http-error.ts'
import type { Services } from '../../server/services.ts'
import { settleUndecided } from './bill.ts'
import { cardColumns, payerOf } from './customer.ts'
import { adjustSeats, runDue } from './due.ts'
import { trialEndsMails } from './emails.ts'
import { deleteCustomer } from './forget-payer.ts'
import { dueStep } from './machine.ts'
import {
  couponById,
  customerOf,
  dueSubscriptions,
  ownerOf,
  paymentById,
  type SubscriptionRow,
  seatsOf,
  stateOf,
  undecidedPayments,
  updateCustomer,
} from './queries.ts'
import { settlePayment } from './settle-payment.ts'
import { withdrawPayments } from './withdraw-payments.ts'

/** How often due subscriptions are looked for, in ms. */
const interval = 5 * 60_000
/** How long the request that made a payment may settle it itself, in ms. */
const patience = 60_000
/** How many subscriptions are read at once. */
const batch = 100
/** How long received notifications are kept: providers repeat them for three days. */
const eventDays = 30

/** Registers the background jobs of payments. */
export function defineSubscriptionJobs(services: Services): void {
  const { jobs, payments } = services
  if (payments.provider !== 'off') {
    jobs.every('billing', interval, async () => {
      await runBilling(services)
      return undefined
    })
  }
  jobs.define('billing-seats', async ({ payload }) => {
    await quietly(services, () => adjustSeats(services, Number(payload.team)))
    return undefined
  })
  jobs.define('billing-charge', async ({ payload }) => {
    await settleNotified(services, String(payload.id))
    return undefined
  })
  jobs.define('billing-customer', async ({ payload }) => {
    await readCard(services, String(payload.id))
    return undefined
  })
  jobs.define('billing-forget', async ({ payload }) => {
    const provider = payload.provider === 'stripe' ? 'stripe' : 'sandbox'
    await deleteCustomer(services, { provider, id: String(payload.id) })
    return undefined
  })
  jobs.define('billing-withdraw', async () => {
    await withdrawPayments(services)
    return undefined
  })
}

/** One owner's failure must not keep the others from being billed; it is logged, and tried again at the next run. */
async function quietly(services: Services, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    // 409: a payment is undecided, and settled first.
    if (!(error instanceof HttpError)) services.log.error({ err: error }, 'billing failed')
  }
}

/** Does all that is due: undecided payments, renewals, retries, ends, seats, notices. Idempotent. */
export async function runBilling(services: Services): Promise<void> {
  const { database, payments } = services
  if (payments.provider === 'off') return
  const now = services.now()
  const undecided = [payments.provider, 'sandbox'] as const
  for (const payment of await undecidedPayments(database.read, new Date(now.getTime() - patience), undecided)) {
    await quietly(services, () => settleUndecided(services, payment))
  }
  for (let after = 0; ; ) {
    const rows = await dueSubscriptions(database.read, now, after, batch)
    for (const row of rows) await quietly(services, () => runDue(services, ownerOf(row) ?? { user: 0 }))
    if (rows.length < batch) break
    after = rows.at(-1)?.id ?? 0
  }
  for (const team of await teamsWithOtherSeats(services)) await quietly(services, () => adjustSeats(services, team))
  await quietly(services, () => withdrawPayments(services))
  await announceTrialEnds(services)
  await database.write.deleteFrom('webhook_events').where('received_at', '<', daysLater(now, -eventDays)).execute()
}

/** Teams that pay for another number of seats than they have members: a lost job, or a failed charge in between. */
async function teamsWithOtherSeats({ database }: Services): Promise<number[]> {
  const { read } = database
  const rows = await read
    .selectFrom('subscriptions as s')
    .select('s.team_id')
    .where('s.team_id', 'is not', null)
    .where('s.status', 'in', ['active', 'trialing'])
    .where((e) =>
      e(
        's.quantity',
        '<>',
        e
          .selectFrom('memberships as m')
          .select((m) => m.fn.countAll<number>().as('members'))
          .whereRef('m.team_id', '=', 's.team_id')
          .where('m.state', '=', 'active'),
      ),
    )
    .limit(1_000)
    .execute()
  return rows.flatMap(({ team_id }) => (team_id === null ? [] : [team_id]))
}

async function announceTrialEnds(services: Services): Promise<void> {
  const { database, now } = services
  const rows = await database.read
    .selectFrom('subscriptions')
    .selectAll()
    .where('status', '=', 'trialing')
    .where('reminded_at', 'is', null)
    .where('period_end', '<=', daysLater(now(), subscriptionTerms.trialNotice))
    .execute()
  for (const row of rows) await quietly(services, () => announceTrialEnd(services, row))
}

async function announceTrialEnd(services: Services, row: SubscriptionRow): Promise<void> {
  const owner = ownerOf(row)
  if (!owner) return
  const now = services.now()
  await services.database.transaction(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('subscriptions')
      .set({ reminded_at: now })
      .where('id', '=', row.id)
      .where('reminded_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) return
    const customer = await customerOf(trx, owner, services.payments.provider)
    const quantity = 'team' in owner ? await seatsOf(trx, owner.team) : 1
    const { invoice } = dueStep(stateOf(row), quantity, await couponById(trx, row.coupon_id), row.period_end)
    const amount = customer?.card_id ? invoice.amount : null
    const payer = await payerOf(trx, owner)
    // The plan that was given by hand continues after the trial.
    if (payer?.manuallyUpgraded) return
    for (const mail of trialEndsMails(payer, row, amount, services.settings)) await services.mail.send(trx, mail)
  })
}

/**
 * Fetches a charge that the provider notified about, and settles its payment. A charge of another installation, customer
 * or amount has no effect: the account at the provider may be shared, and its metadata can be edited there.
 */
export async function settleNotified(services: Services, id: string): Promise<void> {
  const charge = await services.payments.readCharge(id)
  const paymentId = charge?.paymentId ?? null
  if (charge === null || paymentId === null) return
  await services.database.transaction(async (trx) => {
    const row = await paymentById(trx, paymentId)
    if (row?.provider !== services.payments.provider) return
    // The planned change is deleted with the account.
    const { customer_id = charge.customerId } = row.change
    if (charge.customerId !== customer_id || charge.amount !== row.amount) {
      services.log.warn({ payment: paymentId }, 'a charge names a payment of another customer or amount')
      return
    }
    await settlePayment(trx, services, paymentId, charge)
  })
}

/** Fetches the card of a customer that the provider notified about: banks replace expired cards themselves. */
async function readCard(services: Services, id: string): Promise<void> {
  const card = await services.payments.readCard(id)
  await services.database.transaction(async (trx) => {
    const customer = await trx
      .selectFrom('customers')
      .selectAll()
      .where('provider', '=', services.settings.billing === 'stripe' ? 'stripe' : 'sandbox')
      .where('provider_id', '=', id)
      .executeTakeFirst()
    if (!customer) return
    await updateCustomer(trx, customer.id, { ...cardColumns(card), updated_at: services.now() })
  })
}
