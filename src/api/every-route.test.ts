import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { backupTables } from '../backup/tables.ts'
import { messages } from '../rules/messages.ts'
import { unreservedSegments } from '../rules/reserved-names.ts'
import type { Database } from '../server/db/open-database.ts'
import type { UserRow } from '../server/http/session.ts'
import { makeDeck } from '../testing/factories.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../testing/test-app.ts'
import type { RequestOptions, TestAnswer, TestClient } from '../testing/test-client.ts'
import type { Contract } from './contract.ts'
import { routes } from './index.ts'
import { needsSignIn } from './permission.ts'
import { storable } from './storable.ts'

const contracts = routes.map((route) => route.contract)
const called = (contract: Contract) => `${contract.method} ${contract.path}`
const changing = contracts.filter((contract) => contract.method !== 'GET' && contract.csrf === undefined)

/** A query of a row for each table with user data: its name, and all its values as text. */
async function queryOfAllRows({ kind, read }: Database): Promise<string> {
  const tables = await read.introspection.getTables()
  const parts = backupTables.map(({ name }) => {
    if (kind === 'postgres') return `select '${name}' || coalesce(json_agg(t)::text, '') as text from ${name} t`
    const columns = tables.find((table) => table.name === name)?.columns ?? []
    const values = columns.map((column) => `quote("${column.name}")`).join(` || ',' || `)
    return `select '${name}' || coalesce(group_concat(${values}, ';'), '') as text from ${name}`
  })
  return parts.join(' union all ')
}

