import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountMessages } from '../../rules/account-messages.ts'
import { paymentProblems } from '../../server/payments/check-payments.ts'
import { paymentsOff } from '../../server/payments/off.ts'
import { sandboxPayments } from '../../server/payments/sandbox.ts'
import { stripePayments } from '../../server/payments/stripe.ts'
import type { Services } from '../../server/services.ts'
import { type BillingDriver, billingDriver } from '../../testing/billing-driver.ts'
import { makeTeam, testPassword } from '../../testing/factories.ts'
import { FakeStripe } from '../../testing/fake-stripe.ts'
import { joined } from '../../testing/team-people.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import { defineJobs } from '../jobs.ts'
import { runBilling, settleNotified } from './jobs.ts'
import { addTeamCustomer } from './team-subscription.ts'

let made = 0

eachDatabase((makeApp) => {
  const fake = new FakeStripe()
  let app: TestApp
  let { at, details, pass }: BillingDriver = {} as BillingDriver
  beforeAll(async () => {
    const apiUrl = await fake.listen()
    const stripe = { secretKey: 'sk_test_1', publishableKey: 'pk_test_1', webhookSecrets: ['whsec_1'], apiUrl }
    const payments = stripePayments(stripe, async () => 'here')
    app = await makeApp({ settings: { billing: 'stripe', stripe }, payments })
    defineJobs(app.services)
    ;({ at, details, pass } = billingDriver(app))
  })
  afterAll(() => fake.close())

  const unconfirming = 'authentication_required'
  const lastIntent = () => fake.intents().at(-1) ?? {}
  const idOf = (intent: object) => String((intent as { id: string }).id)
  const stateOf = (id: string) => fake.intents().find((one) => one.id === id)?.status
  const refundOf = (id: string) =>
    (fake.intents().find((one) => one.id === id)?.latest_charge as { amount_refunded: number } | undefined)
      ?.amount_refunded
  const payment = (intent: string) =>
    app.services.database.read
      .selectFrom('payments')
      .selectAll()
      .where('provider_id', '=', intent)
      .executeTakeFirstOrThrow()
  const order = (token: string) => ({ subscription: { plan: 'lite', billing_period: 'monthly', token } })
  const yearly = { subscription: { billing_period: 'yearly', plan: 'pro' } }
  const destroy = (person: TestPerson) => person.delete('/users', { user: { password: testPassword } })
  /** The services as after a start with another driver. */
  const driving = (payments: Services['payments']): Services => ({
    ...app.services,
    payments,
    settings: { ...app.services.settings, billing: payments.provider },
  })
  const sandbox = () => driving(sandboxPayments(app.services.now))
  /** Number of open payments at Stripe in the operator's notice after a change of the provider. */
  const openPayments = async () => {
    const problems = (await paymentProblems(sandbox())).join('\n')
    return Number(/^Stripe still has (\d+) open payments? .*BILLING=stripe/.exec(problems)?.[1] ?? 0)
  }

  /** A subscriber whose renewal waits for the bank's confirmation, and its charge. */
  async function unconfirmed() {
    const person = await app.person()
    const card = fake.card()
    await person.post('/subscriptions', order(card))
    fake.setFailure(card, unconfirming)
    await pass(32)
    return { person: await at(person), intent: idOf(lastIntent()) }
  }

  describe('a renewal that waits for the bank’s confirmation', () => {
    test('is canceled with the account: a later confirmation takes no money', async () => {
      const { person, intent } = await unconfirmed()
      expect((await destroy(person)).status).toBe(204)
      await app.services.jobs.idle()
      expect([stateOf(intent), fake.confirmCharge(intent)]).toEqual(['canceled', false])
      expect(await payment(intent)).toMatchObject({ status: 'failed', failure: 'withdrawn', number: null })
      const calls = fake.calls.length
      await runBilling(app.services)
      expect(fake.calls.length).toBe(calls)
    })

    test('is refunded if it was confirmed before the account was deleted', async () => {
      const { person, intent } = await unconfirmed()
      fake.confirmCharge(intent)
      expect((await destroy(person)).status).toBe(204)
      await app.services.jobs.idle()
      expect([stateOf(intent), refundOf(intent)]).toEqual(['succeeded', 700])
      expect(await payment(intent)).toMatchObject({ status: 'refunded', refunded: 700, user_id: null, change: {} })
      const refunds = () => fake.calls.filter((call) => call === 'POST refunds').length
      const before = refunds()
      await settleNotified(app.services, intent)
      await runBilling(app.services)
      expect([await payment(intent), refunds()]).toMatchObject([{ status: 'refunded', refunded: 700 }, before])
    })

    test('is refunded if its notification comes first, after the account is gone', async () => {
      const { person, intent } = await unconfirmed()
      // The provider is away while the account is deleted, and the customer confirms meanwhile.
      fake.network = 'down'
      expect((await destroy(person)).status).toBe(204)
      await runBilling(app.services)
      expect(stateOf(intent)).toBe('requires_payment_method')
      fake.network = 'up'
      fake.confirmCharge(intent)
      await settleNotified(app.services, intent)
      expect(await payment(intent)).toMatchObject({ status: 'failed', number: null })
      await runBilling(app.services)
      expect([refundOf(intent), await payment(intent)]).toMatchObject([700, { status: 'refunded' }])
    })

    test('is canceled by a later run if the provider was away', async () => {
      const { person, intent } = await unconfirmed()
      fake.network = 'down'
      expect((await destroy(person)).status).toBe(204)
      await runBilling(app.services)
      fake.network = 'up'
      await pass(0.01)
      expect(stateOf(intent)).toBe('canceled')
    })

    test('is canceled once another card has paid it, and once the subscription has ended', async () => {
      const first = await unconfirmed()
      await first.person.put('/subscriptions', { subscription: { token: fake.card() } })
      const second = await unconfirmed()
      await second.person.delete('/subscriptions')
      await runBilling(app.services)
      expect([stateOf(first.intent), stateOf(second.intent)]).toEqual(['canceled', 'canceled'])
      expect(await details(first.person)).toMatchObject({ balance: 0, subscription: { status: 'active' } })
      expect(await details(second.person)).toMatchObject({ balance: 0, subscription: { status: 'ended' } })
    })

    test('stays open while the customer may confirm it', async () => {
      const { person, intent } = await unconfirmed()
      await runBilling(app.services)
      expect([stateOf(intent), (await details(person)).confirm_amount]).toEqual(['requires_payment_method', 700])
    })
  })

  test('an unconfirmed payment of a team is canceled, or refunded, when the team closes', async () => {
    const paying = async () => {
      const slug = `unconfirmed-${made++}`
      const team = await makeTeam(app.services, slug, { plan: 'free' })
      const owner = await joined(app, team.id, 'owner')
      const id = await app.services.payments.createCustomer({
        reference: `team:${team.id}`,
        name: slug,
        email: 'a@b.c',
      })
      const card = await app.services.payments.attachCard(id, fake.card(unconfirming), `team:${team.id}`)
      const { transaction } = app.services.database
      await transaction((trx) => addTeamCustomer(trx, app.services, team.id, { id, card }))
      const { id: subscription } = await app.services.database.write
        .insertInto('subscriptions')
        .values(ended(team.id, app.services.now()))
        .returning('id')
        .executeTakeFirstOrThrow()
      const host = `${slug}.localhost:3000`
      const there = await at(owner, host)
      const origin = { headers: { origin: `http://${host}` }, host }
      const answer = await there.post('/subscriptions/reactivate', { subscription: {} }, origin)
      expect([answer.status, answer.body.confirm]).toEqual([422, true])
      return { subscription, slug, owner: await at(owner), intent: idOf(lastIntent()) }
    }
    const close = async ({ owner, slug }: { owner: TestPerson; slug: string }) => {
      expect((await owner.delete('/api/v1/team', { team: { name: slug } })).status).toBe(204)
      await app.services.jobs.idle()
    }
    const [open, confirmed] = [await paying(), await paying()]
    await close(open)
    expect(stateOf(open.intent)).toBe('canceled')
    fake.confirmCharge(confirmed.intent)
    await close(confirmed)
    expect(refundOf(confirmed.intent)).toBe(2000)
    expect(await payment(confirmed.intent)).toMatchObject({ status: 'refunded', refunded: 2000 })
    const row = app.services.database.read.selectFrom('subscriptions').selectAll()
    const left = await row.where('id', '=', confirmed.subscription).executeTakeFirst()
    expect(left).toMatchObject({ status: 'ended', balance: 0 })
  })

  describe('an order that the bank wants to be confirmed', () => {
    const asked = { errors: { token: [accountMessages.billing.card.authentication] }, confirm: true }

    test('subscribes once it is confirmed', async () => {
      const person = await app.person()
      const answer = await person.post('/subscriptions', order(fake.card(unconfirming)))
      expect([answer.status, answer.body]).toMatchObject([422, asked])
      expect(await details(person)).toMatchObject({ plan: 'free', confirm_amount: 700 })
      const begun = await person.post('/subscriptions/confirmation')
      expect(begun.body.client_secret).toBe(`${idOf(lastIntent())}_secret`)
      fake.confirmCharge(idOf(lastIntent()))
      const done = await person.put('/subscriptions/confirmation')
      expect(done.body).toMatchObject({
        plan: 'lite',
        confirm_amount: null,
        payments: [{ status: 'paid', amount: 700 }],
      })
    })

    test('upgrades once it is confirmed, and charges once', async () => {
      const person = await app.person()
      const card = fake.card()
      await person.post('/subscriptions', order(card))
      fake.setFailure(card, unconfirming)
      const answer = await person.put('/account/subscription', yearly)
      expect([answer.status, answer.body]).toMatchObject([422, asked])
      const open = await details(person)
      expect(open).toMatchObject({ plan: 'lite', billing_period: 'monthly', subscription: { status: 'active' } })
      fake.confirmCharge(idOf(lastIntent()))
      const done = await person.put('/subscriptions/confirmation')
      const { confirm_amount } = open
      expect(done.body).toMatchObject({ plan: 'pro', billing_period: 'yearly', confirm_amount: null, balance: 0 })
      expect(done.body.payments).toMatchObject([{ status: 'paid', amount: confirm_amount }, { amount: 700 }])
      await runBilling(app.services)
      expect(await details(person)).toEqual(done.body)
    })

    test('that is left can be confirmed for an hour, and is canceled then', async () => {
      const person = await app.person()
      await person.post('/subscriptions', order(fake.card(unconfirming)))
      const intent = idOf(lastIntent())
      await pass(0.9 / 24)
      expect(stateOf(intent)).toBe('requires_payment_method')
      await pass(0.2 / 24)
      expect([stateOf(intent), (await details(person)).confirm_amount]).toEqual(['canceled', null])
      expect((await person.post('/subscriptions/confirmation')).status).toBe(404)
    })

    test('that is repeated leaves one to confirm, and a refused one is an error at the card as before', async () => {
      const person = await app.person()
      await person.post('/subscriptions', order(fake.card(unconfirming)))
      const first = idOf(lastIntent())
      await person.post('/subscriptions', order(fake.card(unconfirming)))
      await runBilling(app.services)
      expect([stateOf(first), stateOf(idOf(lastIntent()))]).toEqual(['canceled', 'requires_payment_method'])
      const declined = await person.post('/subscriptions', order(fake.card('generic_decline')))
      expect([declined.body.confirm, (await details(person)).confirm_amount]).toEqual([undefined, null])
    })
  })

  describe('after billing has left Stripe', () => {
    test('a deleted customer is kept until Stripe is back, and the operator is told', async () => {
      const person = await app.person()
      await person.post('/subscriptions', order(fake.card()))
      const customer = String(fake.customers().at(-1)?.id)
      expect(await paymentProblems(sandbox())).not.toContainEqual(expect.stringContaining('customer'))
      const { payments } = app.services
      Object.assign(app.services, { payments: paymentsOff() })
      expect((await destroy(person)).status).toBe(204)
      await app.services.jobs.idle()
      expect(fake.customers().map(({ id }) => id)).toContain(customer)
      expect(await paymentProblems(sandbox())).toContainEqual(
        expect.stringMatching(/1 customer to delete .*BILLING=stripe/),
      )
      Object.assign(app.services, { payments })
      const jobs = app.services.database.write.updateTable('jobs').set({ run_at: new Date(0) })
      await jobs.where('kind', '=', 'billing-forget').where('state', '=', 'waiting').execute()
      await app.services.jobs.idle()
      expect(fake.customers().map(({ id }) => id)).not.toContain(customer)
    })

    test('an undecided payment holds nothing up, is named to the operator, and is settled when Stripe is back', async () => {
      const person = await app.person()
      const before = await openPayments()
      fake.network = 'lost-answer'
      await person.post('/subscriptions', order(fake.card()))
      fake.network = 'up'
      const intent = idOf(lastIntent())
      const there = sandbox()
      await runBilling(there)
      expect((await details(person)).payments).toMatchObject([{ status: 'pending' }])
      expect(await openPayments()).toBe(before + 1)
      const { payments } = app.services
      Object.assign(app.services, { payments: there.payments })
      expect((await destroy(person)).status).toBe(204)
      Object.assign(app.services, { payments })
      await pass(1)
      // The account is gone: the money is given back.
      await runBilling(app.services)
      expect([refundOf(intent), await payment(intent)]).toMatchObject([
        700,
        { status: 'refunded', change: {}, card: null },
      ])
      expect(await openPayments()).toBeLessThanOrEqual(before)
    })

    test('a card of Stripe is no card of the sandbox, and the customer who enters another is deleted at Stripe', async () => {
      const person = await app.person()
      await person.post('/subscriptions', order(fake.card()))
      const customer = String(fake.customers().at(-1)?.id)
      const there = sandbox()
      app.advance(32 * 86_400_000)
      await runBilling(there)
      const rows = app.services.database.read.selectFrom('payments').selectAll().where('user_id', '=', person.user.id)
      expect(await rows.execute()).toHaveLength(1)
      const { payments } = app.services
      Object.assign(app.services, { payments: there.payments })
      const client = await at(person)
      expect((await client.get('/account/details.json')).body).toMatchObject({ card: null })
      const token = 'tok_sandbox_ok_visa_4242_122040'
      expect((await client.put('/subscriptions', { subscription: { token } })).status).toBe(200)
      Object.assign(app.services, { payments })
      await app.services.jobs.idle()
      expect(fake.customers().map(({ id }) => id)).not.toContain(customer)
    })

    test('an undecided payment of the sandbox has failed, since no money moved', async () => {
      const person = await app.person()
      fake.network = 'lost-request'
      await person.post('/subscriptions', order(fake.card()))
      fake.network = 'up'
      const { write } = app.services.database
      await write.updateTable('payments').set({ provider: 'sandbox' }).where('user_id', '=', person.user.id).execute()
      const customer = fake.customers().at(-1)?.id
      await pass(0.01)
      expect((await details(person)).payments).toMatchObject([{ status: 'failed' }])
      expect(fake.intents().filter((one) => one.customer === customer)).toEqual([])
    })
  })
})

/** The row of a team's subscription that has ended. */
function ended(team_id: number, now: Date) {
  return {
    ...({ team_id, plan: 'enterprise', billing_period: 'monthly', status: 'ended', quantity: 1 } as const),
    ...{ anchor: now, period_start: now, period_end: now, segment_start: now, segment_amount: 0, balance: 0 },
    ...{ cancel_at_period_end: false, coupon_id: null, coupon_periods_left: null, discounted: false, version: 1 },
    ...{ created_at: now, updated_at: now, ended_at: now },
  }
}
