import { beforeAll, expect, test } from 'vitest'
import { makeDeck } from './factories.ts'
import { eachDatabase, type TestApp } from './test-app.ts'

eachDatabase((makeApp, kind) => {
  let app: TestApp
  beforeAll(async () => {
    app = await makeApp()
  })

  test('a suite meets an empty, migrated database of its own', async () => {
    expect(app.services.database.kind).toBe(kind)
    const other = await makeApp()
    await app.person()
    expect(await other.services.database.read.selectFrom('users').selectAll().execute()).toEqual([])
  })

  test('a made person is known to the server, and a made deck is whole', async () => {
    const ann = await app.person({ plan: 'pro' })
    const deck = await makeDeck(app.services, ann.user, { slides: ['one', 'two'] })
    expect(deck.slide_count).toBe(2)
    const answer = await app.visitor().get('/there-is-nothing-here')
    expect(answer.status).toBe(404)
  })
})
