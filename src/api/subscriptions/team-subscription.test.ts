import { beforeAll, expect, test } from 'vitest'
import { accountMessages } from '../../rules/account-messages.ts'
import { type BillingDriver, billingDriver, cardOf } from '../../testing/billing-driver.ts'
import { makeUser } from '../../testing/factories.ts'
import { readMails } from '../../testing/mails.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import { defineJobs } from '../jobs.ts'
import { settleMembership } from '../teams/settle-membership.ts'
import { runBilling } from './jobs.ts'
import { changeSeats } from './team-subscription.ts'

const order = { subscription: { plan: 'pro', billing_period: 'monthly', token: cardOf('ok') } }

eachDatabase((makeApp) => {
  let app: TestApp
  let { at, details, mailsTo, pass, trialTeam }: BillingDriver = {} as BillingDriver
  beforeAll(async () => {
    app = await makeApp()
    defineJobs(app.services)
    ;({ at, details, mailsTo, pass, trialTeam } = billingDriver(app))
  })

  test('teams begin with a trial of 14 days, shown on the team’s host (BILL-007)', async () => {
    const { owner, host } = await trialTeam('trial-one', 1)
    const shown = await details(owner, host)
    expect(shown).toMatchObject({ plan: 'enterprise', quantity: 2, next_charge_amount: 4000, payments: [] })
    expect(shown.subscription).toMatchObject({ status: 'trialing', plan: 'enterprise' })
    // On the main host the same path is about the person.
    expect(await details(owner)).toMatchObject({ plan: 'enterprise', subscription: null })
  })

  test('teams are told three days before the trial ends, once, and are charged for their members then', async () => {
    const { owner, host } = await trialTeam('trial-two', 2)
    await pass(10)
    expect(await mailsTo(owner.user.email)).toEqual([])
    await pass(1.5)
    await runBilling(app.services)
    expect(await mailsTo(owner.user.email)).toEqual([expect.stringContaining('The trial of trial-two ends on')])
    await pass(3)
    const shown = await details(owner, host)
    expect(shown).toMatchObject({ subscription: { status: 'active' }, payments: [{ amount: 6000, status: 'paid' }] })
    const receipt = (await readMails(app.services, owner.user.email)).at(-1)?.text
    expect(receipt).toContain(`http://trial-two.localhost:3000/account/receipts/${shown.payments[0].id}`)
  })

  test('teams whose plan is given by hand get no mail about the end of their trial', async () => {
    const { owner, team } = await trialTeam('given-by-hand', 1)
    await app.services.database.write
      .updateTable('teams')
      .set({ manually_upgraded: true })
      .where('id', '=', team.id)
      .execute()
    await pass(12)
    await runBilling(app.services)
    await pass(3)
    await runBilling(app.services)
    expect(await mailsTo(owner.user.email)).toEqual([])
  })

  test('teams without a card end with the trial; nothing is charged, and the owner reactivates with a card', async () => {
    const { owner, host, origin } = await trialTeam('no-card', 0, null)
    await pass(15)
    expect(await details(owner, host)).toMatchObject({
      plan: 'free',
      subscription: { status: 'ended' },
      payments: [],
    })
    expect((await (await at(owner)).get('/api/v1/users/me')).body.enterprise).toBe(false)
    const without = await (await at(owner, host)).post('/subscriptions/reactivate', {}, origin)
    expect(without.body.errors.token).toEqual([accountMessages.billing.cardMissing])
    const body = { subscription: { token: cardOf('ok') } }
    const answer = await (await at(owner, host)).post('/subscriptions/reactivate', body, origin)
    expect(answer.body).toMatchObject({ plan: 'enterprise', subscription: { status: 'active' } })
    expect((await (await at(owner)).get('/api/v1/users/me')).body.enterprise).toBe(true)
  })

  test('teams cancel their trial at once (B67)', async () => {
    const { owner, host, origin } = await trialTeam('cancels', 0)
    const answer = await (await at(owner, host)).delete('/subscriptions', undefined, origin)
    expect(answer.body).toMatchObject({ plan: 'free', subscription: { status: 'ended' } })
  })

  test('teams pay for members that come, and are credited for those that go', async () => {
    const { team, owner, host } = await trialTeam('seats', 0)
    await pass(15)
    const { database, now, jobs } = app.services
    const guest = await makeUser(app.services, { team_id: team.id })
    await database.transaction((trx) => changeSeats(trx, app.services, team.id))
    await jobs.idle()
    const more = await details(owner, host)
    expect(more).toMatchObject({ quantity: 2, next_charge_amount: 4000 })
    expect(more.payments.map((one: { amount: number }) => one.amount)).toEqual([expect.any(Number), 2000])
    expect(more.payments[0].amount).toBeGreaterThan(1900)
    await database.transaction(async (trx) => {
      await trx.updateTable('memberships').set({ state: 'deactivated' }).where('user_id', '=', guest.id).execute()
      await settleMembership(trx, guest.id, now())
      await changeSeats(trx, app.services, team.id)
    })
    await jobs.idle()
    const fewer = await details(owner, host)
    expect(fewer.quantity).toBe(1)
    expect(fewer.balance).toBeGreaterThan(1900)
    expect(fewer.next_charge_amount).toBe(2000 - fewer.balance)
    expect(fewer).toMatchObject({ next_charge_price: 2000, next_charge_credit: fewer.balance })
  })

  test('teams with a plan by hand pay for no further members, and suspended users for no further period', async () => {
    const { team, owner, host } = await trialTeam('by-hand', 0)
    await pass(15)
    const { database, jobs } = app.services
    const byHand = { manually_upgraded: true }
    await database.write.updateTable('teams').set(byHand).where('id', '=', team.id).execute()
    await makeUser(app.services, { team_id: team.id })
    await database.transaction((trx) => changeSeats(trx, app.services, team.id))
    await jobs.idle()
    await runBilling(app.services)
    await database.write.updateTable('teams').set({ manually_upgraded: false }).where('id', '=', team.id).execute()
    expect((await details(owner, host)).payments).toHaveLength(1)

    const person = await app.person()
    expect((await person.post('/subscriptions', order)).status).toBe(201)
    await database.write.updateTable('users').set({ active: false }).where('id', '=', person.user.id).execute()
    await pass(32)
    await database.write.updateTable('users').set({ active: true }).where('id', '=', person.user.id).execute()
    expect(await details(person)).toMatchObject({ subscription: { status: 'ended' }, payments: [{ amount: 1400 }] })
  })

  test('teams are billed by their managers only, and reactivated by their owner only', async () => {
    const { team, host, origin } = await trialTeam('roles', 0)
    const member = await app.person({ team_id: team.id, membership_role: 'member' })
    const admin = await app.person({ team_id: team.id, membership_role: 'admin' })
    const stranger = await app.person()
    const asked = async (person: TestPerson) => [
      (await (await at(person, host)).get('/account/details.json', { host })).status,
      (await (await at(person, host)).post('/subscriptions/reactivate', {}, origin)).status,
    ]
    expect(await asked(member)).toEqual([403, 403])
    expect(await asked(admin)).toEqual([200, 403])
    expect(await asked(stranger)).toEqual([404, 404])
  })

  test('a team upgraded by hand has nothing to reactivate', async () => {
    const { team, owner, host, origin } = await trialTeam('gift', 0)
    const byHand = { manually_upgraded: true }
    await app.services.database.write.updateTable('teams').set(byHand).where('id', '=', team.id).execute()
    expect((await (await at(owner, host)).post('/subscriptions/reactivate', {}, origin)).status).toBe(404)
  })

  test('teams have one plan, and cannot be subscribed twice', async () => {
    const { owner, host, origin } = await trialTeam('one-plan', 0)
    const plan = { subscription: { plan: 'lite', billing_period: 'yearly' } }
    expect(
      (await (await at(owner, host)).put('/account/subscription.json', plan, origin)).body.errors.plan,
    ).toBeDefined()
    expect((await (await at(owner, host)).post('/subscriptions', order, origin)).body.errors.base).toBeDefined()
    const period = await (await at(owner, host)).put(
      '/account/subscription.json',
      { subscription: { billing_period: 'yearly' } },
      origin,
    )
    expect(period.body).toMatchObject({ billing_period: 'yearly', next_charge_amount: 19_200, payments: [] })
  })
})
