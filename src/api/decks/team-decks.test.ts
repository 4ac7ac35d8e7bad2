import { beforeAll, describe, expect, test } from 'vitest'
import { makeDeck, makeTeam } from '../../testing/factories.ts'
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

    test.each([
      ['if created in the team', true],
      ['if created before its owner joined', false],
    ])('%s', async (_what, inside) => {
      const owner = await member(acme)
      const deck = await makeDeck(app.services, owner.user, {
        visibility: 'team',
        team_id: inside ? acme : null,
      })
      const [insider, outsider] = [await member(acme), await member(other)]
      expect(await seenBy(insider, deck, owner)).toEqual([200, true])
      expect(await seenBy(outsider, deck, owner)).toEqual([404, false])
      expect(await seenBy(app.visitor(), deck, owner)).toEqual([404, false])
      await move(owner, other)
      expect(await seenBy(insider, deck, owner)).toEqual(inside ? [200, true] : [404, false])
      expect(await seenBy(outsider, deck, owner)).toEqual(inside ? [404, false] : [200, true])
      await move(owner, null)
      expect(await seenBy(outsider, deck, owner)).toEqual([404, false])
      expect(await seenBy(owner, deck, owner)).toEqual([200, true])
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

    test('forbids publishing decks created in it, even after their owner has left', async () => {
      const left = await member(closed)
      const deck = await makeDeck(app.services, left.user, { visibility: 'self' })
      await move(left, acme)
      expect((await publish(left, deck.id, 'all')).status).toBe(403)
      const later = await makeDeck(app.services, { id: left.user.id, team_id: acme }, { visibility: 'self' })
      expect((await publish(left, later.id, 'all')).status).toBe(200)
    })

    test('no longer restricts decks once the owner’s team plan has ended', async () => {
      const lapsed = await member(closed)
      const deck = await makeDeck(app.services, lapsed.user, { visibility: 'self' })
      const { write } = app.services.database
      await write.updateTable('users').set({ plan: 'free' }).where('id', '=', lapsed.user.id).execute()
      expect((await publish(lapsed, deck.id, 'all')).status).toBe(200)
    })
  })
})
