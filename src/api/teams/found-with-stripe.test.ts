import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountMessages } from '../../rules/account-messages.ts'
import { messages } from '../../rules/messages.ts'
import type { Payments } from '../../server/payments/payments.ts'
import { stripePayments } from '../../server/payments/stripe.ts'
import { FakeStripe } from '../../testing/fake-stripe.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'

eachDatabase((makeApp, kind) => {
  const fake = new FakeStripe()
  let app: TestApp
  let whileAsking: () => Promise<unknown> = async () => undefined
  const freshSlug = (name: string) => `${name}-${kind}`

  beforeAll(async () => {
    const apiUrl = await fake.listen()
    const stripe = { secretKey: 'sk_test_1', publishableKey: 'pk_test_1', webhookSecrets: ['whsec_1'], apiUrl }
    const provider = stripePayments(stripe, async () => 'installation-1')
    const createCustomer: Payments['createCustomer'] = async (customer) => {
      await whileAsking()
      return provider.createCustomer(customer)
    }
    app = await makeApp({ settings: { billing: 'stripe', stripe }, payments: { ...provider, createCustomer } })
  })
  afterAll(() => fake.close())

  /** The token of a card that a user has entered in Stripe's form. */
  async function entered(by: TestPerson): Promise<string> {
    const { body } = await by.post('/subscriptions/setup')
    const intent = String(body.client_secret).replace('_secret', '')
    fake.confirm(intent, fake.card())
    return intent
  }
  const found = (by: TestPerson, slug: string, token: string) =>
    by.post('/teams.json', { team: { name: 'Acme', slug, token } })
  const teams = async (slug: string) =>
    (await app.services.database.read.selectFrom('teams').select('id').where('slug', '=', slug).execute()).length

  test('a team is founded with the card that its founder entered in the form of the main host', async () => {
    const founder = await app.person()
    const answer = await found(founder, freshSlug('paid'), await entered(founder))
    expect([answer.status, answer.body.ended]).toEqual([201, false])
    const { read } = app.services.database
    const row = await read.selectFrom('customers').selectAll().where('team_id', '=', answer.body.id).executeTakeFirst()
    expect(row).toMatchObject({ provider: 'stripe', card_last4: '4242', provider_id: fake.customers().at(-1)?.id })
  })

  test('a user with a plan by hand founds a team with a card, and has no billing of the own', async () => {
    const founder = await app.person({ plan: 'lite', manual_plan: 'lite', manually_upgraded: true })
    expect((await found(founder, freshSlug('by-hand'), await entered(founder))).status).toBe(201)
    expect((await founder.get('/account/details.json')).status).toBe(403)
    expect((await founder.post('/subscriptions/setup')).status).toBe(403)
    expect((await app.visitor().post('/subscriptions/setup')).status).toBe(401)
  })

  test('the provider is asked before anything is written: it may take long, and others write meanwhile', async () => {
    const founder = await app.person()
    const { database } = app.services
    const now = app.services.now()
    const write = () => database.transaction((trx) => trx.updateTable('users').set({ updated_at: now }).execute())
    whileAsking = async () => {
      const late = new Promise((_, fail) => setTimeout(() => fail(new Error('others wait')), 5_000).unref())
      await Promise.race([write(), late])
    }
    const answer = await found(founder, freshSlug('waits'), await entered(founder))
    whileAsking = async () => undefined
    expect(answer.status).toBe(201)
  })

  test('a card of another user is refused, and leaves neither team nor customer', async () => {
    const [founder, other] = [await app.person(), await app.person()]
    const before = fake.customers().length
    const answer = await found(founder, freshSlug('stolen'), await entered(other))
    expect([answer.status, answer.body.errors]).toEqual([422, { token: [accountMessages.billing.card.invalid] }])
    expect([await teams(freshSlug('stolen')), fake.customers().length]).toEqual([0, before])
  })

  test('a team that cannot be founded leaves no customer with a card', async () => {
    const [founder, rival] = [await app.person(), await app.person()]
    const before = fake.customers().length
    whileAsking = async () => {
      whileAsking = async () => undefined
      expect((await found(rival, freshSlug('raced'), await entered(rival))).status).toBe(201)
    }
    const answer = await found(founder, freshSlug('raced'), await entered(founder))
    expect([answer.status, answer.body.errors]).toEqual([422, { slug: [messages.taken[0]] }])
    expect(fake.customers().length).toBe(before + 1)
  })
})
