import { beforeAll, describe, expect, test } from 'vitest'
import { makeTeam } from '../../testing/factories.ts'
import { askerOf, joined, type TeamAsker, teamAskers } from '../../testing/team-people.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { teamInvitationsContracts } from '../team-invitations/contract.ts'
import { teamUsersContracts } from '../team-users/contract.ts'
import { teamsContracts } from './contract.ts'

/** A member and an invitation of the team, made again for each request. */
interface Target {
  readonly id: number
  readonly email: string
  readonly invitation: number
}

type Request = (client: TestClient, target: Target) => Promise<{ readonly status: number }>
type Statuses = readonly [members: string, byAsker: Readonly<Record<TeamAsker, number>>, Request]

let made = 0
const fresh = () => `fresh${made++}@example.org`

/** The usual refusals. `other`: what an admin of another team gets for this team's member or invitation. */
function statuses(member: number, manager: number, other: number): Readonly<Record<TeamAsker, number>> {
  const outside = { visitor: 401, stranger: 404, deactivated: 404, removed: 404, operator: 404 }
  return { ...outside, member, admin: manager, owner: manager, other }
}

const team = '/api/v1/team'
const table: readonly Statuses[] = [
  ['GET /api/v1/team', statuses(200, 200, 200), (c) => c.get(`${team}.json`)],
  ['PUT /api/v1/team', statuses(403, 200, 200), (c) => c.put(`${team}.json`, { team: { name: 'Acme' } })],
  // By a name that is not the team's.
  [
    'DELETE /api/v1/team',
    { ...statuses(403, 403, 403), owner: 422 },
    (c) => c.delete(`${team}.json`, { team: { name: 'Not it' } }),
  ],
  ['DELETE /api/v1/team/logo', statuses(403, 200, 200), (c) => c.delete(`${team}/logo.json`)],
  ['POST /api/v1/team/logo', statuses(403, 422, 422), (c) => c.post(`${team}/logo.json`, {})],
  ['GET /api/v1/team/users', statuses(403, 200, 200), (c) => c.get(`${team}/users.json`)],
  [
    'POST /api/v1/team/users',
    statuses(403, 201, 201),
    (c) => c.post(`${team}/users.json`, { user: { email: fresh() } }),
  ],
  [
    'PUT /api/v1/team/users/:id',
    statuses(403, 200, 404),
    (c, { id }) => c.put(`${team}/users/${id}.json`, { user: { role: 'admin' } }),
  ],
  ['DELETE /api/v1/team/users/:id', statuses(403, 204, 404), (c, { id }) => c.delete(`${team}/users/${id}.json`)],
  [
    'POST /api/v1/team/users/:id/deactivate',
    statuses(403, 200, 404),
    (c, { id }) => c.post(`${team}/users/${id}/deactivate.json`),
  ],
  [
    'POST /api/v1/team/users/:id/reactivate',
    statuses(403, 200, 404),
    (c, { id }) => c.post(`${team}/users/${id}/reactivate.json`),
  ],
  ['GET /api/v1/team/users/search', statuses(200, 200, 200), (c) => c.get(`${team}/users/search.json?q=a`)],
  ['POST /api/v1/team/users/search', statuses(200, 200, 200), (c) => c.post(`${team}/users/search.json`, { q: 'a' })],
  ['GET /api/v1/team/invitations', statuses(403, 200, 200), (c) => c.get(`${team}/invitations.json`)],
  [
    'POST /api/v1/team/invitations',
    statuses(403, 201, 201),
    (c) => c.post(`${team}/invitations.json`, { invitation: { email: fresh() } }),
  ],
  [
    'DELETE /api/v1/team/invitations/:id',
    statuses(403, 204, 404),
    (c, { invitation }) => c.delete(`${team}/invitations/${invitation}.json`),
  ],
  [
    'POST /api/v1/team/invitations/:id/resend',
    statuses(403, 200, 404),
    (c, { invitation }) => c.post(`${team}/invitations/${invitation}/resend.json`),
  ],
]

