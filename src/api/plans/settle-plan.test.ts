import { beforeAll, describe, expect, test } from 'vitest'
import type { Plan } from '../../rules/plans.ts'
import { daysLater, subscriptionTerms } from '../../rules/subscriptions.ts'
import { makeSubscription, makeTeam, makeUser } from '../../testing/factories.ts'
import { eachDatabase, type TestApp } from '../../testing/test-app.ts'
import { settlePlan } from './settle-plan.ts'

type Status = 'trialing' | 'active' | 'past_due' | 'ended'

/** A subscription's term; days from now. */
interface Term {
  readonly status: Status
  readonly end: number
  readonly canceled?: boolean
  readonly grace?: number
}

const { grace } = subscriptionTerms
const terms: readonly (readonly [string, Term, boolean])[] = [
  ['in trial', { status: 'trialing', end: 3 }, true],
  ['active', { status: 'active', end: 10 }, true],
  ['active, with a renewal that is due', { status: 'active', end: -1 }, true],
  ['active, with a renewal that was never made', { status: 'active', end: -grace - 1 }, false],
  ['canceled, within the paid period', { status: 'active', end: 2, canceled: true }, true],
  ['canceled, after the paid period', { status: 'active', end: -0.01, canceled: true }, false],
  ['past due, within the grace', { status: 'past_due', end: -3, grace: 4 }, true],
  ['past due, after the grace', { status: 'past_due', end: -8, grace: -1 }, false],
  ['past due in a paid period, after the grace', { status: 'past_due', end: 20, grace: -1 }, false],
  ['ended', { status: 'ended', end: 20 }, false],
]

eachDatabase((makeApp) => {
  let app: TestApp
  beforeAll(async () => {
    app = await makeApp()
  })

  const row = (now: Date, { status, end, canceled = false, grace: left }: Term) => ({
    status,
    period_end: daysLater(now, end),
    cancel_at_period_end: canceled,
    grace_ends_at: left === undefined ? null : daysLater(now, left),
  })

  async function settled(target: { user: number } | { team: number }, userId: number): Promise<Plan> {
    const { database, now } = app.services
    await database.transaction((trx) => settlePlan(trx, target, now()))
    const found = await database.read.selectFrom('users').select('plan').where('id', '=', userId).executeTakeFirst()
    return found?.plan as Plan
  }

  describe('a user has the plan of the own subscription while it is in force', () => {
    test.each(terms)('%s', async (_, term, holds) => {
      const user = await makeUser(app.services, { plan: 'free' })
      await makeSubscription(app.services, { user_id: user.id, plan: 'lite', ...row(app.services.now(), term) })
      expect(await settled({ user: user.id }, user.id)).toBe(holds ? 'lite' : 'free')
    })
  })

  describe('members have the enterprise plan while their team’s subscription is in force (TEAM-037)', () => {
    test.each(terms)('%s', async (name, term, holds) => {
      const slug = `t-${name.replace(/\W+/g, '-')}`
      const team = await makeTeam(app.services, slug, { plan: 'free' })
      await makeSubscription(app.services, { team_id: team.id, plan: 'enterprise', ...row(app.services.now(), term) })
      const member = await makeUser(app.services, { team_id: team.id, membership_role: 'member' })
      expect(await settled({ team: team.id }, member.id)).toBe(holds ? 'enterprise' : 'free')
      const { plan } = await app.services.database.read
        .selectFrom('teams')
        .select('plan')
        .where('id', '=', team.id)
        .executeTakeFirstOrThrow()
      expect(plan).toBe(holds ? 'enterprise' : 'free')
    })
  })

  test('without subscription, team and plan given by hand a user is on the free plan', async () => {
    const user = await makeUser(app.services)
    expect(await settled({ user: user.id }, user.id)).toBe('free')
  })

  test.each([
    ['lite', 'pro', 'pro'],
    ['pro', 'lite', 'pro'],
    ['enterprise', 'pro', 'enterprise'],
    ['lite', null, 'lite'],
  ] as const)(
    'with %s given by hand and %s paid a user has %s, and after the gift what is paid',
    async (given, paid, plan) => {
      const user = await makeUser(app.services, { plan: paid ?? 'free', manual_plan: given, manually_upgraded: true })
      expect(await settled({ user: user.id }, user.id)).toBe(plan)
      const ended = { manual_plan: null, manually_upgraded: false }
      await app.services.database.write.updateTable('users').set(ended).where('id', '=', user.id).execute()
      expect(await settled({ user: user.id }, user.id)).toBe(paid ?? 'free')
    },
  )

  test('a plan given by hand below the team’s takes nothing from a member', async () => {
    const team = await makeTeam(app.services, 'higher')
    const given = { manual_plan: 'lite', manually_upgraded: true } as const
    const member = await makeUser(app.services, { ...given, team_id: team.id, membership_role: 'member' })
    expect(await settled({ user: member.id }, member.id)).toBe('enterprise')
  })

  test('a team upgraded by hand needs no subscription, and its members follow', async () => {
    const team = await makeTeam(app.services, 'by-hand', { manually_upgraded: true, plan: 'free' })
    const member = await makeUser(app.services, { team_id: team.id, membership_role: 'member' })
    expect(await settled({ team: team.id }, member.id)).toBe('enterprise')
  })

  test('who leaves a team has the plan of the own subscription again', async () => {
    const team = await makeTeam(app.services, 'left')
    const member = await makeUser(app.services, { plan: 'pro', team_id: team.id, membership_role: 'member' })
    expect(await settled({ team: team.id }, member.id)).toBe('enterprise')
    const left = { team_id: null, membership_role: null }
    await app.services.database.write.updateTable('users').set(left).where('id', '=', member.id).execute()
    expect(await settled({ user: member.id }, member.id)).toBe('pro')
  })

  test('a member of a team that ended keeps the own subscription', async () => {
    const team = await makeTeam(app.services, 'lapsed', { plan: 'free' })
    const member = await makeUser(app.services, { plan: 'lite', team_id: team.id, membership_role: 'member' })
    expect(await settled({ team: team.id }, member.id)).toBe('lite')
  })
})

eachDatabase((makeApp) => {
  test('with billing off the settled plan is stored, and every user is shown the largest', async () => {
    const app = await makeApp({ settings: { billing: 'off' } })
    const user = await makeUser(app.services, { plan: 'pro' })
    const { database, now } = app.services
    await database.transaction((trx) => settlePlan(trx, { user: user.id }, now()))
    const stored = database.read.selectFrom('users').where('id', '=', user.id)
    expect(await stored.select('plan').executeTakeFirst()).toEqual({ plan: 'enterprise' })
    expect(await stored.select('plan as kept').executeTakeFirst()).toEqual({ kept: 'pro' })
  })
})
