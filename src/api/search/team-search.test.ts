import { beforeAll, describe, expect, test } from 'vitest'
import { makeDeck, makeTeam } from '../../testing/factories.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { defineJobs } from '../jobs.ts'
import { indexDeck } from './index-deck.ts'

eachDatabase((makeApp) => {
  let app: TestApp
  let ann: TestPerson
  let ben: TestPerson
  let rival: TestPerson
  const index = (id: number) =>
    app.services.database.transaction((trx) => indexDeck(trx, app.services.database.kind, id))
  beforeAll(async () => {
    app = await makeApp()
    defineJobs(app.services)
    const inTeam = (team_id: number, username: string) =>
      app.person({ username, plan: 'enterprise', team_id, membership_role: 'member' })
    const acme = await makeTeam(app.services, 'acme')
    ann = await inTeam(acme.id, 'ann')
    ben = await inTeam(acme.id, 'ben')
    rival = await inTeam((await makeTeam(app.services, 'rival')).id, 'rita')
    const decks = [
      { title: 'Quarterly Zephyr', visibility: 'team' },
      { title: 'Public Zephyr', visibility: 'all' },
      { title: 'Private Zephyr', visibility: 'self' },
      { title: 'Trashed Zephyr', visibility: 'team', trashed_at: app.services.now() },
      { title: 'Plans', visibility: 'team', slides: ['<p>The zephyr project, 100% done</p>'] },
    ] as const
    for (const deck of decks) await index((await makeDeck(app.services, ann.user, deck)).id)
    await index((await makeDeck(app.services, ann.user, { title: 'Own Zephyr', visibility: 'all', team_id: null })).id)
    await index((await makeDeck(app.services, rival.user, { title: 'Rival Zephyr', visibility: 'team' })).id)
  })
  const search = async (who: TestClient, q: string, more = '', path = '/api/v1/team/search.json') => {
    const { status, body } = await who.get(`${path}?q=${encodeURIComponent(q)}${more}`)
    const titles = (body.results ?? []).map((deck: { title: string }) => deck.title)
    return { status, titles, total: body.total, error: body.error }
  }

  test('finds the internal and public decks of the own team, titles before slides', async () => {
    const found = await search(ben, 'zephyr')
    expect([found.status, found.total, found.error]).toEqual([200, 3, null])
    expect(found.titles.slice(0, 2).sort()).toEqual(['Public Zephyr', 'Quarterly Zephyr'])
    expect(found.titles[2]).toBe('Plans')
    expect((await search(ben, 'quart')).titles).toEqual(['Quarterly Zephyr'])
    expect((await search(ben, 'zephyr ann quarterly')).titles).toEqual(['Quarterly Zephyr'])
    expect((await search(rival, 'zephyr')).titles).toEqual(['Rival Zephyr'])
  })

  test('is refused outside a team and on the host of another team', async () => {
    expect((await search(app.visitor(), 'zephyr')).status).toBe(401)
    expect((await search(await app.person(), 'zephyr')).status).toBe(404)
    const host = 'rival.localhost:3000'
    const there = await (await app.signIn(ann.user, host)).get('/api/v1/team/search.json?q=zephyr', { host })
    expect(there.status).toBe(404)
  })

  test('finds nothing more for a member who has left, and nothing of a deck that became private', async () => {
    const cara = await app.person({ plan: 'enterprise', team_id: ann.user.team_id, membership_role: 'member' })
    const { write } = app.services.database
    const deck = await makeDeck(app.services, cara.user, { title: 'Fleeting Mistral', visibility: 'team' })
    await index(deck.id)
    expect((await search(ben, 'mistral')).titles).toEqual(['Fleeting Mistral'])
    await write.updateTable('users').set({ team_id: null }).where('id', '=', cara.user.id).execute()
    expect((await search(cara, 'mistral')).status).toBe(404)
    // The index is outdated for a moment after a change.
    await write.updateTable('decks').set({ visibility: 'self' }).where('id', '=', deck.id).execute()
    expect((await search(ben, 'mistral')).titles).toEqual([])
  })

  test('the public search finds no internal deck, and does not learn its words', async () => {
    const everywhere = '/api/v1/search.json'
    for (const who of [app.visitor(), ann, rival]) {
      const { titles } = await search(who, 'zephyr', '', everywhere)
      expect(titles.sort()).toEqual(['Own Zephyr', 'Public Zephyr'])
      expect((await search(who, 'quarterly', '', everywhere)).total).toBe(0)
    }
    const words = await app.services.database.read.selectFrom('search_words').select('word').execute()
    expect(words.map(({ word }) => word)).not.toContain('quarterly')
  })

  describe('odd terms', () => {
    test.each(['%', '_', '"', "'; drop table decks; --", '\\', ' '])('%j finds nothing', async (term) => {
      const found = await search(ben, term)
      expect([found.status, found.titles]).toEqual([200, []])
    })

    test('a too long term gets a message, a missing one a 422', async () => {
      expect((await search(ben, 'x'.repeat(300))).error).toMatch(/200/)
      expect((await ben.get('/api/v1/team/search.json')).status).toBe(422)
    })
  })

  test('a saved internal deck is found', async () => {
    const made = await ann.post('/api/v1/decks.json', {
      deck: { title: 'Sirocco', visibility: 'team', data: '<section><h2>Warm</h2></section>' },
    })
    expect(made.status).toBe(201)
    await app.services.jobs.idle()
    expect((await search(ben, 'sirocco')).titles).toEqual(['Sirocco'])
  })
})