eachDatabase((makeApp) => {
  let app: TestApp
  let acme: number
  let owner: TestPerson
  const askers = new Map<TeamAsker, TestClient>()

  beforeAll(async () => {
    app = await makeApp()
    acme = (await makeTeam(app.services, 'acme')).id
    owner = await joined(app, acme, 'owner')
    for (const who of teamAskers) askers.set(who, await askerOf(app, who, acme, owner))
  })

  async function target(): Promise<Target> {
    const { user } = await joined(app, acme)
    // A new manager each time, since one user's invitations are limited.
    const inviting = await joined(app, acme, 'admin')
    const answer = await inviting.post(`${team}/invitations.json`, { invitation: { email: fresh() } })
    return { id: user.id, email: user.email, invitation: answer.body.id }
  }

  /** What a request could have changed. */
  async function everything(): Promise<string> {
    const { read } = app.services.database
    const tables = ['teams', 'memberships', 'users', 'invitations', 'mails', 'team_slugs'] as const
    return JSON.stringify(await Promise.all(tables.map((name) => read.selectFrom(name).selectAll().execute())))
  }

  describe.each(table)('%s', (_route, expected, request) => {
    test.each(teamAskers)('%s', async (who) => {
      const wanted = await target()
      const before = await everything()
      const { status } = await request(askers.get(who) as TestClient, wanted)
      expect(status).toBe(expected[who])
      if (status >= 400) expect(await everything()).toBe(before)
    })
  })

  /** Another session of a person, on another host. */
  async function onHost({ user }: TestPerson, host: string): Promise<TestClient> {
    const client = await app.signIn(user)
    const { write } = app.services.database
    await write.updateTable('sessions').set({ host }).where('user_id', '=', user.id).execute()
    const request: TestClient['request'] = (method, url, options) =>
      client.request(method, url, { ...options, host, headers: { origin: `http://${host}` } })
    return Object.assign(Object.create(client) as TestClient, { request })
  }

  test('on the team’s host the routes are the same, on another team’s host they are hidden', async () => {
    await makeTeam(app.services, 'elsewhere')
    const managers = [await joined(app, acme, 'admin'), await joined(app, acme, 'admin')] as const
    const here = await onHost(managers[0], 'acme.localhost:3000')
    const there = await onHost(managers[1], 'elsewhere.localhost:3000')
    for (const [route, expected, request] of table) {
      const before = await target()
      expect([route, (await request(there, before)).status]).toEqual([route, 404])
      expect([route, (await request(here, before)).status]).toEqual([route, expected.admin])
    }
  })

  test('the table has every route of a team that one must be signed in for', () => {
    const all = [teamsContracts, teamUsersContracts, teamInvitationsContracts].flatMap((one) => Object.values(one))
    const routes = all.filter((one) => one.path.startsWith(`${team}`) && one.permission !== 'public')
    const inTable = new Set(table.map(([route]) => route))
    expect(routes.map((one) => `${one.method} ${one.path}`).filter((route) => !inTable.has(route))).toEqual([])
    expect(inTable.size).toBe(routes.length)
  })

  test('only owners change owners, make owners and invite owners', async () => {
    const admin = await joined(app, acme, 'admin')
    const second = await joined(app, acme, 'owner')
    const path = `${team}/users/${second.user.id}`
    const { id } = await target()
    const refused = [
      await admin.put(path, { user: { role: 'member' } }),
      await admin.delete(path),
      await admin.post(`${path}/deactivate`),
      await admin.put(`${team}/users/${id}`, { user: { role: 'owner' } }),
      await admin.put(`${team}/users/${admin.user.id}`, { user: { role: 'owner' } }),
      await admin.post(`${team}/invitations`, { invitation: { email: fresh(), role: 'owner' } }),
      await admin.post(`${team}/users`, { user: { email: fresh(), role: 'owner' } }),
    ]
    expect(refused.map(({ status }) => status)).toEqual(Array(7).fill(403))
    const own = await owner.post(`${team}/invitations`, { invitation: { email: fresh(), role: 'owner' } })
    expect([own.status, own.body.role]).toEqual([201, 'owner'])
    expect((await admin.post(`${team}/invitations/${own.body.id}/resend`)).status).toBe(403)
    expect((await owner.put(path, { user: { role: 'member' } })).body.role).toBe('member')
  })

  test('members of a team whose subscription ended read it, and change nothing', async () => {
    const { id } = await makeTeam(app.services, 'lapsed', { plan: 'free' })
    const boss = await joined(app, id, 'owner')
    const seen = await boss.get(`${team}.json`)
    expect([seen.status, seen.body.ended]).toEqual([200, true])
    for (const [route, expected, request] of table.slice(1)) {
      if (expected.owner === 404 || route === 'DELETE /api/v1/team') continue
      const answer = (await request(boss, await target())) as { status: number; body?: { error?: string } }
      expect([route, answer.status, answer.body?.error]).toEqual([route, 403, 'upgrade_required'])
    }
  })
})
