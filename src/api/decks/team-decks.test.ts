import { beforeAll, describe, expect, test } from 'vitest'
import { makeDeck, makeTeam, testPassword } from '../../testing/factories.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

eachDatabase((makeApp) => {
  let app: TestApp
  let acme: number
  let other: number
  let ann: TestPerson
  const member = (team_id: number | null) => app.person({ plan: 'enterprise', team_id, membership_role: 'member' })
  const move = (person: TestPerson, team_id: number | null) =>
    app.services.database.write.updateTable('users').set({ team_id }).where('id', '=', person.user.id).execute()
  const teamOf = async (id: number) =>
    (
      await app.services.database.read
        .selectFrom('decks')
        .select('team_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).team_id

  beforeAll(async () => {
    app = await makeApp()
    acme = (await makeTeam(app.services, 'acme')).id
    other = (await makeTeam(app.services, 'other')).id
    ann = await member(acme)
  })

  describe('a deck stores the team in which it was created', () => {
    test('for a new deck of a member', async () => {
      expect(await teamOf((await ann.post('/api/v1/decks.json', { deck: { title: 'Ours' } })).body.id)).toBe(acme)
    })

    test('for a fork, regardless of the original’s team', async () => {
      const original = await makeDeck(app.services, (await member(other)).user)
      expect(await teamOf((await ann.post(`/api/v1/decks/${original.id}/fork.json`)).body.id)).toBe(acme)
    })

    test('a deck of a user without a team stores no team, even if the request names one', async () => {
      const bob = await app.person({ plan: 'pro' })
      const made = await bob.post('/api/v1/decks.json', { deck: { title: 'Mine', team_id: acme } })
      expect([made.status, await teamOf(made.body.id)]).toEqual([201, null])
    })
  })

  describe('an internal deck is visible to its team', () => {
    /** The status of reading the deck, and whether the profile lists it. */
    async function seenBy(client: TestClient, deck: { id: number }, owner: TestPerson) {
      const { status } = await client.get(`/api/v1/decks/${deck.id}.json`)
      const { results } = (await client.get(`/api/v1/users/${owner.user.id}/decks.json`)).body
      return [status, results.some((one: { id: number }) => one.id === deck.id)]
    }

    test('and to its owner only while the owner is a member', async () => {
      const owner = await member(acme)
      const deck = await makeDeck(app.services, owner.user, { visibility: 'team' })
      const [insider, outsider] = [await member(acme), await member(other)]
      expect(await seenBy(insider, deck, owner)).toEqual([200, true])
      expect(await seenBy(owner, deck, owner)).toEqual([200, true])
      expect(await seenBy(outsider, deck, owner)).toEqual([404, false])
      expect(await seenBy(app.visitor(), deck, owner)).toEqual([404, false])
      for (const team of [other, null]) {
        await move(owner, team)
        // The profile of a person lists personal decks and those of the present team.
        expect(await seenBy(insider, deck, owner)).toEqual([200, false])
        expect(await seenBy(outsider, deck, owner)).toEqual([404, false])
        expect(await seenBy(owner, deck, owner)).toEqual([404, false])
      }
      await move(owner, acme)
      expect(await seenBy(owner, deck, owner)).toEqual([200, true])
    })

    test('a deck from before its owner joined stays personal', async () => {
      const owner = await member(acme)
      const deck = await makeDeck(app.services, owner.user, { visibility: 'self', team_id: null })
      expect(await seenBy(await member(acme), deck, owner)).toEqual([404, false])
      const internal = await owner.post(`/api/v1/decks/${deck.id}/publish.json`, { visibility: 'team' })
      expect([internal.status, internal.body.errors]).toEqual([422, { visibility: [expect.any(String)] }])
      for (const team of [other, null]) {
        await move(owner, team)
        expect(await seenBy(owner, deck, owner)).toEqual([200, true])
      }
    })
  })

  describe('a former member', () => {
    test('keeps personal decks, and neither lists, exports, recovers nor deletes those of the team', async () => {
      const left = await member(acme)
      const [ours, mine] = [
        await makeDeck(app.services, left.user, { title: 'Ours of acme', visibility: 'self' }),
        await makeDeck(app.services, left.user, { title: 'Mine alone', visibility: 'self', team_id: null }),
      ]
      const saved = await left.post('/api/v1/decks.json', { deck: { title: 'By id', save_id: 'left-save-1' } })
      const trashed = await makeDeck(app.services, left.user, { trashed_at: app.services.now() })
      await move(left, null)
      const titles = async (query: string) =>
        (await left.get(`/api/v1/users/${left.user.id}/decks.json${query}`)).body.results.map(
          (deck: { title: string }) => deck.title,
        )
      expect(await titles('')).toEqual(['Mine alone'])
      expect(await titles('?list=trash')).toEqual([])
      expect((await left.get('/users/decks.html')).text).not.toContain('Ours of acme')
      expect((await left.get('/api/v1/decks/made_by/left-save-1')).status).toBe(404)
      for (const id of [ours.id, trashed.id, saved.body.id]) {
        expect((await left.delete(`/api/v1/decks/${id}.json`)).status).toBe(404)
        expect((await left.post(`/api/v1/decks/${id}/recover.json`)).status).toBe(404)
        expect((await left.put(`/api/v1/decks/${id}.json`, { deck: { title: 'x' } })).status).toBe(404)
      }
      expect((await left.put(`/api/v1/decks/${mine.id}.json`, { deck: { title: 'Still mine' } })).status).toBe(200)
    })
  })

  test('a former member’s deleted account leaves the team’s decks to an owner of the team, and takes the personal ones', async () => {
    const home = (await makeTeam(app.services, 'home')).id
    const chief = await app.person({ plan: 'enterprise', team_id: home, membership_role: 'owner' })
    const left = await member(home)
    const ours = await makeDeck(app.services, left.user, { title: 'Ours to keep', visibility: 'self' })
    const mine = await makeDeck(app.services, left.user, { visibility: 'all', team_id: null })
    const { write } = app.services.database
    await write.deleteFrom('memberships').where('user_id', '=', left.user.id).execute()
    await move(left, null)
    expect((await chief.get(`/api/v1/decks/${ours.id}.json`)).status).toBe(404)
    const gone = await left.delete('/users.json', { user: { password: testPassword } })
    expect([gone.status, gone.text]).toEqual([204, ''])
    const kept = await chief.get(`/api/v1/decks/${ours.id}.json`)
    expect([kept.status, kept.body.title, kept.body.user.id]).toEqual([200, 'Ours to keep', chief.user.id])
    expect((await chief.get(`/api/v1/decks/${mine.id}.json`)).status).toBe(404)
  })

  describe('a deck is on its team’s plan, a personal one on its owner’s', () => {
    test('for what needs a plan, and for the plan that its JSON has', async () => {
      const ended = (await makeTeam(app.services, 'ended', { plan: 'free' })).id
      const owner = await app.person({ plan: 'pro', team_id: ended, membership_role: 'member' })
      const ours = await makeDeck(app.services, owner.user, { visibility: 'all' })
      const mine = await makeDeck(app.services, owner.user, { visibility: 'all', team_id: null })
      const publish = (id: number) => owner.post(`/api/v1/decks/${id}/publish.json`, { visibility: 'self' })
      expect((await publish(ours.id)).body).toEqual({ error: 'upgrade_required' })
      expect((await publish(mine.id)).status).toBe(200)
      const flags = async (id: number) => (await owner.get(`/api/v1/decks/${id}.json`)).body.user.pro
      expect([await flags(ours.id), await flags(mine.id)]).toEqual([false, true])
      const made = await owner.post('/api/v1/decks.json', { deck: { title: 'New' } })
      expect([made.body.visibility, made.body.user.team_slug]).toEqual(['all', 'ended'])
    })
  })

  describe('bringing a personal deck into the team', () => {
    const bring = (who: TestPerson, id: number) => who.post(`/api/v1/decks/${id}/bring_to_team.json`)

    test('is possible for its owner, a member, and gives it the team’s rules', async () => {
      const owner = await member(acme)
      const deck = await makeDeck(app.services, owner.user, { visibility: 'self', team_id: null })
      const brought = await bring(owner, deck.id)
      expect([brought.status, brought.body.user.team_slug, await teamOf(deck.id)]).toEqual([200, 'acme', acme])
      const internal = await owner.post(`/api/v1/decks/${deck.id}/publish.json`, { visibility: 'team' })
      expect(internal.status).toBe(200)
      expect((await (await member(acme)).get(`/api/v1/decks/${deck.id}.json`)).status).toBe(200)
      // Repeating it changes nothing.
      expect((await bring(owner, deck.id)).status).toBe(200)
    })

    test('is refused for others, without a team, and for a public deck where the team allows none', async () => {
      const owner = await member(acme)
      const personal = (who: TestPerson, visibility: 'self' | 'all' = 'all') =>
        makeDeck(app.services, who.user, { visibility, team_id: null })
      const deck = await personal(owner)
      expect((await bring(await member(acme), deck.id)).status).toBe(403)
      const alone = await app.person()
      expect((await bring(alone, (await personal(alone)).id)).status).toBe(403)
      expect((await app.visitor().post(`/api/v1/decks/${deck.id}/bring_to_team.json`)).status).toBe(401)
      expect(await teamOf(deck.id)).toBeNull()
      const strict = (await makeTeam(app.services, 'strict', { allow_public_decks: false })).id
      const cautious = await member(strict)
      const shown = await personal(cautious)
      const refused = await bring(cautious, shown.id)
      expect([refused.status, refused.body.errors]).toEqual([422, { visibility: [expect.any(String)] }])
      expect(await teamOf(shown.id)).toBeNull()
      expect((await bring(cautious, (await personal(cautious, 'self')).id)).status).toBe(200)
    })

    test('does not move a deck of a team that the owner has left', async () => {
      const owner = await member(acme)
      const deck = await makeDeck(app.services, owner.user, { visibility: 'all' })
      await move(owner, other)
      expect((await bring(owner, deck.id)).status).toBe(403)
      expect(await teamOf(deck.id)).toBe(acme)
    })
  })

  describe('a team that forbids public decks', () => {
    let closed: number
    let cara: TestPerson
    beforeAll(async () => {
      closed = (await makeTeam(app.services, 'closed', { allow_public_decks: false })).id
      cara = await member(closed)
    })
    const publish = (who: TestPerson, id: number, visibility: string) =>
      who.post(`/api/v1/decks/${id}/publish.json`, { visibility })

    test('keeps members from creating and publishing them, and leaves existing ones public', async () => {
      expect((await cara.post('/api/v1/decks.json', { deck: { visibility: 'all' } })).status).toBe(403)
      const deck = await makeDeck(app.services, cara.user, { visibility: 'self' })
      expect((await publish(cara, deck.id, 'all')).status).toBe(403)
      expect((await cara.put(`/api/v1/decks/${deck.id}.json`, { deck: { visibility: 'all' } })).status).toBe(403)
      expect((await publish(cara, deck.id, 'team')).status).toBe(200)
      const kept = await makeDeck(app.services, cara.user, { visibility: 'all' })
      expect((await app.visitor().get(`/api/v1/decks/${kept.id}.json`)).status).toBe(200)
    })

    test('does not restrict personal decks of its members', async () => {
      const deck = await makeDeck(app.services, cara.user, { visibility: 'self', team_id: null })
      expect((await publish(cara, deck.id, 'all')).status).toBe(200)
    })

    test('no longer restricts decks once its plan has ended', async () => {
      const lapsed = await member(closed)
      const deck = await makeDeck(app.services, lapsed.user, { visibility: 'self' })
      const { write } = app.services.database
      await write.updateTable('teams').set({ plan: 'free' }).where('id', '=', closed).execute()
      expect((await publish(lapsed, deck.id, 'all')).status).toBe(200)
    })
  })
})
