import { beforeAll, describe, expect, test } from 'vitest'
import { makeDeck, makeTeam } from '../../testing/factories.ts'
import { joined } from '../../testing/team-people.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { mountEditorPage } from '../deck-pages/mount-editor-page.ts'
import type { Pages } from '../pages/pages.ts'

/** Sends the data of a page alone. The deck's own routes are not part of these tests. */
const dataPages = {
  contextOf: (async () => ({
    api: { call: async () => ({ title: 'Moraines' }) },
    viewer: { plan: 'pro' },
    site: {},
  })) as unknown as Pages['contextOf'],
  send: async (_request, reply, { data }) => reply.send(data),
} as Partial<Pages> as Pages

const host = 'acme.localhost:3000'

/** The membership in the data of an editor's page. */
async function membershipOn(client: TestClient, path: string, on = host) {
  const { status, text } = await client.get(path, { host: on })
  expect([path, status]).toEqual([path, 200])
  return JSON.parse(text).membership
}

eachDatabase((makeApp) => {
  let app: TestApp
  let acme: number
  let owner: TestPerson
  beforeAll(async () => {
    app = await makeApp({
      extend: (server, services) =>
        mountEditorPage(server, {
          services,
          pages: dataPages,
          sendUpgrade: async (_request, reply) => reply.code(403),
        }),
    })
    acme = (await makeTeam(app.services, 'acme')).id
    await makeTeam(app.services, 'other')
    owner = await joined(app, acme, 'owner')
  })

  const hasEnded = async (token: string, on = host) =>
    (await app.visitor().get(`/api/v1/status?member=${encodeURIComponent(token)}`, { host: on })).body.membership_ended

  describe('an editor open on a team’s host', () => {
    test.each(['deactivate', 'remove'])('learns that the membership ended: %s', async (how) => {
      const { user } = await joined(app, acme)
      const deck = await makeDeck(app.services, user, { slug: 'moraines' })
      const here = await app.signIn(user, host)
      const { token } = await membershipOn(here, `/${user.username}/${deck.slug}/edit`)
      expect((await membershipOn(here, `/${user.username}/new`)).token).toBe(token)
      expect(await hasEnded(token)).toBe(false)

      const path = `/api/v1/team/users/${user.id}`
      const body = { user: { decks: 'move' } }
      const answer = await (how === 'remove' ? owner.delete(path, body) : owner.post(`${path}/deactivate`))
      expect(answer.status).toBeLessThan(300)
      expect(await hasEnded(token)).toBe(true)
      const { body: own } = await here.get(`/api/v1/status?member=${token}`, { host })
      expect(own).toMatchObject({ user_signed_in: false, membership_ended: true })
      if (how === 'remove') return
      await owner.post(`${path}/reactivate`)
      expect(await hasEnded(token)).toBe(false)
    })

    test('the answer is only for the token of that member, on a host of that team', async () => {
      const { user } = await joined(app, acme)
      const { token } = await membershipOn(await app.signIn(user, host), `/${user.username}/new`)
      await owner.post(`/api/v1/team/users/${user.id}/deactivate`)
      expect(await hasEnded(token)).toBe(true)
      const [team, , signature] = token.split('.')
      const forged = [`${team}.${owner.user.id}.${signature}`, `${team}.${user.id}.x`, `${team}.${user.id}`, '.', 'x']
      for (const one of forged) expect([one, await hasEnded(one)]).toEqual([one, false])
      for (const on of ['localhost:3000', 'other.localhost:3000']) expect(await hasEnded(token, on)).toBe(false)
      const long = await app.visitor().get(`/api/v1/status?member=${'x'.repeat(201)}`, { host })
      expect(long.status).toBe(422)
    })
  })

  test('a personal deck, and a new one without a team, have no membership that could end', async () => {
    const { user } = await joined(app, acme)
    const personal = await makeDeck(app.services, { id: user.id }, { slug: 'mine', team_id: null })
    const here = await app.signIn(user)
    expect(await membershipOn(here, `/${user.username}/${personal.slug}/edit`, 'localhost:3000')).toBeNull()
    const loner = await app.person({ plan: 'pro' })
    expect(await membershipOn(loner, `/${loner.user.username}/new`, 'localhost:3000')).toBeNull()
  })
})
