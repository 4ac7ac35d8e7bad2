import { beforeAll, expect, test } from 'vitest'
import { cardOf } from '../../testing/billing-driver.ts'
import { makeDeck, makeTeam } from '../../testing/factories.ts'
import { joined } from '../../testing/team-people.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import { defineJobs } from '../jobs.ts'

let made = 0
const trialUsed = 'You have had the free trial of a team, please found this one without a trial'

eachDatabase((makeApp) => {
  let app: TestApp
  beforeAll(async () => {
    app = await makeApp()
    defineJobs(app.services)
  })
  const found = (by: TestPerson, fields: object = {}) => {
    const slug = `trial-${made++}`
    const team = { name: slug, slug, billing_period: 'monthly', token: cardOf('ok'), ...fields }
    return by.post('/teams.json', { team })
  }
  const rows = async () => {
    const { read } = app.services.database
    const tables = ['teams', 'memberships', 'subscriptions', 'customers', 'trial_cards'] as const
    return JSON.stringify(await Promise.all(tables.map((name) => read.selectFrom(name).selectAll().execute())))
  }
  const subscription = (teamId: number) =>
    app.services.database.read.selectFrom('subscriptions').selectAll().where('team_id', '=', teamId).executeTakeFirst()
  const payments = (teamId: number) =>
    app.services.database.read.selectFrom('payments').selectAll().where('team_id', '=', teamId).execute()
  const closeOwn = async (by: TestPerson) => {
    const { name } = (await by.get('/api/v1/team')).body
    expect((await by.delete('/api/v1/team', { team: { name } })).status).toBe(204)
  }
  /** A founder whose trial is used. */
  const formerFounder = async () => {
    const ann = await app.person()
    expect((await ann.get('/api/v1/users/me')).body.team_trial).toBe(true)
    expect((await found(ann)).status).toBe(201)
    await closeOwn(ann)
    return ann
  }

  test('an account gets one trial: the next team is refused with one, and nothing is written', async () => {
    const ann = await formerFounder()
    expect((await ann.get('/api/v1/users/me')).body.team_trial).toBe(false)
    const before = await rows()
    const answer = await found(ann)
    expect([answer.status, answer.body.errors]).toEqual([422, { base: [trialUsed] }])
    expect(await rows()).toBe(before)
  })

  test('a founder whose card is refused keeps the deactivated membership of another team, and its decks', async () => {
    const ann = await formerFounder()
    const { id } = await makeTeam(app.services, `left-${made++}`)
    const [owner, { write, read }] = [await joined(app, id, 'owner'), app.services.database]
    const membership = { team_id: id, user_id: ann.user.id, role: 'member' as const, state: 'deactivated' as const }
    await write
      .insertInto('memberships')
      .values({ ...membership, created_at: app.services.now() })
      .execute()
    const deck = await makeDeck(app.services, { id: ann.user.id, team_id: id })
    const ownerOf = async () =>
      (await read.selectFrom('decks').select('user_id').where('id', '=', deck.id).executeTakeFirst())?.user_id
    const before = await rows()
    expect((await found(ann, { trial: false, token: cardOf('declined') })).status).toBe(422)
    expect([await rows(), await ownerOf()]).toEqual([before, ann.user.id])
    expect((await found(ann, { trial: false })).status).toBe(201)
    expect(await ownerOf()).toBe(owner.user.id)
  })

  test('without a trial the first period is charged at once', async () => {
    const ann = await formerFounder()
    const answer = await found(ann, { trial: false })
    expect([answer.status, answer.body.ended]).toEqual([201, false])
    const { id } = answer.body
    expect(await subscription(id)).toMatchObject({ status: 'active', quantity: 1, trial_ends_at: null })
    expect(await payments(id)).toMatchObject([{ status: 'paid', amount: 2000 }])
    expect((await ann.get('/api/v1/users/me')).body.enterprise).toBe(true)
  })

  test.each(['declined', 'expired'] as const)(
    'a card that is %s founds no team, and its slug stays free',
    async (how) => {
      const ann = await formerFounder()
      const before = await rows()
      const answer = await found(ann, { trial: false, slug: `refused-${how}`, token: cardOf(how) })
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['token']])
      expect(await rows()).toBe(before)
      expect((await ann.get('/api/v1/users/me')).body.team_id).toBeNull()
      expect((await app.visitor().get(`/api/v1/team/lookup?id=refused-${how}`)).status).toBe(404)
    },
  )

  test('a first charge that is refused takes the team back', async () => {
    const ann = await app.person()
    const { payments: provider } = app.services
    const { charge } = provider
    const refusal = { status: 'failed', providerId: 'x', failure: 'declined', refunded: 0 } as const
    Object.assign(provider, { charge: async () => refusal })
    const answer = await found(ann, { trial: false, slug: 'charge-refused' })
    Object.assign(provider, { charge })
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['token']])
    expect((await ann.get('/api/v1/users/me')).body).toMatchObject({
      team_id: null,
      membership: null,
      team_trial: true,
    })
    expect((await app.visitor().get('/api/v1/team/lookup?id=charge-refused')).status).toBe(404)
    expect((await found(ann, { slug: 'charge-refused' })).status).toBe(201)
  })

  test('a card gets one trial, by whichever account; the fingerprint is stored as a hash', async () => {
    const { payments: provider } = app.services
    const { attachCard } = provider
    const withPrint = (fingerprint: string) =>
      Object.assign(provider, {
        attachCard: async (...given: Parameters<typeof attachCard>) => ({
          ...(await attachCard(...given)),
          fingerprint,
        }),
      })
    withPrint('print-1')
    expect((await found(await app.person())).status).toBe(201)
    const bob = await app.person()
    const before = await rows()
    const refused = await found(bob)
    expect(refused.body.errors.token[0]).toContain('This card has had the free trial of a team')
    expect(await rows()).toBe(before)
    expect((await found(bob, { trial: false })).status).toBe(201)
    withPrint('print-2')
    expect((await found(await app.person())).status).toBe(201)
    Object.assign(provider, { attachCard })
    expect(await rows()).not.toContain('print-')
  })

  test('two teams founded at the same moment get one trial', async () => {
    const ann = await app.person()
    const both = await Promise.all([found(ann), found(ann)])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 422])
  })

  test('members who founded no team have their trial', async () => {
    const team = await makeTeam(app.services, `trial-${made++}`)
    const ann = await joined(app, team.id)
    expect((await ann.get('/api/v1/users/me')).body.team_trial).toBe(true)
  })

  test('without billing there are no trials to use up', async () => {
    const own = await makeApp({ settings: { billing: 'off' } })
    const ann = await own.person()
    for (const slug of ['one', 'two-two']) {
      expect((await ann.post('/teams', { team: { name: slug, slug } })).status).toBe(201)
      expect((await ann.delete('/api/v1/team', { team: { name: slug } })).status).toBe(204)
    }
    expect((await ann.get('/api/v1/users/me')).body.team_trial).toBe(true)
  })
})
