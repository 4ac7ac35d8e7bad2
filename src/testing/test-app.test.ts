import { beforeAll, expect, test } from 'vitest'
import { makeDeck } from './factories.ts'
import { eachDatabase, type TestApp } from './test-app.ts'

eachDatabase((makeApp, kind) => {
  let app: TestApp
  beforeAll(async () => {
    app = await makeApp()
  })

  test('each suite gets an empty, migrated database', async () => {
    expect(app.services.database.kind).toBe(kind)
    const other = await makeApp()
    await app.person()
    expect(await other.services.database.read.selectFrom('users').selectAll().execute()).toEqual([])
  })

  test('a created user can sign in, and a created deck is complete', async () => {
    const ann = await app.person({ plan: 'pro' })
    const deck = await makeDeck(app.services, ann.user, { slides: ['one', 'two'] })
    expect(deck.slide_count).toBe(2)
    const answer = await app.visitor().get('/there-is-nothing-here')
    expect(answer.status).toBe(404)
  })
})
