import { beforeAll, describe, expect, test } from 'vitest'
import type { Plan, Privileges } from '../../rules/plans.ts'
import { privileges } from '../../rules/plans.ts'
import { makeDeck, makeTeam } from '../../testing/factories.ts'
import { mountDecks } from '../../testing/mount-decks.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import { routes } from '../index.ts'
import { storageTotal } from '../media/queries.ts'

interface Answer {
  readonly status: number
  readonly body?: { readonly error?: string }
}
/** A call that needs a privilege, by a user whose plan lacks it. `plan`: the largest plan without it. */
interface Gate {
  readonly privilege: keyof Privileges
  readonly route: string
  readonly plan: Plan
  readonly call: (who: TestPerson, app: TestApp) => Promise<Answer>
}

const made = (app: TestApp, who: TestPerson, visibility: 'all' | 'self' = 'all') =>
  makeDeck(app.services, who.user, { visibility })

const gates: readonly Gate[] = [
  {
    ...{ privilege: 'privateDecks', route: 'POST /api/v1/decks', plan: 'free' },
    call: (who) => who.post('/api/v1/decks.json', { deck: { visibility: 'self' } }),
  },
  {
    ...{ privilege: 'privateDecks', route: 'POST /api/v1/decks/:id/publish', plan: 'free' },
    call: async (who, app) =>
      who.post(`/api/v1/decks/${(await made(app, who)).id}/publish.json`, { visibility: 'self' }),
  },
  {
    ...{ privilege: 'privateDecks', route: 'PUT /api/v1/decks/:id', plan: 'free' },
    call: async (who, app) =>
      who.put(`/api/v1/decks/${(await made(app, who)).id}.json`, { deck: { visibility: 'self' } }),
  },
  {
    // What is private stays so after a plan has ended, and is only read.
    ...{ privilege: 'privateDecks', route: 'PUT /api/v1/decks/:id', plan: 'free' },
    call: async (who, app) =>
      who.put(`/api/v1/decks/${(await made(app, who, 'self')).id}.json`, { deck: { title: 'Again' } }),
  },
  {
    ...{ privilege: 'proColors', route: 'POST /api/v1/decks', plan: 'free' },
    call: (who) => who.post('/api/v1/decks.json', { deck: { theme_color: 'black-mint' } }),
  },
  {
    ...{ privilege: 'proColors', route: 'PUT /api/v1/decks/:id', plan: 'free' },
    call: async (who, app) =>
      who.put(`/api/v1/decks/${(await made(app, who)).id}.json`, { deck: { theme_color: 'black-mint' } }),
  },
  {
    ...{ privilege: 'privateLinks', route: 'POST /api/v1/decks/:deck/access_tokens', plan: 'lite' },
    call: async (who, app) => who.post(`/api/v1/decks/${(await made(app, who, 'self')).id}/access_tokens`, {}),
  },
  {
    ...{ privilege: 'team', route: 'POST /api/v1/decks/:id/publish', plan: 'pro' },
    call: async (who, app) =>
      who.post(`/api/v1/decks/${(await made(app, who)).id}/publish.json`, { visibility: 'team' }),
  },
]

/** Calls of the owner of a team whose plan has ended. */
const teamGates: readonly (readonly [string, (boss: TestPerson) => Promise<Answer>])[] = [
  ['GET /api/v1/team/users', (boss) => boss.get('/api/v1/team/users.json')],
  [
    'POST /api/v1/team/invitations',
    (boss) => boss.post('/api/v1/team/invitations', { invitation: { email: 'a@b.example', role: 'member' } }),
  ],
  ['PUT /api/v1/team', (boss) => boss.put('/api/v1/team.json', { team: { name: 'Other' } })],
]

