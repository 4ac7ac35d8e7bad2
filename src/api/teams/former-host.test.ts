import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeDeck, makeTeam } from '../../testing/factories.ts'
import { joined } from '../../testing/team-people.ts'
import { eachDatabase, type TestApp } from '../../testing/test-app.ts'

eachDatabase((makeApp) => {
  let app: TestApp

  test('an editor that is open while the team’s slug changes goes on saving; pages lead to the new host', async () => {
    app = await makeApp()
    const team = await makeTeam(app.services, 'acme')
    const owner = await joined(app, team.id, 'owner')
    const ann = await joined(app, team.id)
    const deck = await makeDeck(app.services, ann.user, { visibility: 'team' })
    const id_hash = createHash('sha256')
      .update(ann.cookie('session') ?? '')
      .digest('hex')
    const host = 'acme.localhost:3000'
    await app.services.database.write.updateTable('sessions').set({ host }).where('id_hash', '=', id_hash).execute()
    const url = `/api/v1/decks/${deck.id}.json`
    const page = { host, headers: { origin: `http://${host}` } }
    expect((await ann.put(url, { deck: { title: 'Before' } }, page)).status).toBe(200)
    expect((await owner.put('/api/v1/team', { team: { slug: 'acme-two' } })).status).toBe(200)
    expect((await ann.put(url, { deck: { title: 'After' } }, page)).status).toBe(200)
    expect((await ann.get(url, { host })).body.title).toBe('After')
    const reload = await ann.get('/', { host, headers: { accept: 'text/html' } })
    expect([reload.status, reload.headers.location]).toEqual([302, 'http://acme-two.localhost:3000/'])
    const forged = await ann.put(
      url,
      { deck: { title: 'Forged' } },
      { host, headers: { origin: 'http://evil.example' } },
    )
    expect(forged.status).toBe(422)
    const stranger = await app.person()
    expect((await stranger.get(url, { host })).status).toBe(404)
  })
})
