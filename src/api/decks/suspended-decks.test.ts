import { beforeAll, describe, expect, test } from 'vitest'
import { makeDeck } from '../../testing/factories.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import { defineJobs } from '../jobs.ts'

eachDatabase((makeApp) => {
  let app: TestApp
  let ann: TestPerson
  let bob: TestPerson
  let deck: Awaited<ReturnType<typeof makeDeck>>
  let fork: Awaited<ReturnType<typeof makeDeck>>

  beforeAll(async () => {
    app = await makeApp()
    defineJobs(app.services)
    ann = await app.person({ username: 'ann' })
    bob = await app.person({ username: 'bob' })
    deck = await makeDeck(app.services, ann.user, { title: 'Quokkas', slug: 'quokkas', slides: ['one', 'two'] })
    fork = await makeDeck(app.services, bob.user, { title: 'Fork', forked_from_id: deck.id })
    await bob.post(`/api/v1/decks/${deck.id}/kudos/kudo.json`)
    // A save adds the deck to the search index.
    await ann.put(`/api/v1/decks/${deck.id}.json`, { deck: { version: deck.version, description: 'Small' } })
    await app.services.jobs.idle()
  })

  const suspend = (suspended_at: Date | null) =>
    app.services.database.write.updateTable('decks').set({ suspended_at }).where('id', '=', deck.id).execute()

  /** All lists in which other users can find a deck. */
  const places: readonly (readonly [string, () => Promise<{ text: string }>])[] = [
    ['its owner’s profile', () => bob.get(`/api/v1/users/${ann.user.id}/decks.json`)],
    ['the decks that a user likes', () => bob.get(`/api/v1/users/${bob.user.id}/decks.json?list=kudos`)],
    ['search', () => bob.get('/api/v1/search.json?q=quokkas')],
    ['Explore', () => bob.get('/api/v1/search.json')],
    ['the original of a fork', () => bob.get(`/api/v1/decks/${fork.id}.json`)],
    ['a search by its owner', () => bob.get('/api/v1/search.json?q=ann')],
  ]

  describe('a suspended deck is missing from', () => {
    test.each(places)('%s', async (_place, ask) => {
      await suspend(null)
      expect((await ask()).text).toContain('Quokkas')
      await suspend(app.services.now())
      expect((await ask()).text).not.toContain('Quokkas')
    })
  })

  test('the owner still sees a suspended deck in lists, and restoring it from the trash keeps it suspended', async () => {
    await suspend(app.services.now())
    expect((await ann.get(`/api/v1/users/${ann.user.id}/decks.json`)).text).toContain('Quokkas')
    expect((await ann.post(`/api/v1/decks/${deck.id}/trash.json`)).status).toBe(200)
    expect((await bob.get(`/api/v1/decks/${deck.id}.json`)).status).toBe(404)
    expect((await ann.post(`/api/v1/decks/${deck.id}/recover.json`)).status).toBe(200)
    expect((await bob.get(`/api/v1/decks/${deck.id}.json`)).status).toBe(404)
    expect((await ann.get(`/api/v1/decks/${deck.id}.json`)).status).toBe(200)
  })

  test('no access link opens a suspended deck', async () => {
    await suspend(null)
    const cara = await app.person({ plan: 'pro' })
    const own = await makeDeck(app.services, cara.user, { visibility: 'self' })
    const { token } = (await cara.post(`/api/v1/decks/${own.id}/access_tokens`, {})).body
    const open = async () => (await app.visitor().get(`/api/v1/decks/${own.id}.json?token=${token}`)).status
    expect(await open()).toBe(200)
    await app.services.database.write
      .updateTable('decks')
      .set({ suspended_at: app.services.now() })
      .where('id', '=', own.id)
      .execute()
    expect(await open()).toBe(404)
  })
})
