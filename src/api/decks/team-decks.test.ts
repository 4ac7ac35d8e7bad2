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

  describe('a deck names the team that it was made in', () => {
    test('a new one of a member', async () => {
      expect(await teamOf((await ann.post('/api/v1/decks.json', { deck: { title: 'Ours' } })).body.id)).toBe(acme)
    })

    test('a fork, whatever the original names', async () => {
      const original = await makeDeck(app.services, (await member(other)).user)
      expect(await teamOf((await ann.post(`/api/v1/decks/${original.id}/fork.json`)).body.id)).toBe(acme)
    })

    test('and none for a person without a team, whatever is sent', async () => {
      const bob = await app.person({ plan: 'pro' })
      const made = await bob.post('/api/v1/decks.json', { deck: { title: 'Mine', team_id: acme } })
      expect([made.status, await teamOf(made.body.id)]).toEqual([201, null])
    })
  })

  describe('an internal deck is seen by the team it was made in', () => {
    /** The statuses of the deck's own call, and whether the profile's list has it. */
    async function seenBy(asker: TestClient, deck: { id: number }, owner: TestPerson) {
      const { status } = await asker.get(`/api/v1/decks/${deck.id}.json`)
      const { results } = (await asker.get(`/api/v1/users/${owner.user.id}/decks.json`)).body
      return [status, results.some((one: { id: number }) => one.id === deck.id)]
    }

    test.each([
      ['made in the team', true],
      ['made before its owner joined', false],
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

    test('lets members make none, publish none, and keeps what is public already', async () => {
      expect((await cara.post('/api/v1/decks.json', { deck: { visibility: 'all' } })).status).toBe(403)
      const deck = await makeDeck(app.services, cara.user, { visibility: 'self' })
      expect((await publish(cara, deck.id, 'all')).status).toBe(403)
      expect((await cara.put(`/api/v1/decks/${deck.id}.json`, { deck: { visibility: 'all' } })).status).toBe(403)
      expect((await publish(cara, deck.id, 'team')).status).toBe(200)
      const kept = await makeDeck(app.services, cara.user, { visibility: 'all' })
      expect((await app.visitor().get(`/api/v1/decks/${kept.id}.json`)).status).toBe(200)
    })

    test('binds the decks made in it, also after their owner has left', async () => {
      const left = await member(closed)
      const deck = await makeDeck(app.services, left.user, { visibility: 'self' })
      await move(left, acme)
      expect((await publish(left, deck.id, 'all')).status).toBe(403)
      const later = await makeDeck(app.services, { id: left.user.id, team_id: acme }, { visibility: 'self' })
      expect((await publish(left, later.id, 'all')).status).toBe(200)
    })

    test('binds nobody once it has ended: private decks need a plan then', async () => {
      const lapsed = await member(closed)
      const deck = await makeDeck(app.services, lapsed.user, { visibility: 'self' })
      const { write } = app.services.database
      await write.updateTable('users').set({ plan: 'free' }).where('id', '=', lapsed.user.id).execute()
      expect((await publish(lapsed, deck.id, 'all')).status).toBe(200)
    })
  })
})
