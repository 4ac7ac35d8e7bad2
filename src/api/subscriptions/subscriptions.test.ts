import { beforeAll, describe, expect, test } from 'vitest'
import { accountMessages } from '../../rules/account-messages.ts'
import type { SandboxOutcome } from '../../rules/sandbox-token.ts'
import { type BillingDriver, billingDriver, cardOf } from '../../testing/billing-driver.ts'
import { makeTeam, testPassword } from '../../testing/factories.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import { defineJobs } from '../jobs.ts'
import { settleMembership } from '../teams/settle-membership.ts'
import { runBilling } from './jobs.ts'

const order = (fields: object = {}, outcome: SandboxOutcome = 'ok') => ({
  subscription: { plan: 'pro', billing_period: 'monthly', token: cardOf(outcome), ...fields },
})

eachDatabase((makeApp) => {
  let app: TestApp
  let { at, details, planOf, mailsTo, pass }: BillingDriver = {} as BillingDriver
  beforeAll(async () => {
    app = await makeApp()
    defineJobs(app.services)
    ;({ at, details, planOf, mailsTo, pass } = billingDriver(app))
  })

  async function subscriber(fields: object = {}, outcome: SandboxOutcome = 'ok'): Promise<TestPerson> {
    const person = await app.person()
    const answer = await person.post('/subscriptions', order(fields, outcome))
    expect(answer.status).toBe(201)
    return person
  }

  describe('refusals change nothing', () => {
    const refusals: readonly (readonly [string, object, number, string | null])[] = [
      ['a declined card', order({}, 'declined'), 422, accountMessages.billing.card.declined],
      ['an expired card', order({}, 'expired'), 422, accountMessages.billing.card.expired],
      ['a card without funds', order({}, 'insufficient'), 422, accountMessages.billing.card.insufficient],
      ['a text that is no card', order({ token: 'hello' }), 422, accountMessages.billing.card.invalid],
      [
        'a card of the past',
        order({ token: 'tok_sandbox_ok_visa_4242_012020' }),
        422,
        accountMessages.billing.card.expired,
      ],
      ['no card', { subscription: { plan: 'pro', billing_period: 'monthly' } }, 422, null],
      ['a plan that is not sold', order({ plan: 'enterprise' }), 422, null],
      ['a plan for free', order({ plan: 'free' }), 422, null],
      ['a period that is not sold', order({ billing_period: 'weekly' }), 422, null],
      ['an unknown coupon', order({ coupon_code: 'NOPE' }), 422, accountMessages.billing.couponInvalid],
      ['a card number', order({ token: '4242 4242 4242 4242' }), 422, accountMessages.billing.cardNumber],
      [
        'a card number beside the card',
        { ...order(), note: '4242424242424242' },
        422,
        accountMessages.billing.cardNumber,
      ],
    ]
    test.each(refusals)('%s', async (_, body, status, message) => {
      const person = await app.person()
      const answer = await person.post('/subscriptions.json', body)
      expect(answer.status).toBe(status)
      if (message) expect(Object.values(answer.body.errors).flat()).toEqual([message])
      if (JSON.stringify(body).includes('tok_') && message?.includes('card')) {
        expect(Object.keys(answer.body.errors)).toEqual([
          message === accountMessages.billing.cardNumber ? 'base' : 'token',
        ])
      }
      expect(await details(person)).toMatchObject({ plan: 'free', subscription: null, card: null, payments: [] })
    })

    test('visitors are asked to sign in', async () => {
      for (const path of ['/subscriptions', '/account/details', '/account/coupons/X', '/api/v1/receipts/1']) {
        expect((await app.visitor().get(path)).status).toBe(401)
      }
    })

    test('users upgraded by hand have no billing', async () => {
      const person = await app.person({ plan: 'lite', manual_plan: 'lite', manually_upgraded: true })
      expect((await person.post('/subscriptions', order())).status).toBe(403)
      expect((await person.get('/account/details.json')).status).toBe(403)
    })

    test('a member of a team cannot begin a plan of the past again, which the team includes', async () => {
      const person = await subscriber()
      await person.delete('/subscriptions')
      await pass(32)
      const { database, now } = app.services
      const team = await makeTeam(app.services, `includes-${person.user.id}`)
      const membership = { team_id: team.id, user_id: person.user.id, role: 'member', state: 'active' } as const
      await database.write
        .insertInto('memberships')
        .values({ ...membership, created_at: now() })
        .execute()
      await database.transaction((trx) => settleMembership(trx, person.user.id, now()))
      const before = await details(person)
      expect(before).toMatchObject({ plan: 'enterprise', subscription: { status: 'ended' } })
      const answer = await (await at(person)).post('/subscriptions/reactivate', {})
      expect([answer.status, answer.body.errors.base]).toEqual([422, [accountMessages.billing.teamIncludes]])
      expect(await details(person)).toEqual(before)
    })

    test('a second subscription', async () => {
      const person = await subscriber()
      const answer = await person.post('/subscriptions', order({ plan: 'lite' }))
      expect([answer.status, answer.body.errors.base]).toEqual([422, [accountMessages.billing.subscribed]])
      expect((await details(person)).payments).toHaveLength(1)
    })

    test('changes without a subscription', async () => {
      const person = await app.person()
      const period = { subscription: { billing_period: 'yearly' } }
      for (const answer of [
        await person.delete('/subscriptions'),
        await person.post('/subscriptions/reactivate', {}),
        await person.put('/account/subscription.json', period),
      ]) {
        expect([answer.status, answer.body.errors.base]).toEqual([422, [accountMessages.billing.noSubscription]])
      }
    })
  })

  test('a user subscribes, and has plan, card, next charge and receipt (BILL-010, 050, 052)', async () => {
    const person = await subscriber()
    expect(await planOf(person)).toMatchObject({ paid: true, lite: false, pro: true, enterprise: false })
    const shown = await details(person)
    expect(shown).toMatchObject({
      ...{ plan: 'pro', billing_period: 'monthly', driver: 'sandbox', cancel_at_period_end: false, coupon_code: null },
      ...{ next_charge_amount: 1400, quantity: 1, balance: 0 },
      card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2040 },
      subscription: { plan: 'pro', status: 'active', trial_ends_at: null },
      payments: [{ amount: 1400, status: 'paid', description: 'Pro, monthly' }],
    })
    expect(shown.next_charge).toBe(shown.subscription.period_end)
    expect(await mailsTo(person.user.email)).toEqual([`Your Lectern receipt ${shown.payments[0].number}`])
    expect((await person.get('/subscriptions')).body).toEqual(shown)
  })

  test('receipts are for their customer only (BILL-006)', async () => {
    const person = await subscriber()
    const [payment] = (await details(person)).payments
    const own = await person.get(`/api/v1/receipts/${payment.id}`)
    expect(own.body).toMatchObject({
      ...{ number: payment.number, amount: 1400, card: 'Visa ending in 4242', sandbox: true },
      customer: { name: person.user.username, email: person.user.email },
    })
    expect(own.body.lines).toHaveLength(1)
    const other = await app.person()
    for (const id of [payment.id, 987_654, 'x']) {
      expect((await other.get(`/api/v1/receipts/${id}`)).status).toBe(404)
      expect((await other.get(`/api/v1/receipts/${id}/pdf`)).status).toBe(404)
    }
  })

  test('a subscription is canceled at the period’s end, reactivated, canceled, and ends (BILL-008, 013, 014, 051)', async () => {
    const person = await subscriber()
    const canceled = await person.delete('/subscriptions.json')
    expect(canceled.body).toMatchObject({ plan: 'pro', cancel_at_period_end: true, next_charge: null })
    expect((await person.delete('/subscriptions')).body).toEqual(canceled.body)
    const back = await person.post('/subscriptions/reactivate', {})
    expect(back.body).toMatchObject({ cancel_at_period_end: false, next_charge_amount: 1400 })
    await person.delete('/subscriptions')
    await pass(27)
    expect(await planOf(person)).toMatchObject({ paid: true })
    await pass(5)
    expect(await planOf(person)).toMatchObject({ paid: false, pro: false })
    expect(await details(person)).toMatchObject({ plan: 'free', subscription: { status: 'ended' }, next_charge: null })
    const again = await (await at(person)).post('/subscriptions', order({ plan: 'lite' }))
    expect(again.body).toMatchObject({ plan: 'lite', subscription: { status: 'active' } })
    expect((await details(person)).payments).toHaveLength(2)
  })

  test('after the end a subscription begins anew with the stored card', async () => {
    const person = await subscriber()
    await person.delete('/subscriptions')
    await pass(32)
    const answer = await (await at(person)).post('/subscriptions/reactivate', {
      subscription: { billing_period: 'yearly' },
    })
    expect(answer.body).toMatchObject({ plan: 'pro', billing_period: 'yearly', payments: [{ amount: 12_000 }, {}] })
  })

  test('a subscription is renewed each period, once, however often the job runs', async () => {
    const person = await subscriber()
    await pass(32)
    await runBilling(app.services)
    await Promise.all([runBilling(app.services), runBilling(app.services)])
    expect((await details(person)).payments.map((one: { amount: number }) => one.amount)).toEqual([1400, 1400])
    await pass(30)
    expect((await details(person)).payments).toHaveLength(3)
  })

  test('the billing period is changed, and the unused rest of the old one is credited (BILL-053)', async () => {
    const person = await subscriber()
    const answer = await person.put('/account/subscription.json', { subscription: { billing_period: 'yearly' } })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ billing_period: 'yearly', next_charge_amount: 12_000, balance: 0 })
    const [change] = answer.body.payments
    expect(change.amount).toBeGreaterThanOrEqual(12_000 - 1400)
    expect(change.amount).toBeLessThan(12_000 - 1390)
    const same = await person.put('/account/subscription.json', { subscription: { billing_period: 'yearly' } })
    expect(same.body.payments).toHaveLength(2)
  })

  test('an upgrade that is declined changes nothing but says so at the card', async () => {
    const person = await subscriber({ plan: 'lite' })
    expect((await person.put('/subscriptions', { subscription: { token: cardOf('later') } })).status).toBe(200)
    const answer = await person.put('/account/subscription.json', {
      subscription: { plan: 'pro', billing_period: 'yearly' },
    })
    expect([answer.status, answer.body.errors.token]).toEqual([422, [accountMessages.billing.card.declined]])
    expect(await details(person)).toMatchObject({ plan: 'lite', billing_period: 'monthly', balance: 0 })
  })

  test('a failed renewal leaves the plan for the grace, and a new card pays at once', async () => {
    const first = await subscriber({}, 'later')
    await pass(32)
    const person = await at(first)
    expect(await details(person)).toMatchObject({ plan: 'pro', subscription: { status: 'past_due' } })
    expect(await mailsTo(person.user.email)).toContain('Your Lectern payment failed')
    const refused = await person.put('/account/subscription.json', { subscription: { billing_period: 'yearly' } })
    expect(refused.body.errors.base).toEqual([accountMessages.billing.pastDue])
    const declined = await person.put('/subscriptions', { subscription: { token: cardOf('declined') } })
    expect(declined.body.errors.token).toEqual([accountMessages.billing.card.declined])
    const paid = await person.put('/subscriptions', { subscription: { token: cardOf('ok') } })
    expect(paid.body).toMatchObject({ plan: 'pro', subscription: { status: 'active', grace_ends_at: null } })
    expect(paid.body.payments[0]).toMatchObject({ status: 'paid', amount: 1400 })
  })

  test('a renewal that fails to the end of the grace ends the plan', async () => {
    const person = await subscriber({}, 'later')
    for (const days of [32, 1, 2, 2]) await pass(days)
    expect(await planOf(person)).toMatchObject({ pro: true })
    await pass(2)
    expect(await planOf(person)).toMatchObject({ paid: false })
    const { payments, subscription } = await details(person)
    expect(subscription.status).toBe('ended')
    expect(payments.map((one: { status: string }) => one.status)).toEqual([
      'failed',
      'failed',
      'failed',
      'failed',
      'paid',
    ])
    expect((await mailsTo(person.user.email)).at(-1)).toBe('Your Lectern subscription has ended')
  })

  test('a deleted account leaves its receipt to accounting, without person and card', async () => {
    const person = await subscriber()
    const [{ id }] = (await details(person)).payments
    const gone = await person.delete('/users', { user: { password: testPassword } })
    expect(gone.status).toBe(204)
    const { read } = app.services.database
    const kept = await read.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst()
    expect(kept).toMatchObject({ user_id: null, card: null, receipt: null, change: {}, amount: 1400, status: 'paid' })
    const customers = read.selectFrom('customers').select('id').where('user_id', '=', person.user.id)
    expect(await customers.execute()).toEqual([])
    const job = read.selectFrom('jobs').select('payload').where('kind', '=', 'billing-forget')
    expect((await job.execute()).map((row) => row.payload)).toContainEqual({
      provider: 'sandbox',
      id: `sandbox:user:${person.user.id}`,
    })
  })

  test('a coupon is previewed, used, counted and shown, until it is used up (BILL-009)', async () => {
    const coupon = { code: 'FALL20', percent: 20, periods: 2, max_uses: 2, created_at: app.services.now() }
    await app.services.database.write.insertInto('coupons').values(coupon).execute()
    const person = await app.person()
    expect((await person.get('/account/coupons/fall20')).body).toEqual({
      ...{ code: 'FALL20', percent: 20, amount: null, periods: 2 },
      description: '20% off for 2 billing periods',
    })
    const answer = await person.post('/subscriptions', order({ coupon_code: ' fall20 ' }))
    expect(answer.body).toMatchObject({ coupon_code: 'FALL20', next_charge_amount: 1120, payments: [{ amount: 1120 }] })
    const declined = await app.person()
    await declined.post('/subscriptions', order({ coupon_code: 'FALL20' }, 'declined'))
    await subscriber({ coupon_code: 'FALL20' })
    const late = await app.person()
    expect((await late.post('/subscriptions', order({ coupon_code: 'FALL20' }))).body.errors.coupon_code).toBeDefined()
    expect((await late.get('/account/coupons/FALL20')).status).toBe(404)
  })

  test('parallel orders of one user make one subscription and one payment', async () => {
    const person = await app.person()
    const answers = await Promise.all(Array.from({ length: 8 }, () => person.post('/subscriptions', order())))
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1)
    expect(answers.every((answer) => [201, 409, 422].includes(answer.status))).toBe(true)
    expect((await details(person)).payments).toHaveLength(1)
  })
})

eachDatabase((makeApp) => {
  test('with billing off every call about payment is unknown', async () => {
    const app = await makeApp({ settings: { billing: 'off' } })
    for (const client of [app.visitor(), await app.person()]) {
      for (const path of ['/subscriptions', '/account/details.json', '/account/coupons/X', '/api/v1/receipts/1']) {
        expect((await client.get(path)).status).toBe(404)
      }
      expect((await client.post('/subscriptions', order())).status).toBe(404)
      expect((await client.post('/webhooks/stripe', '{}', { csrf: false })).status).toBe(404)
    }
  })
})
