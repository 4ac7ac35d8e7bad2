import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountMessages } from '../../rules/account-messages.ts'
import { stripePayments } from '../../server/payments/stripe.ts'
import { type BillingDriver, billingDriver } from '../../testing/billing-driver.ts'
import { testPassword } from '../../testing/factories.ts'
import { FakeStripe } from '../../testing/fake-stripe.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import { defineJobs } from '../jobs.ts'

const secret = 'whsec_present'

eachDatabase((makeApp) => {
  const fake = new FakeStripe()
  let app: TestApp
  let { details, pass }: BillingDriver = {} as BillingDriver
  beforeAll(async () => {
    const apiUrl = await fake.listen()
    const stripe = { secretKey: 'sk_test_1', publishableKey: 'pk_test_1', webhookSecrets: [secret], apiUrl }
    const payments = stripePayments(stripe, async () => 'here')
    app = await makeApp({ settings: { billing: 'stripe', stripe }, payments })
    defineJobs(app.services)
    ;({ details, pass } = billingDriver(app))
  })
  afterAll(() => fake.close())

  const subscribe = (person: TestPerson, billing_period = 'yearly') =>
    person.post('/subscriptions', { subscription: { plan: 'pro', billing_period, token: fake.card() } })

  test('a refunded period is not credited when the billing period changes', async () => {
    const ann = await app.person()
    expect((await subscribe(ann)).status).toBe(201)
    const id = String(fake.intents().at(-1)?.id)
    fake.change(id, { latest_charge: { id: 'ch_1', object: 'charge', amount_refunded: 12_000 } })
    const { body, signature } = fake.event('charge.refunded', id, secret, app.services.now())
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    await app.visitor().post('/webhooks/stripe', body, { csrf: false, headers })
    await app.services.jobs.idle()
    const changed = await ann.put('/account/subscription.json', { subscription: { billing_period: 'monthly' } })
    expect(changed.body).toMatchObject({ balance: 0, payments: [{ amount: 1400 }, { amount: 12_000 }] })
  })

  test('an account with an undecided payment is deleted only after it is decided', async () => {
    const ann = await app.person()
    fake.network = 'lost-answer'
    await subscribe(ann)
    fake.network = 'up'
    const destroy = () => ann.delete('/users', { user: { password: testPassword } })
    const refused = await destroy()
    expect([refused.status, refused.body.error]).toEqual([409, accountMessages.billing.pending])
    await pass(1)
    expect((await destroy()).status).toBe(204)
    const rows = await app.services.database.read
      .selectFrom('payments')
      .selectAll()
      .where('amount', '=', 12_000)
      .execute()
    expect(rows.at(-1)).toMatchObject({ status: 'paid', user_id: null, card: null, change: {} })
  })

  test('a customer that the provider no longer knows is created again with the next card', async () => {
    const ann = await app.person()
    expect((await subscribe(ann, 'monthly')).status).toBe(201)
    const lost = fake.customers().at(-1)
    fake.change(String(lost?.id), { deleted: true })
    const answer = await ann.put('/subscriptions', { subscription: { token: fake.card() } })
    expect([answer.status, fake.customers().at(-1)?.metadata]).toMatchObject([
      200,
      { reference: `user:${ann.user.id}` },
    ])
    await pass(32)
    expect(await details(ann)).toMatchObject({
      subscription: { status: 'active' },
      payments: [{ status: 'paid' }, { status: 'paid' }],
    })
  })

  test('a charge that was refunded before its answer arrived gives no credit', async () => {
    const ann = await app.person()
    fake.network = 'lost-answer'
    await subscribe(ann)
    fake.network = 'up'
    const id = String(fake.intents().at(-1)?.id)
    fake.change(id, { latest_charge: { id: 'ch_2', object: 'charge', amount_refunded: 12_000 } })
    await pass(1)
    expect((await details(ann)).payments).toMatchObject([{ status: 'refunded', refunded: 12_000 }])
    const changed = await ann.put('/account/subscription.json', { subscription: { billing_period: 'monthly' } })
    expect(changed.body).toMatchObject({ balance: 0, payments: [{ amount: 1400 }, { amount: 12_000 }] })
  })

  test('an undecided payment of a customer that the provider no longer knows fails, and a new card is taken', async () => {
    const ann = await app.person()
    fake.network = 'lost-request'
    await subscribe(ann, 'monthly')
    fake.network = 'up'
    fake.change(String(fake.customers().at(-1)?.id), { deleted: true })
    await pass(1)
    expect((await details(ann)).payments).toMatchObject([{ status: 'failed' }])
    expect((await subscribe(ann, 'monthly')).status).toBe(201)
  })
})
