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
    const payments = stripePayments(stripe, async () => 'installation-1')
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
    ['WH-16', 'generic_decline', accountMessages.billing.card.declined],
    ['WH-17', 'expired_card', accountMessages.billing.card.expired],
    ['WH-18', 'insufficient_funds', accountMessages.billing.card.insufficient],
    ['WH-19', 'authentication_required', accountMessages.billing.card.authentication],
  ])('%s a card that Stripe refuses as %s is an error at the card', async (_, code, message) => {
    const person = await app.person()
    const answer = await person.post('/subscriptions', order(fake.card(code)))
    expect([answer.status, answer.body.errors]).toEqual([422, { token: [message] }])
    expect(await planOf(person)).toMatchObject({ paid: false })
  })

  test.each([
    ['WH-20', 'pm_unknown'],
    ['WH-21', 'tok_sandbox_ok_visa_4242_122040'],
    ['WH-22', 'seti_none'],
    ['WH-23', 'pm_1/../customers'],
  ])('%s the token %s is refused', async (_, token) => {
    const answer = await (await app.person()).post('/subscriptions', order(token))
    expect(answer.body.errors).toEqual({ token: [accountMessages.billing.card.invalid] })
  })

  describe('a notification is refused that is', () => {
    const now = () => app.services.now()
    const about = (body: object) =>
      JSON.stringify({ id: 'evt_f', object: 'event', type: 'payment_intent.succeeded', ...body })
    const body = about({ data: { object: { id: 'pi_f', object: 'payment_intent' } } })
    const ago = (seconds: number) => new Date(now().getTime() - seconds * 1000)
    const vectors: readonly (readonly [string, () => readonly [string, string]])[] = [
      ['WH-01 not signed', () => [body, '']],
      ['WH-02 signed with an unknown secret', () => [body, signatureOf(body, 'whsec_other', now())]],
      ['WH-03 signed with an empty secret', () => [body, signatureOf(body, '', now())]],
      ['WH-04 older than five minutes', () => [body, signatureOf(body, secret, ago(301))]],
      ['WH-05 from more than five minutes ahead', () => [body, signatureOf(body, secret, ago(-310))]],
      ['WH-06 changed after it was signed', () => [body.replace('pi_f', 'pi_g'), signatureOf(body, secret, now())]],
      [
        'WH-07 signed for another time',
        () => [body, signatureOf(body, secret, ago(400)).replace(/t=\d+/, `t=${Math.floor(now().getTime() / 1000)}`)],
      ],
      [
        'WH-08 signed with two times',
        () => [body, `t=${Math.floor(now().getTime() / 1000)},${signatureOf(body, secret, ago(400))}`],
      ],
      ['WH-09 signed by another scheme', () => [body, signatureOf(body, secret, now()).replace('v1=', 'v0=')]],
      ['WH-10 without a time', () => [body, signatureOf(body, secret, now()).replace(/t=\d+,/, '')]],
      [
        'WH-11 signed with a time that is no number',
        () => [body, signatureOf(body, secret, now()).replace(/t=\d+/, 't=now')],
      ],
      ['WH-12 signed with half a signature', () => [body, signatureOf(body, secret, now()).slice(0, -10)]],
      ['WH-13 encoded anew', () => [`${body} `, signatureOf(body, secret, now())]],
      ['WH-14 empty', () => ['', signatureOf(body, secret, now())]],
      ['WH-15 no JSON, though signed', () => ['{', signatureOf('{', secret, now())]],
    ]
    test.each(vectors)('%s', async (_, make) => {
      const before = await events()
      const answer = await send(...make())
      expect(answer.status).toBe(400)
      expect(await events()).toBe(before)
    })
  })

  test('WH-24 a payment whose answer was lost is settled by its notification, once for 50 parallel copies', async () => {
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
    // Delivered again later, signed again: nothing more happens.
    const again = signatureOf(event.body, old, app.services.now())
    expect((await send(event.body, again)).status).toBe(204)
    await app.services.jobs.idle()
    expect(await details(person)).toEqual(shown)
  })

  test('WH-25 a notification tells only that something changed: the charge itself decides', async () => {
    const person = await undecided('lost-answer', 'generic_decline')
    const event = fake.event('payment_intent.succeeded', lastIntent(), secret, app.services.now())
    await send(event.body, event.signature)
    await app.services.jobs.idle()
    expect(await details(person)).toMatchObject({ plan: 'free', payments: [{ status: 'failed' }] })
  })

  test('WH-26 notifications in the wrong order give the same result', async () => {
    const person = await undecided('lost-answer')
    const intent = lastIntent()
    for (const type of ['payment_intent.succeeded', 'payment_intent.processing', 'payment_intent.payment_failed']) {
      const event = fake.event(type, intent, secret, app.services.now())
      expect((await send(event.body, event.signature)).status).toBe(204)
      await app.services.jobs.idle()
    }
    expect(await details(person)).toMatchObject({ plan: 'pro', payments: [{ status: 'paid' }] })
  })

  test.each([
    ['WH-27', 'lost-answer'],
    ['WH-28', 'lost-request'],
  ] as const)('%s without any notification a job settles a payment (%s), and charges once', async (_, network) => {
    const before = fake.intents().length
    const person = await undecided(network)
    const blocked = await person.delete('/subscriptions')
    expect(blocked.status).toBe(409)
    await pass(0.01)
    await runBilling(app.services)
    expect(await details(person)).toMatchObject({ plan: 'pro', payments: [{ status: 'paid' }] })
    expect(fake.intents().length).toBe(before + 1)
  })

  test('WH-29 a charge that never arrived is not made a day later', async () => {
    const person = await undecided('lost-request')
    const before = fake.intents().length
    await pass(1)
    expect(await details(person)).toMatchObject({ plan: 'free', payments: [{ status: 'failed' }] })
    expect(fake.intents().length).toBe(before)
  })

  test('WH-30 money that arrives after its payment failed makes the change, or is kept as credit', async () => {
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

  test('WH-31 a refund made at Stripe is on the receipt, and the plan stays', async () => {
    const person = await app.person()
    await person.post('/subscriptions', order(fake.card()))
    const id = lastIntent()
    fake.change(id, { latest_charge: { id: 'ch_r', object: 'charge', amount_refunded: 1400 } })
    const event = fake.event('charge.refunded', id, secret, app.services.now())
    await send(event.body, event.signature)
    await app.services.jobs.idle()
    expect(await details(person)).toMatchObject({ plan: 'pro', payments: [{ status: 'refunded', refunded: 1400 }] })
  })

  test('WH-32 charges and customers that are not ours, and other events, are received and change nothing', async () => {
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

  test('WH-33 a customer who removed the card at Stripe has none here', async () => {
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

  describe('a charge has no effect that', () => {
    const foreign: readonly (readonly [string, (id: string) => object])[] = [
      [
        'WH-34 another installation made with the same account',
        () => ({ metadata: { installation: 'installation-2' } }),
      ],
      ['WH-35 names no installation', () => ({ metadata: {} })],
      ['WH-36 another customer paid', () => ({ customer: 'cus_other' })],
      ['WH-37 has another amount', () => ({ amount: 50 })],
    ]
    test.each(foreign)('%s', async (_, change) => {
      const person = await undecided('lost-answer')
      const [id, before] = [lastIntent(), await details(person)]
      const { metadata, customer, amount } = fake.intents().at(-1) ?? {}
      const { metadata: changed = {}, ...others } = change(id) as { metadata?: object }
      fake.change(id, { ...others, metadata: { ...(metadata as object), installation: undefined, ...changed } })
      if (Object.keys(others).length > 0) fake.change(id, { metadata })
      const event = fake.event('payment_intent.succeeded', id, secret, app.services.now())
      expect((await send(event.body, event.signature)).status).toBe(204)
      await app.services.jobs.idle()
      expect(await details(person)).toEqual(before)
      // The control: as it was made, it counts.
      fake.change(id, { metadata, customer, amount })
      const again = fake.event('payment_intent.succeeded', id, secret, app.services.now())
      await send(again.body, again.signature)
      await app.services.jobs.idle()
      expect(await details(person)).toMatchObject({ plan: 'pro', payments: [{ status: 'paid' }] })
    })
  })

  test('WH-38 a notification of more than a megabyte, and one that is no POST, are refused', async () => {
    const large = JSON.stringify({ id: 'evt_l', object: 'event', text: 'x'.repeat(1_000_001) })
    expect((await send(large, signatureOf(large, secret, app.services.now()))).status).toBe(413)
    expect((await app.visitor().get('/webhooks/stripe')).status).toBe(405)
  })

  test('customers, cards and charges at Stripe, and the keys of calls, are marked with the installation', async () => {
    const person = await app.person()
    await person.post('/subscriptions/setup')
    await person.post('/subscriptions', order(fake.card()))
    expect(fake.intents().at(-1)).toMatchObject({ metadata: { installation: 'installation-1' } })
    const reference = `user:${person.user.id}`
    expect(fake.customers().at(-1)).toMatchObject({ metadata: { installation: 'installation-1', reference } })
    expect(fake.keys).toContain(`installation-1-customer-${reference}`)
    expect(fake.keys.filter((key) => /lectern-|customer-/.test(key) && !key.startsWith('installation-1-'))).toEqual([])
  })

  describe('a renewal that the bank wants to be confirmed', () => {
    /** A subscriber whose renewal failed for want of a confirmation. */
    async function unconfirmed(): Promise<TestPerson> {
      const person = await app.person()
      const card = fake.card()
      await person.post('/subscriptions', order(card))
      fake.setFailure(card, 'authentication_required')
      await pass(32)
      return at(person)
    }

    test('leaves the plan for the grace, with a mail, and is confirmed in the browser', async () => {
      const person = await unconfirmed()
      expect(await details(person)).toMatchObject({
        ...{ plan: 'pro', confirm_amount: 1400, subscription: { status: 'past_due' } },
        payments: [{ status: 'failed' }, { status: 'paid' }],
      })
      expect((await mailsTo(person.user.email)).at(-1)).toBe('Confirm your Lectern payment')
      const intent = lastIntent()
      const begun = await person.post('/subscriptions/confirmation')
      expect([begun.status, begun.body]).toEqual([
        201,
        { client_secret: `${intent}_secret`, publishable_key: 'pk_test_1', card_id: expect.stringContaining('pm_') },
      ])
      const early = await person.put('/subscriptions/confirmation')
      expect([early.status, early.body.errors]).toEqual([422, { base: [accountMessages.billing.notConfirmed] }])
      fake.confirmCharge(intent)
      const confirmed = await person.put('/subscriptions/confirmation')
      expect(confirmed.body).toMatchObject({
        ...{ confirm_amount: null, balance: 0, subscription: { status: 'active', grace_ends_at: null } },
        payments: [{ status: 'paid', amount: 1400, credit: 0 }, { status: 'paid' }],
      })
      expect((await person.put('/subscriptions/confirmation')).body).toEqual(confirmed.body)
      expect((await person.post('/subscriptions/confirmation')).status).toBe(404)
    })

    test('is settled by the notification alone, if the browser is closed after the confirmation', async () => {
      const person = await unconfirmed()
      fake.confirmCharge(lastIntent())
      const event = fake.event('payment_intent.succeeded', lastIntent(), secret, app.services.now())
      for (const _ of [1, 2]) await send(event.body, event.signature)
      await app.services.jobs.idle()
      expect(await details(person)).toMatchObject({
        ...{ confirm_amount: null, balance: 0, subscription: { status: 'active' } },
        payments: [{ status: 'paid', amount: 1400, credit: 0 }, {}],
      })
    })

    test('is not confirmed by others, nor twice, nor once another card has paid it', async () => {
      const person = await unconfirmed()
      const intent = lastIntent()
      const other = await app.person()
      expect((await other.post('/subscriptions/confirmation')).status).toBe(404)
      expect((await app.visitor().post('/subscriptions/confirmation')).status).toBe(401)
      expect((await other.put('/subscriptions/confirmation')).body).toMatchObject({ plan: 'free', payments: [] })
      await person.put('/subscriptions', { subscription: { token: fake.card() } })
      expect((await person.post('/subscriptions/confirmation')).status).toBe(404)
      // It is confirmed all the same, in another window: the money is kept as credit.
      fake.confirmCharge(intent)
      const event = fake.event('payment_intent.succeeded', intent, secret, app.services.now())
      await send(event.body, event.signature)
      await app.services.jobs.idle()
      expect(await details(person)).toMatchObject({ balance: 1400, subscription: { status: 'active' } })
    })
  })
})
