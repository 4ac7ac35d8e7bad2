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

/** What an editor's page gets to ask why it can no longer save. */
async function editingOn(
  client: TestClient,
  path: string,
  on = host,
): Promise<{ token: string; teamName: string | null }> {
  const { status, text } = await client.get(path, { host: on })
  expect([path, status]).toEqual([path, 200])
  return JSON.parse(text).editing
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

  const ended = async (token: string, on = host) =>
    (await app.visitor().get(`/api/v1/status?editing=${encodeURIComponent(token)}`, { host: on })).body.editing_ended
  /** Makes a user a collaborator of a deck, or changes that. */
  const collaborate = async (deckId: number, userId: number, active: boolean) => {
    const { write } = app.services.database
    await write.deleteFrom('deck_users').where('deck_id', '=', deckId).where('user_id', '=', userId).execute()
    if (!active) return
    const row = { deck_id: deckId, user_id: userId, role: 'editor' as const, active, status: 'viewing' as const }
    await write
      .insertInto('deck_users')
      .values({ ...row, created_at: app.services.now() })
      .execute()
  }

  describe('an editor open on a team’s host', () => {
    test.each(['deactivate', 'remove'])('learns that the membership ended: %s', async (how) => {
      const { user } = await joined(app, acme)
      const deck = await makeDeck(app.services, user, { slug: 'moraines' })
      const here = await app.signIn(user, host)
      const { token, teamName } = await editingOn(here, `/${user.username}/${deck.slug}/edit`)
      const { token: ofNew } = await editingOn(here, `/${user.username}/new`)
      expect([await ended(token), await ended(ofNew), teamName]).toEqual([null, null, 'acme'])

      const path = `/api/v1/team/users/${user.id}`
      const body = { user: { decks: 'move' } }
      const answer = await (how === 'remove' ? owner.delete(path, body) : owner.post(`${path}/deactivate`))
      expect(answer.status).toBeLessThan(300)
      expect([await ended(token), await ended(ofNew)]).toEqual(['membership', 'membership'])
      const { body: own } = await here.get(`/api/v1/status?editing=${token}`, { host })
      expect(own).toMatchObject({ user_signed_in: false, editing_ended: 'membership' })
      if (how === 'remove') return
      await owner.post(`${path}/reactivate`)
      expect([await ended(token), await ended(ofNew)]).toEqual([null, null])
    })

    test('the answer is only for the token of that member, on a host of that team', async () => {
      const { user } = await joined(app, acme)
      const { token } = await editingOn(await app.signIn(user, host), `/${user.username}/new`)
      await owner.post(`/api/v1/team/users/${user.id}/deactivate`)
      expect(await ended(token)).toBe('membership')
      const [, deck, team, member, signature] = token.split('.')
      const forged = [`${owner.user.id}.${deck}.${team}.${member}.${signature}`, `${token}x`, `${user.id}.x`, '.', 'x']
      for (const one of forged) expect([one, await ended(one)]).toEqual([one, null])
      for (const on of ['localhost:3000', 'other.localhost:3000']) expect(await ended(token, on)).toBeNull()
      const long = await app.visitor().get(`/api/v1/status?editing=${'x'.repeat(201)}`, { host })
      expect(long.status).toBe(422)
    })

    test('a collaborator who left the team and was invited again edits on, until that ends too', async () => {
      const { user } = await joined(app, acme)
      const deck = await makeDeck(app.services, owner.user, {
        slug: `shared-${user.id}`,
        team_id: acme,
        editor_user_id: user.id,
      })
      await collaborate(deck.id, user.id, true)
      const page = `/${owner.user.username}/${deck.slug}/edit`
      const { token } = await editingOn(await app.signIn(user, host), page)
      const left = await owner.delete(`/api/v1/team/users/${user.id}`, { user: { decks: 'move' } })
      expect([left.status, await ended(token)]).toEqual([204, 'membership'])
      // As a guest now; the removal made the owner the one who edits.
      await collaborate(deck.id, user.id, true)
      await app.services.database.write
        .updateTable('decks')
        .set({ editor_user_id: user.id })
        .where('id', '=', deck.id)
        .execute()
      expect(await ended(token)).toBe('membership-only')
      // As the page says: the deck's page gives a session on this host again.
      const again = await app.signIn(user, host)
      expect((await editingOn(again, page)).teamName).toBe('acme')
      expect((await again.put(`/api/v1/decks/${deck.id}`, { deck: { title: 'On' } }, { host })).status).toBe(200)
      await collaborate(deck.id, user.id, false)
      expect(await ended(token)).toBe('membership')
    })

    test('learns that the team was closed, from the status and from a save', async () => {
      const at = { host: 'closing.localhost:3000' }
      const { id } = await makeTeam(app.services, 'closing', { name: 'Closing' })
      const boss = await joined(app, id, 'owner')
      const { user } = await joined(app, id)
      const deck = await makeDeck(app.services, user, { slug: 'tides', team_id: id })
      const here = await app.signIn(user, at.host)
      const { token } = await editingOn(here, `/${user.username}/tides/edit`, at.host)
      expect((await boss.delete('/api/v1/team', { team: { name: 'Closing' } })).status).toBe(204)
      const refused = [404, { error: 'This team was closed by one of its owners', team_closed: true }]
      const status = await here.get(`/api/v1/status?editing=${token}`, at)
      const save = await here.put(`/api/v1/decks/${deck.id}`, { deck: { title: 'On' } }, at)
      for (const answer of [status, save]) expect([answer.status, answer.body]).toEqual(refused)
      const page = await here.get(`/${user.username}/tides/edit`, { ...at, headers: { accept: 'text/html' } })
      expect(page.headers.location).toBe(`http://localhost:3000/${user.username}/tides/edit`)
    })
  })

  describe('an editor open on a personal deck', () => {
    const on = 'localhost:3000'
    test.each(['is no collaborator any more', 'has the deck in the trash', 'has the deck deleted'])(
      'a collaborator who %s learns it; the owner may recover the deck',
      async (what) => {
        const [ann, bob] = [await app.person({ plan: 'pro' }), await app.person()]
        const deck = await makeDeck(app.services, ann.user, { slug: 'mine' })
        await collaborate(deck.id, bob.user.id, true)
        const page = `/${ann.user.username}/mine/edit`
        const own = (await editingOn(ann, page, on)).token
        expect((await ann.post(`/api/v1/decks/${deck.id}/users/${bob.user.id}/become_editor`)).status).toBe(200)
        const others = (await editingOn(bob, page, on)).token
        expect([await ended(own, on), await ended(others, on)]).toEqual([null, null])
        if (what.startsWith('is')) await collaborate(deck.id, bob.user.id, false)
        else await ann.post(`/api/v1/decks/${deck.id}/trash`)
        if (what.endsWith('deleted')) await ann.delete(`/api/v1/decks/${deck.id}`)
        const ownEnd = what.endsWith('deleted') ? 'access' : null
        expect([await ended(own, on), await ended(others, on)]).toEqual([ownEnd, 'access'])
      },
    )

    test('a suspended user learns nothing by it: signing in says why', async () => {
      const { user } = await app.person({ plan: 'pro' })
      await makeDeck(app.services, user, { slug: 'mine' })
      const { token } = await editingOn(await app.signIn(user), `/${user.username}/mine/edit`, on)
      await app.services.database.write.updateTable('users').set({ active: false }).where('id', '=', user.id).execute()
      expect(await ended(token, on)).toBeNull()
    })
  })
})
