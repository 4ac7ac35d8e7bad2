import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountMessages } from '../../rules/account-messages.ts'
import { stripePayments } from '../../server/payments/stripe.ts'
import { type BillingDriver, billingDriver } from '../../testing/billing-driver.ts'
import { FakeStripe, signatureOf } from '../../testing/fake-stripe.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import { defineJobs } from '../jobs.ts'
import { runBilling } from '../subscriptions/jobs.ts'

const secret = 'whsec_present'
const old = 'whsec_former'

eachDatabase((makeApp) => {
  const fake = new FakeStripe()
  let app: TestApp
  let { at, details, planOf, mailsTo, pass }: BillingDriver = {} as BillingDriver

  beforeAll(async () => {
    const apiUrl = await fake.listen()
    const stripe = {
      ...{ secretKey: 'sk_test_1', publishableKey: 'pk_test_1', webhookSecrets: [secret, old], apiUrl },
    }
    const payments = stripePayments(stripe)
    app = await makeApp({ settings: { billing: 'stripe', stripe }, payments })
    defineJobs(app.services)
    ;({ at, details, planOf, mailsTo, pass } = billingDriver(app))
  })
  afterAll(() => fake.close())

  const order = (token: string) => ({ subscription: { plan: 'pro', billing_period: 'monthly', token } })
  const send = (body: string, signature: string) =>
    app.visitor().post('/webhooks/stripe', body, {
      csrf: false,
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    })
  const events = async () => {
    const { read } = app.services.database
    return (await read.selectFrom('webhook_events').select('event_id').execute()).length
  }
  const lastIntent = () => String(fake.intents().at(-1)?.id)

  /** A user whose first payment is undecided: the answer was lost. */
  async function undecided(network: 'lost-answer' | 'lost-request', fails: string | null = null): Promise<TestPerson> {
    const person = await app.person()
    fake.network = network
    const answer = await person.post('/subscriptions', order(fake.card(fails)))
    fake.network = 'up'
    expect([answer.status, answer.body.error]).toEqual([503, accountMessages.billing.pending])
    expect(await planOf(person)).toMatchObject({ paid: false })
    return person
  }

  test('a user subscribes with a card of Stripe’s form, and is charged once', async () => {
    const person = await app.person()
    const setup = await person.post('/subscriptions/setup')
    expect(setup.body).toMatchObject({ client_secret: expect.stringContaining('seti_'), publishable_key: 'pk_test_1' })
    const answer = await person.post('/subscriptions', order(fake.card()))
    expect(answer.body).toMatchObject({ plan: 'pro', driver: 'stripe', card: { brand: 'visa', last4: '4242' } })
    const mine = fake.intents().filter((one) => one.amount === 1400)
    expect(mine.at(-1)).toMatchObject({ currency: 'usd', metadata: { price: 'lectern_pro_monthly' } })
    await pass(32)
    expect((await details(person)).payments).toHaveLength(2)
  })

  test.each([
    ['generic_decline', accountMessages.billing.card.declined],
    ['expired_card', accountMessages.billing.card.expired],
    ['insufficient_funds', accountMessages.billing.card.insufficient],
    ['authentication_required', accountMessages.billing.card.authentication],
  ])('a card that Stripe refuses as %s is an error at the card', async (code, message) => {
    const person = await app.person()
    const answer = await person.post('/subscriptions', order(fake.card(code)))
    expect([answer.status, answer.body.errors]).toEqual([422, { token: [message] }])
    expect(await planOf(person)).toMatchObject({ paid: false })
  })

  test.each(['pm_unknown', 'tok_sandbox_ok_visa_4242_122040', 'seti_none', 'pm_1/../customers'])(
    'the token %s is refused',
    async (token) => {
      const answer = await (await app.person()).post('/subscriptions', order(token))
      expect(answer.body.errors).toEqual({ token: [accountMessages.billing.card.invalid] })
    },
  )

  describe('a notification is refused that is', () => {
    const now = () => app.services.now()
    const about = (body: object) =>
      JSON.stringify({ id: 'evt_f', object: 'event', type: 'payment_intent.succeeded', ...body })
    const body = about({ data: { object: { id: 'pi_f', object: 'payment_intent' } } })
    const ago = (seconds: number) => new Date(now().getTime() - seconds * 1000)
    const vectors: readonly (readonly [string, () => readonly [string, string]])[] = [
      ['not signed', () => [body, '']],
      ['signed with an unknown secret', () => [body, signatureOf(body, 'whsec_other', now())]],
      ['signed with an empty secret', () => [body, signatureOf(body, '', now())]],
      ['older than five minutes', () => [body, signatureOf(body, secret, ago(301))]],
      ['from more than five minutes ahead', () => [body, signatureOf(body, secret, ago(-310))]],
      ['changed after it was signed', () => [body.replace('pi_f', 'pi_g'), signatureOf(body, secret, now())]],
      [
        'signed for another time',
        () => [body, signatureOf(body, secret, ago(400)).replace(/t=\d+/, `t=${Math.floor(now().getTime() / 1000)}`)],
      ],
      [
        'signed with two times',
        () => [body, `t=${Math.floor(now().getTime() / 1000)},${signatureOf(body, secret, ago(400))}`],
      ],
      ['signed by another scheme', () => [body, signatureOf(body, secret, now()).replace('v1=', 'v0=')]],
      ['without a time', () => [body, signatureOf(body, secret, now()).replace(/t=\d+,/, '')]],
      [
        'signed with a time that is no number',
        () => [body, signatureOf(body, secret, now()).replace(/t=\d+/, 't=now')],
      ],
      ['signed with half a signature', () => [body, signatureOf(body, secret, now()).slice(0, -10)]],
      ['encoded anew', () => [`${body} `, signatureOf(body, secret, now())]],
      ['empty', () => ['', signatureOf(body, secret, now())]],
      ['no JSON, though signed', () => ['{', signatureOf('{', secret, now())]],
    ]
    test.each(vectors)('%s', async (_, make) => {
      const before = await events()
      const answer = await send(...make())
      expect(answer.status).toBe(400)
      expect(await events()).toBe(before)
    })
  })

  test('a payment whose answer was lost is settled by its notification, once for 50 parallel copies', async () => {
    const person = await undecided('lost-answer')
    const event = fake.event('payment_intent.succeeded', lastIntent(), secret, app.services.now())
    const before = await events()
    const answers = await Promise.all(Array.from({ length: 50 }, () => send(event.body, event.signature)))
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([204]))
    expect(await events()).toBe(before + 1)
    await app.services.jobs.idle()
    const shown = await details(person)
    expect(shown).toMatchObject({ plan: 'pro', payments: [{ status: 'paid', amount: 1400 }] })
    expect(await mailsTo(person.user.email)).toHaveLength(1)
    // Delivered again later, signed anew: nothing more happens.
    const again = signatureOf(event.body, old, app.services.now())
    expect((await send(event.body, again)).status).toBe(204)
    await app.services.jobs.idle()
    expect(await details(person)).toEqual(shown)
  })

  test('a notification tells only that something changed: the charge itself decides', async () => {
    const person = await undecided('lost-answer', 'generic_decline')
    const event = fake.event('payment_intent.succeeded', lastIntent(), secret, app.services.now())
    await send(event.body, event.signature)
    await app.services.jobs.idle()
    expect(await details(person)).toMatchObject({ plan: 'free', payments: [{ status: 'failed' }] })
  })

  test('notifications in the wrong order give the same result', async () => {
    const person = await undecided('lost-answer')
    const intent = lastIntent()
    for (const type of ['payment_intent.succeeded', 'payment_intent.processing', 'payment_intent.payment_failed']) {
      const event = fake.event(type, intent, secret, app.services.now())
      expect((await send(event.body, event.signature)).status).toBe(204)
      await app.services.jobs.idle()
    }
    expect(await details(person)).toMatchObject({ plan: 'pro', payments: [{ status: 'paid' }] })
  })

  test.each(['lost-answer', 'lost-request'] as const)(
    'without any notification a job settles a payment (%s), and charges once',
    async (network) => {
      const before = fake.intents().length
      const person = await undecided(network)
      const blocked = await person.delete('/subscriptions')
      expect(blocked.status).toBe(409)
      await pass(0.01)
      await runBilling(app.services)
      expect(await details(person)).toMatchObject({ plan: 'pro', payments: [{ status: 'paid' }] })
      expect(fake.intents().length).toBe(before + 1)
    },
  )

  test('a charge that never arrived is not made a day later', async () => {
    const person = await undecided('lost-request')
    const before = fake.intents().length
    await pass(1)
    expect(await details(person)).toMatchObject({ plan: 'free', payments: [{ status: 'failed' }] })
    expect(fake.intents().length).toBe(before)
  })

  test('money that arrives after its payment failed makes the change, or is kept as credit', async () => {
    const person = await app.person()
    await person.post('/subscriptions', order(fake.card()))
    await person.put('/subscriptions', { subscription: { token: fake.card('generic_decline') } })
    await person.put('/account/subscription', { subscription: { billing_period: 'yearly' } })
    const intent = fake.intents().at(-1) as { id: string; amount: number }
    fake.change(intent.id, { status: 'succeeded' })
    const event = fake.event('payment_intent.succeeded', intent.id, secret, app.services.now())
    await send(event.body, event.signature)
    await app.services.jobs.idle()
    expect(await details(person)).toMatchObject({ billing_period: 'yearly', balance: 0 })
  })

  test('a refund made at Stripe is on the receipt, and the plan stays', async () => {
    const person = await app.person()
    await person.post('/subscriptions', order(fake.card()))
    const id = lastIntent()
    fake.change(id, { latest_charge: { id: 'ch_r', object: 'charge', amount_refunded: 1400 } })
    const event = fake.event('charge.refunded', id, secret, app.services.now())
    await send(event.body, event.signature)
    await app.services.jobs.idle()
    expect(await details(person)).toMatchObject({ plan: 'pro', payments: [{ status: 'refunded', refunded: 1400 }] })
  })

  test('charges and customers that are not ours, and other events, are received and change nothing', async () => {
    const foreign = fake.event('payment_intent.succeeded', 'pi_foreign', secret, app.services.now())
    const other = JSON.stringify({
      id: 'evt_o',
      object: 'event',
      type: 'balance.available',
      data: { object: { object: 'balance' } },
    })
    expect((await send(foreign.body, foreign.signature)).status).toBe(204)
    expect((await send(other, signatureOf(other, secret, app.services.now()))).status).toBe(204)
    const jobs = app.services.database.read.selectFrom('jobs').select('id').where('kind', '=', 'billing-charge')
    expect((await jobs.where('state', '=', 'done').execute()).length).toBeGreaterThan(0)
  })

  test('a customer who removed the card at Stripe has none here', async () => {
    const person = await app.person()
    await person.post('/subscriptions', order(fake.card()))
    const { read } = app.services.database
    const row = await read.selectFrom('customers').selectAll().where('user_id', '=', person.user.id).executeTakeFirst()
    fake.change(String(row?.provider_id), { invoice_settings: {} })
    const body = JSON.stringify({
      ...{ id: 'evt_c', object: 'event', type: 'payment_method.detached' },
      data: { object: { id: 'pm_x', object: 'payment_method', customer: row?.provider_id } },
    })
    await send(body, signatureOf(body, secret, app.services.now()))
    await app.services.jobs.idle()
    expect(await details(await at(person))).toMatchObject({ card: null })
  })
})