eachDatabase((makeApp) => {
  let app: TestApp
  let off: TestApp
  let slugs = 0
  const freshSlug = () => {
    slugs += 1
    return `team-${slugs}`
  }
  beforeAll(async () => {
    ;[app, off] = await Promise.all([makeApp({ extend: mountDecks }), makeApp({ settings: { billing: 'off' } })])
  })

  describe('a route refuses what the plan lacks, and with billing off nothing', () => {
    test.each(gates)('$privilege: $route', async ({ privilege, plan, call }) => {
      expect(privileges[plan][privilege]).toBe(false)
      const refused = await call(await app.person({ plan }), app)
      expect([refused.status, refused.body?.error]).toEqual([403, 'upgrade_required'])
      const team = await makeTeam(off.services, freshSlug(), { plan: 'free' })
      const allowed = await call(await off.person({ plan: 'free', team_id: team.id }), off)
      expect(allowed.body?.error).not.toBe('upgrade_required')
      expect(allowed.status).toBeLessThan(300)
    })
  })

  describe('a team whose plan has ended is refused by', () => {
    test.each(teamGates)('%s', async (_, call) => {
      const team = await makeTeam(app.services, freshSlug(), { plan: 'free' })
      const boss = await app.person({ team_id: team.id, membership_role: 'owner' })
      const refused = await call(boss)
      expect([refused.status, refused.body?.error]).toEqual([403, 'upgrade_required'])
      await app.services.database.write
        .updateTable('teams')
        .set({ plan: 'enterprise' })
        .where('id', '=', team.id)
        .execute()
      expect((await call(boss)).status).toBeLessThan(300)
    })
  })

  test('customCss: a save removes class names instead of being refused, so that no work is lost', async () => {
    const saved = async (plan: Plan) => {
      const who = await app.person({ plan })
      const deck = await made(app, who)
      const [id = ''] = deck.slideIds
      const changed = { [id]: `<section data-id="${id}" class="my-own"><p>One</p></section>` }
      const answer = await who.put(`/api/v1/decks/${deck.id}.json`, { deck: { version: 1, slides: { changed } } })
      expect(answer.status).toBe(200)
      return String((await who.get(`/api/v1/decks/${deck.id}/data.json`)).body.data).includes('my-own')
    }
    expect([await saved('lite'), await saved('pro')]).toEqual([false, true])
  })

  test('hideEmbedFooter: decided at each view, since the page that embeds a deck asks for it by its URL', async () => {
    const embedded = async (plan: Plan) => {
      const who = await app.person({ plan })
      const { slug } = await made(app, who)
      const { text } = await app.visitor().get(`/${who.user.username}/${slug}/embed?style=hidden`)
      return /embed-bar \w/.test(text)
    }
    expect([await embedded('free'), await embedded('lite')]).toEqual([true, false])
  })

  test('storage: a full storage is a 422 at the file; with billing off STORAGE_PER_USER limits it', async () => {
    for (const plan of ['free', 'lite', 'pro', 'enterprise'] as const) {
      const { user } = await app.person({ plan: 'free' })
      const { read } = app.services.database
      expect(await storageTotal(read, app.services.settings, { user: user.id }, plan)).toBe(privileges[plan].storage)
    }
    const small = { ...off.services.settings, storagePerUser: 123 }
    const { user } = await off.person()
    expect(await storageTotal(off.services.database.read, small, { user: user.id }, 'enterprise')).toBe(123)
  })

  test('the role admin: invited and given only on decks of owners whose plan has teams; with billing off, of teams', async () => {
    const asked = async (on: TestApp, plan: Plan, inTeam: boolean) => {
      const team = await makeTeam(on.services, freshSlug(), { plan: inTeam ? plan : 'free' })
      const boss = await on.person({ plan, ...(inTeam ? { team_id: team.id, membership_role: 'owner' as const } : {}) })
      const deck = await makeDeck(on.services, boss.user, inTeam ? { team_id: team.id } : {})
      const [guest, base] = [await on.person(), `/api/v1/decks/${deck.id}/users`]
      const invite = (role: string) => boss.post(`${base}/invite`, { user: { email: guest.user.email, role } })
      const invited = await invite('admin')
      if (invited.status !== 201) expect((await invite('viewer')).status).toBe(201)
      const changed = await boss.put(`${base}/${guest.user.id}`, { user: { role: 'admin' } })
      return [invited.status, changed.status]
    }
    const [no, yes] = [
      [403, 403],
      [201, 200],
    ]
    expect([await asked(app, 'pro', false), await asked(app, 'enterprise', true)]).toEqual([no, yes])
    expect([await asked(off, 'free', true)]).toEqual([yes])
  })

  test('media, templates and themes of a team are at its own addresses', () => {
    const shared = routes.filter(({ contract }) =>
      /^(team:(read|change)-(media|templates|themes)|own:themes)$/.test(contract.permission),
    )
    // Only users of a team have them; team-resources.test.ts tests their roles.
    const paths = shared.map(({ contract }) => contract.path)
    expect(paths.filter((path) => !path.startsWith('/api/v1/team/'))).toEqual([])
  })
})
