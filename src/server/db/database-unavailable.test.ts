import { type AddressInfo, createServer } from 'node:net'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { messages } from '../../rules/messages.ts'
import { type PostgresServer, startPostgres } from '../../testing/postgres-server.ts'
import { type RunningServer, runServer } from '../../testing/run-server.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { DatabaseBusy, isDatabaseUnavailable, markDatabaseError } from './database-unavailable.ts'
import { openDatabase } from './open-database.ts'

let postgres: PostgresServer
let server: RunningServer
beforeAll(async () => {
  postgres = await startPostgres({ durable: false })
  server = await runServer({ env: { DATABASE_URL: postgres.address(), LOG_LEVEL: 'warn' }, patience: 60_000 })
}, 120_000)
afterAll(async () => {
  await server?.dispose()
  await postgres?.stop()
})

async function ask(path: string) {
  const answer = await fetch(`${server.baseUrl}${path}`)
  return { status: answer.status, text: await answer.text(), headers: answer.headers }
}
const statusOf = async (path: string) => (await ask(path)).status

describe('while Postgres is stopped', () => {
  test('every request gets a 503 with a message, health fails, and all works again when Postgres is back', async () => {
    expect(await Promise.all(['/explore', '/healthz', '/readyz'].map(statusOf))).toEqual([200, 200, 200])
    await postgres.kill()

    for (const path of ['/explore', '/', '/somebody/a-deck', '/explore']) {
      const page = await ask(path)
      expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5'])
      expect(page.headers.get('content-type')).toContain('text/html')
      expect(page.text).toContain(messages.access.databaseUnavailable)
      expect(page.text).not.toMatch(/ECONN|postgres|terminated/i)
    }
    const call = await ask('/api/v1/search.json?q=x')
    expect([call.status, JSON.parse(call.text)]).toEqual([503, { error: messages.access.databaseUnavailable }])
    expect(await Promise.all(['/healthz', '/readyz'].map(statusOf))).toEqual([503, 503])

    const crowd = await Promise.all(Array.from({ length: 300 }, () => statusOf('/api/v1/users/1.json')))
    expect(crowd).toEqual(Array(300).fill(503))

    await postgres.start()
    await waitFor(async () => (await statusOf('/explore')) === 200)
    expect(await Promise.all(['/healthz', '/readyz'].map(statusOf))).toEqual([200, 200])
  }, 120_000)
})

describe('while Postgres is slow', () => {
  test('requests without a connection are refused, and all works when Postgres responds again', async () => {
    const hog = new Client({ connectionString: postgres.address() })
    await hog.connect()
    try {
      await hog.query('begin; lock table users in access exclusive mode')
      const done: number[] = []
      const crowd = Array.from({ length: 400 }, () => statusOf('/api/v1/users/1.json').then((code) => done.push(code)))
      // All requests are done, except those that hold a connection and wait for the lock.
      await waitFor(() => done.length >= 390)
      expect(done).toEqual(Array(390).fill(503))
      await hog.query('rollback')
      await Promise.all(crowd)
      expect(done).toHaveLength(400)
      expect(done.slice(390)).toEqual(Array(10).fill(404))
      expect(await statusOf('/explore')).toBe(200)
    } finally {
      await hog.end()
    }
  }, 120_000)
})

test('at most two hundred requests wait for a connection; the next fails at once', async () => {
  const database = openDatabase(postgres.address(), { maxConnections: 1 })
  const hold = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const holder = database.transaction(async () => {
    held.resolve()
    await hold.promise
  })
  await held.promise
  const ask = () => sql`select 1`.execute(database.read).then(() => 'answered', String)
  const waiting = Array.from({ length: 200 }, ask)
  const refused = await Promise.all(Array.from({ length: 50 }, ask))
  expect(new Set(refused)).toEqual(new Set([String(new DatabaseBusy())]))
  hold.resolve()
  await holder
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['answered']))
  await database.close()
})

test('our own bugs are not reported as an unavailable database', () => {
  const coded = (code: string) => markDatabaseError(Object.assign(new Error('x'), { code }))
  expect(['ECONNREFUSED', '57P01', '57014', '53300'].map((code) => isDatabaseUnavailable(coded(code)))).not.toContain(
    false,
  )
  expect([coded('23505'), coded('42P01'), new Error('no such column'), null].map(isDatabaseUnavailable)).not.toContain(
    true,
  )
})

test('an unavailable file store or mail server is not reported as an unavailable database', () => {
  const refused = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  expect([refused(), new AggregateError([refused()])].map(isDatabaseUnavailable)).toEqual([false, false])
  expect(isDatabaseUnavailable(markDatabaseError(new AggregateError([refused()])))).toBe(true)
})

test('with a pooler that refuses settings at connect, queries work and the timeouts apply', async () => {
  const asked = Promise.withResolvers<string>()
  const pooler = createServer((socket) => {
    socket.once('data', (bytes) => {
      asked.resolve(bytes.toString('latin1'))
      socket.destroy()
    })
  })
  await new Promise<void>((done) => pooler.listen(0, '127.0.0.1', done))
  const { port } = pooler.address() as AddressInfo
  const through = openDatabase(`postgres://somebody@127.0.0.1:${port}/lectern`)
  const error = await sql`select 1`.execute(through.read).catch((thrown: unknown) => thrown)
  expect(isDatabaseUnavailable(error)).toBe(true)
  expect(await asked.promise).not.toMatch(/timeout/)
  await through.close()
  pooler.close()

  const database = openDatabase(postgres.address())
  const show = async (name: string) =>
    (await sql<Record<string, string>>`select current_setting(${name}) as value`.execute(database.read)).rows[0]?.value
  expect(await Promise.all(['statement_timeout', 'idle_in_transaction_session_timeout'].map(show))).toEqual([
    '15s',
    '30s',
  ])
  await database.close()
})
