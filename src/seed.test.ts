import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defineJobs } from './api/jobs.ts'
import { createServer } from './create-server.ts'
import { demoAccount } from './rules/demo-account.ts'
import { seedWhenEmpty } from './seed.ts'
import { makeTestApp, type TestApp } from './testing/test-app.ts'
import { TestClient } from './testing/test-client.ts'

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

test('the demo account runs nothing, and the first account that somebody makes runs the instance', async () => {
  const operators = () =>
    app.services.database.read.selectFrom('users').select('username').where('operator', '=', true).execute()
  expect(await operators()).toEqual([])
  const form = { username: 'first', email: 'first@navy.example', password: 'a compiler of her own', name: 'First' }
  expect((await app.visitor().post('/users', { user: form })).body.operator).toBe(true)
  expect(await operators()).toEqual([{ username: 'first' }])
})

test.each([
  ['through a proxy', { headers: { 'x-forwarded-for': '127.0.0.1' } }],
  ['through a tunnel', { headers: { 'cf-connecting-ip': '192.0.2.1' } }],
  ['from another machine', { address: '192.0.2.1' }],
])('the password that everybody knows opens nothing %s', async (_way, options) => {
  const { email, password } = demoAccount
  const sent = { user: { login: email, password } }
  expect((await app.visitor().post('/users/sign_in.json', sent, options)).status).toBe(401)
  expect((await app.visitor().post('/users/sign_in.json', sent)).status).toBe(200)
})

test('the password that everybody knows opens nothing once the data serves a public instance', async () => {
  const { email, password } = demoAccount
  const settings = { ...app.services.settings, production: true }
  const server = await createServer({ ...app.services, settings }, { screens: false })
  const visitor = new TestClient(server, app.services)
  expect((await visitor.post('/users/sign_in.json', { user: { login: email, password } })).status).toBe(401)
  await server.close()
})

test('a database with an account in it is left alone', async () => {
  expect(await seedWhenEmpty(app.services)).toBe(false)
})