eachDatabase((makeApp) => {
  let app: TestApp
  let ann: TestPerson
  let deckId: number
  let requests = 0
  let allRowsQuery = ''

  beforeAll(async () => {
    app = await makeApp()
    ann = await app.person({ operator: true, plan: 'pro' })
    deckId = (await makeDeck(app.services, ann.user)).id
    allRowsQuery = await queryOfAllRows(app.services.database)
  })
  // One user calls all routes, which together are more than the limit of writes in a minute.
  beforeEach(() => app.services.limits.reset('write', `user:${ann.user.id}`))

  /** Calls a route with the deck's `id`, each time from a new address to stay below the rate limits. */
  function call(contract: Contract, by: TestClient, id: number | string, options: RequestOptions): Promise<TestAnswer> {
    requests += 1
    const url = contract.path.replace(/:\w+/g, String(id))
    const address = `10.${requests >> 16}.${(requests >> 8) & 255}.${requests & 255}`
    return by.request(contract.method, url, { address, ...options })
  }

  /** All rows of the tables with user data, as text that the database makes in one query. */
  async function allRows(): Promise<string> {
    const { rows } = await sql<{ text: string }>`${sql.raw(allRowsQuery)}`.execute(app.services.database.read)
    expect(rows).toHaveLength(backupTables.length)
    return rows.map(({ text }) => text).join('\n')
  }

  let stored = ''
  const remember = async () => {
    stored = await allRows()
  }
  /** Expects the rows that were last remembered or compared, so that each test reads them once. */
  async function expectUnchanged(): Promise<void> {
    const before = stored
    await remember()
    expect(stored).toBe(before)
  }

  describe('another site cannot change anything as the user', () => {
    let eve: TestPerson
    beforeAll(async () => {
      eve = await app.signIn(ann.user)
      await remember()
    })

    test.each(changing.map((contract) => [called(contract), contract] as const))('%s', async (_, contract) => {
      const json = { 'content-type': 'application/json' }
      const forged: readonly RequestOptions[] = [
        { csrf: false, body: {} },
        { csrf: false, body: {}, headers: { origin: 'https://evil.example' } },
        { body: {}, headers: { origin: 'https://evil.example' } },
        { body: {}, headers: { origin: 'null' } },
        { body: {}, headers: { origin: 'http://localhost:3000.evil.example' } },
        { body: {}, headers: { 'x-csrf-token': '' } },
        { body: {}, headers: { 'x-csrf-token': eve.csrfToken() } },
        { csrf: false, body: {}, headers: { 'x-csrf-token': ann.csrfToken(), 'sec-fetch-site': 'cross-site' } },
        { csrf: false, body: '{"authenticity_token":"x"}', headers: json },
      ]
      for (const options of forged) {
        const answer = await call(contract, ann, deckId, options)
        expect([answer.status, answer.body.error]).toEqual([422, messages.session.invalidToken])
      }
      const plain = await call(contract, ann, deckId, {
        csrf: false,
        body: '{}',
        headers: { 'content-type': 'text/plain' },
      })
      expect([415, 422]).toContain(plain.status)
      await expectUnchanged()
    })

    test.each(changing.map((contract) => [called(contract), contract] as const))(
      '%s is not executed by a GET or a method override',
      async (_, contract) => {
        const disguise = { 'x-http-method-override': contract.method, 'x-method-override': contract.method }
        await call({ ...contract, method: 'GET' }, ann, deckId, { headers: disguise })
        await call({ ...contract, path: `${contract.path}?_method=${contract.method}`, method: 'GET' }, ann, deckId, {})
        await expectUnchanged()
      },
    )
  })

  test('only calls of other services, which sign their body, need no CSRF token', () => {
    const exempt = contracts.filter((contract) => contract.csrf !== undefined)
    expect(exempt.map((contract) => [called(contract), contract.permission, contract.input])).toEqual([
      ['POST /webhooks/stripe', 'public', 'raw'],
    ])
  })

  describe('visitors get the same 401 whether the deck exists or not', () => {
    test.each(contracts.filter(needsSignIn).map((contract) => [called(contract), contract] as const))(
      '%s',
      async (_, contract) => {
        for (const id of [deckId, 987_654]) {
          const answer = await call(contract, app.visitor(), id, contract.method === 'GET' ? {} : { body: {} })
          expect([answer.status, Object.keys(answer.body)]).toEqual([401, ['error']])
        }
      },
    )
  })

  describe('a user with a deactivated account is asked to sign in, and nothing changes', () => {
    let gone: TestPerson
    let ownId: number
    let session: string
    beforeAll(async () => {
      gone = await app.person({ operator: true, plan: 'pro' })
      session = gone.cookie('session') ?? ''
      ownId = (await makeDeck(app.services, gone.user)).id
      const { write } = app.services.database
      await write.updateTable('users').set({ active: false }).where('id', '=', gone.user.id).execute()
      await remember()
    })

    test.each(contracts.map((contract) => [called(contract), contract] as const))('%s', async (_, contract) => {
      // An answer may delete the cookie; the session stays.
      gone.setCookie('session', session)
      await app.services.limits.reset(contract.rate, `user:${gone.user.id}`)
      const answer = await call(contract, gone, ownId, contract.method === 'GET' ? {} : { body: {} })
      if (needsSignIn(contract)) expect([answer.status, answer.body]).toEqual([401, { error: 'Please sign in' }])
      else expect([403, 500]).not.toContain(answer.status)
      await expectUnchanged()
    })
  })

  describe('malformed input never causes a server error', () => {
    const odd = [
      '+1',
      '%201',
      '1%20',
      '0x1',
      '1e0',
      '1.0',
      '%zz',
      '%00',
      '..%2f..%2fetc%2fpasswd',
      '-1',
      '0',
      '1e9',
      '99999999999999999999',
      "1' or '1'='1",
      '%F0%9F%98%80',
      '{}',
    ]
    test.each(contracts.map((contract) => [called(contract), contract] as const))('%s', async (_, contract) => {
      const nested = {
        username: 'a\0b',
        login: 'a\0',
        password: 'x\0y',
        email: '\0@b.c',
        title: '\0',
        id: ['\0'],
        data: '\0',
      }
      const halved = {
        user: { email: 'a\ud800@b.co', username: 'a\ud800', login: '\udc00', password: '\ud800aaaaaaaa' },
        deck: { title: '\ud800', version: 999_999_999_999, data: '<section><p onclick="\ud800">x</p></section>' },
        invitation: { email: 'a\ud800@b.co' },
        access_token: { name: 'a\ud800', password: '\udc00' },
        deck_share: { emails: 'a\ud800@b.co', from: 'a\0b', body: '\ud800', access_token_id: 1e20 },
        contact: { email: 'a\ud800@b.co', message: '\ud800' },
      }
      const deep = `{"user":${'['.repeat(20_000)}${']'.repeat(20_000)}}`
      const bodies = [
        ...[undefined, {}, [], 'null', '"x"', deep, halved],
        { user: nested, deck: nested, user_settings: nested, q: '\0' },
      ]
      const own = await makeDeck(app.services, ann.user)
      /** Calls as a user; signs in again if an earlier call has ended the session. */
      const as = async (user: UserRow, id: number | string, options: RequestOptions, query = '') => {
        let browser = browsers.get(user.id) ?? (await app.signIn(user))
        if (browser.cookie('session') === undefined) browser = await app.signIn(user)
        browsers.set(user.id, browser)
        await app.services.limits.reset(contract.rate, `user:${user.id}`)
        return call({ ...contract, path: `${contract.path}${query}` } as Contract, browser, id, options)
      }
      const browsers = new Map<number, TestClient>()
      for (const body of contract.method === 'GET' ? [undefined] : bodies) {
        const options = { ...(body === undefined ? {} : { body }), headers: { 'content-type': 'application/json' } }
        const sent = body === undefined ? {} : options
        for (const answer of [await call(contract, app.visitor(), own.id, sent), await as(ann.user, own.id, sent)])
          expect([answer.status < 500, answer.text.slice(0, 200)]).toEqual([true, answer.text.slice(0, 200)])
      }
      const { user: stranger } = await app.person()
      // Without a parameter in the path all of them would be the same request.
      for (const id of contract.path.includes(':') ? odd : odd.slice(0, 1)) {
        const query = `?q=%00&page=-1&id=%00&username[a]=1&invitation_token=%00&trashed=%00`
        const body = contract.method === 'GET' ? {} : { body: { user: nested, deck: nested } }
        const answer = await as(stranger, id, body, query)
        expect(answer.status).toBeLessThan(500)
      }
    })
  })

  test('no username or team slug can collide with a path', () => {
    // Lines such as '├── /explore (GET)', as the router prints them.
    const lines = app.server.printRoutes({ commonPrefix: false }).split('\n')
    const paths = lines
      .filter((line) => /^[├└]/.test(line))
      .map((line) => line.replace(/^[├└─ ]+/, '').split(' ')[0] ?? '')
    const pages = [...readFileSync('src/web/routes.tsx', 'utf8').matchAll(/path: '(\/[^']*)'/g)].map(
      (match) => match[1] ?? '',
    )
    expect([paths.length > 20, pages.length > 10]).toEqual([true, true])
    const all = [...paths, ...pages, ...contracts.map((contract) => contract.path)]
    expect(unreservedSegments(all)).toEqual([])
  })
})

describe('characters that databases cannot store are removed from input', () => {
  test('NUL and unpaired surrogates in texts, lists and names are removed, and nothing else changes', () => {
    expect(storable({ a: ['x\0', { 'b\0': '\0' }], c: 1 })).toEqual({ a: ['x', { b: '' }], c: 1 })
    expect(storable({ 'a\ud800': ['x\udc00y', '😀'] })).toEqual({ 'a\ufffd': ['x\ufffdy', '😀'] })
    const clean = { a: ['x', { b: null }], c: undefined, d: 1.5, e: '😀' }
    expect(storable(clean)).toBe(clean)
  })
})
