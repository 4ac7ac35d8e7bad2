import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defineJobs } from '../src/api/jobs.ts'
import { makeTestApp, type TestApp } from '../src/testing/test-app.ts'
import { demoAccount, seedWhenEmpty } from './seed.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp('sqlite')
})
afterAll(() => app.close())
const files = readdirSync(join(import.meta.dirname, '../examples')).filter((name) => name.endsWith('.html'))

test('an empty database gets every example, found by a visitor, and an account to try things with', async () => {
  defineJobs(app.services)
  expect(await seedWhenEmpty(app.services)).toBe(true)
  const decks = await app.services.database.read.selectFrom('decks').selectAll().execute()
  expect(decks.length).toBe(files.length)
  for (const deck of decks) {
    expect(deck).toMatchObject({ visibility: 'all' })
    expect(deck.slide_count).toBeGreaterThan(0)
    expect(deck.description).not.toBe('')
    expect((await app.visitor().get(`/api/v1/decks/${deck.id}.json`)).status).toBe(200)
  }
  const { email, password } = demoAccount
  await app.services.jobs.idle()
  const found = (await app.visitor().get('/api/v1/search.json?q=presentation')).body
  expect(found.total).toBeGreaterThan(0)
  const visitor = app.visitor()
  const answer = await visitor.post('/users/sign_in.json', { user: { login: email, password } })
  expect(answer.status).toBe(200)
  const { results } = (await visitor.get('/api/v1/users/demo/decks.json')).body
  expect(results.map(({ title }: { title: string }) => title)).toEqual(['Welcome to Lectern'])
  const save = await visitor.put(`/api/v1/decks/${results[0].id}.json`, { deck: { title: 'Mine' } })
  expect([save.status, save.body.deck?.title ?? save.body.title]).toEqual([200, 'Mine'])
}, 120_000)

test('a database with an account in it is left alone', async () => {
  expect(await seedWhenEmpty(app.services)).toBe(false)
})
