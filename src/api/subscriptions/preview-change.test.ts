import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { accountMessages } from '../../rules/account-messages.ts'
import { type BillingDriver, billingDriver, cardOf } from '../../testing/billing-driver.ts'
import { makeUser } from '../../testing/factories.ts'
import { eachDatabase, type TestApp } from '../../testing/test-app.ts'
import { defineJobs } from '../jobs.ts'

eachDatabase((makeApp) => {
  let app: TestApp
  let { at, details, pass, trialTeam }: BillingDriver = {} as BillingDriver
  beforeAll(async () => {
    app = await makeApp()
    defineJobs(app.services)
    ;({ at, details, pass, trialTeam } = billingDriver(app))
  })

  afterEach(() => {
    vi.useRealTimers()
  })

  test.each([
    ['to a larger plan', { plan: 'pro', billing_period: 'monthly' }, 'lite'],
    ['of the billing period', { plan: 'lite', billing_period: 'yearly' }, 'lite'],
    ['to a smaller plan', { plan: 'lite', billing_period: 'monthly' }, 'pro'],
  ] as const)('a change %s is previewed as it is then charged, with a coupon', async (_, wanted, first) => {
    const code = `OFF-${wanted.plan}-${wanted.billing_period}-${first}`.toUpperCase()
    const coupon = { code, percent: 20, periods: 2, created_at: app.services.now() }
    await app.services.database.write.insertInto('coupons').values(coupon).execute()
    const person = await app.person()
    const order = { plan: first, billing_period: 'monthly', token: cardOf('ok'), coupon_code: code }
    expect((await person.post('/subscriptions', { subscription: order })).status).toBe(201)

    // Shares of a period depend on the time.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    const query = new URLSearchParams(wanted)
    const { body: preview } = await person.get(`/account/subscription/preview?${query}`)
    const { body: changed } = await person.put('/account/subscription', { subscription: wanted })
    const { body: receipt } = await person.get(`/api/v1/receipts/${changed.payments[0].id}`)
    const { next_charge, next_charge_amount, next_charge_price, next_charge_credit } = changed
    const next = { next_charge, next_charge_amount, next_charge_price, next_charge_credit }
    expect(preview).toEqual({ lines: receipt.lines, amount: receipt.amount, ...next })
    expect(next_charge_price).toBe(next_charge_amount + next_charge_credit)
    expect(preview.lines.length).toBeGreaterThan(1)
  })

  test('a preview changes nothing, and is refused as the change would be', async () => {
    const person = await app.person()
    const preview = () => person.get('/account/subscription/preview?billing_period=yearly&plan=pro')
    expect((await preview()).body.errors).toEqual({ base: [accountMessages.billing.noSubscription] })
    const order = { plan: 'lite', billing_period: 'monthly', token: cardOf('ok') }
    const { body: before } = await person.post('/subscriptions', { subscription: order })
    expect((await preview()).status).toBe(200)
    expect(await details(person)).toEqual(before)
    await person.delete('/subscriptions')
    expect((await preview()).body.errors).toEqual({ base: [accountMessages.billing.canceled] })
    const wrong = await person.get('/account/subscription/preview?billing_period=weekly')
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['billing_period']])
  })

  test('in the trial nothing is charged, and the next charge is named', async () => {
    const { owner, host } = await trialTeam('previewed', 1)
    const path = '/account/subscription/preview?billing_period=yearly'
    const { body } = await (await at(owner, host)).get(path, { host })
    expect(body).toMatchObject({ lines: [], amount: 0, next_charge_amount: 38_400 })
  })

  test('a team whose subscription has ended is shown the seats that it pays for when it is reactivated', async () => {
    const { team, owner, host, origin } = await trialTeam('grown', 0)
    await pass(1)
    await (await at(owner, host)).delete('/subscriptions', undefined, origin)
    await makeUser(app.services, { team_id: team.id })
    const { quantity } = await details(owner, host)
    const body = { subscription: { token: cardOf('ok'), billing_period: 'monthly' } }
    const { body: again } = await (await at(owner, host)).post('/subscriptions/reactivate', body, origin)
    expect([quantity, again.quantity, again.payments[0].amount]).toEqual([2, 2, 4_000])
  })
})
