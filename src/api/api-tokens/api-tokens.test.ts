import { beforeAll, describe, expect, test } from 'vitest'
import { makeDeck, makeTeam, testPassword } from '../../testing/factories.ts'
import { joined } from '../../testing/team-people.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import type { RequestOptions } from '../../testing/test-client.ts'
import { type Contract, refusesTokens } from '../contract.ts'
import { routes } from '../index.ts'

const contracts = routes.map((route) => route.contract)
const called = (contract: Contract) => `${contract.method} ${contract.path}`

/** What tokens must never reach, by the words of the path: written from the promise, not from the contracts. */
const forbidden =
  /^\/(users(?!\/decks\.html)|teams|subscriptions|account|access_tokens|admin)\b|\/(admin|operator|sessions|api_tokens|passkeys?|second_step|two_step|authenticator|recovery_codes|email_change|subscriptions?|billing|coupons?|receipts?|sign_on|sso|identity|identities)\b/

test('passwords, e-mail, sessions, tokens, billing, sign-on, deletion and /admin refuse API tokens', () => {
  const open = contracts.filter((contract) => forbidden.test(contract.path) && !refusesTokens(contract))
  expect(open.map(called)).toEqual([])
  const refusing = contracts.filter(refusesTokens)
  expect(refusing.length).toBeGreaterThan(10)
  expect(contracts.length - refusing.length).toBeGreaterThan(40)
})

eachDatabase((makeApp) => {
  let app: TestApp
  let ann: TestPerson
  let deckId: number
  let requests = 0

  beforeAll(async () => {
    app = await makeApp()
    ann = await app.person({ operator: true, plan: 'pro' })
    deckId = (await makeDeck(app.services, ann.user)).id
  })

  const create = async (person: TestPerson, fields: Record<string, unknown> = {}) => {
    const api_token = { name: 'Deploy script', scope: 'write', current_password: testPassword, ...fields }
    return person.post('/api/v1/api_tokens.json', { api_token })
  }
  const tokenOf = async (person: TestPerson, scope: 'read' | 'write' = 'write') =>
    (await create(person, { scope })).body.token as string

  /** A program: no cookies, no CSRF token, each call from a new address. */
  function asProgram(token: string, method: Contract['method'], url: string, options: RequestOptions = {}) {
    requests += 1
    const client = app.visitor()
    client.clearCookies()
    const address = options.address ?? `10.9.${requests >> 8}.${requests & 255}`
    const headers = { authorization: `Bearer ${token}`, ...options.headers }
    return client.request(method, url, { csrf: false, ...options, address, headers })
  }
  const rowsOf = (person: TestPerson) =>
    app.services.database.read.selectFrom('api_tokens').selectAll().where('user_id', '=', person.user.id).execute()
  const auditOf = async (person: TestPerson, action: string) =>
    (
      await app.services.database.read
        .selectFrom('audit')
        .selectAll()
        .where('actor_id', '=', person.user.id)
        .where('action', '=', action)
        .execute()
    ).map(({ resource, detail, address }) => ({ resource, detail, address }))

  describe('a new token', () => {
    test.each([
      ['without a name', { name: ' ' }, 'name'],
      ['with a long name', { name: 'x'.repeat(61) }, 'name'],
      ['with an unknown scope', { scope: 'admin' }, 'scope'],
      ['with another lifetime', { expires_in_days: 3650 }, 'expires_in_days'],
      ['without the password', { current_password: '' }, 'current_password'],
      ['with a wrong password', { current_password: 'guess' }, 'current_password'],
    ])('%s is refused at its field', async (_, fields, field) => {
      const bob = await app.person()
      const answer = await create(bob, fields)
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]])
      expect(await rowsOf(bob)).toEqual([])
    })

    test('is shown once, stored as hash, and announced by mail without it', async () => {
      const bob = await app.person()
      const answer = await create(bob, { name: ' Deploy\nscript ', expires_in_days: 7 })
      expect([answer.status, answer.body.name, answer.body.scope]).toEqual([201, 'Deploy script', 'write'])
      const { token } = answer.body
      expect(token).toMatch(/^lectern_[\w-]{43}$/)
      const days = (Date.parse(answer.body.expires_at) - Date.parse(answer.body.created_at)) / 86_400_000
      expect(days).toBe(7)
      const listed = await bob.get('/api/v1/api_tokens.json')
      expect(listed.body.results).toMatchObject([{ name: 'Deploy script', last_used_at: null, expired: false }])
      const mails = await app.services.database.read.selectFrom('mails').selectAll().execute()
      expect(mails.filter((mail) => mail.recipient === bob.user.email)).toHaveLength(1)
      const stored = JSON.stringify([await rowsOf(bob), mails, await auditOf(bob, 'api-token.create'), listed.body])
      expect(stored).not.toContain(token)
      expect(stored).not.toContain(token.slice('lectern_'.length))
    })

    test('is refused when there are twenty, also at once', async () => {
      const bob = await app.person()
      const now = app.services.now()
      for (let n = 0; n < 19; n += 1) {
        const row = { name: `${n}`, scope: 'read', token_hash: `${bob.user.id}-${n}`, created_at: now, expires_at: now }
        const values = { ...row, scope: 'read' as const, user_id: bob.user.id }
        await app.services.database.write.insertInto('api_tokens').values(values).execute()
      }
      const statuses = (await Promise.all([create(bob), create(bob)])).map(({ status }) => status)
      expect(statuses.sort()).toEqual([201, 422])
    })
  })

  describe('a token', () => {
    test('reads and writes as its owner, without cookies and CSRF token', async () => {
      const token = await tokenOf(ann)
      const me = await asProgram(token, 'GET', '/api/v1/users/me.json')
      expect([me.status, me.body.id]).toEqual([200, ann.user.id])
      const made = await asProgram(token, 'POST', '/api/v1/decks', { body: { deck: { title: 'By a program' } } })
      expect([made.status, made.body.title]).toEqual([201, 'By a program'])
      expect(made.headers['set-cookie']).toBeUndefined()
    })

    test.each(['x', 'lectern_', `lectern_${'a'.repeat(43)}`])('%s is a 401, also on public routes', async (token) => {
      for (const path of ['/api/v1/users/me', `/api/v1/decks/${deckId}`, '/api/v1/status', '/api/v1/fonts']) {
        const answer = await asProgram(token, 'GET', path)
        expect([answer.status, answer.body]).toEqual([401, { error: 'This API token is unknown or has expired' }])
        expect(answer.headers['www-authenticate']).toBe('Bearer error="invalid_token"')
      }
    })

    test('that is expired, deleted, or of a deactivated owner is a 401', async () => {
      const bob = await app.person()
      const { body } = await create(bob, { expires_in_days: 7 })
      const status = async () => (await asProgram(body.token, 'GET', '/api/v1/status')).status
      expect(await status()).toBe(200)
      const { write } = app.services.database
      const setActive = (active: boolean) =>
        write.updateTable('users').set({ active }).where('id', '=', bob.user.id).execute()
      await setActive(false)
      expect(await status()).toBe(401)
      await setActive(true)
      const [row] = await rowsOf(bob)
      const expireAt = (expires_at: Date) =>
        write.updateTable('api_tokens').set({ expires_at }).where('id', '=', body.id)
      await expireAt(app.services.now()).execute()
      expect(await status()).toBe(401)
      expect((await bob.get('/api/v1/api_tokens')).body.results[0].expired).toBe(true)
      await expireAt(row?.expires_at as Date).execute()
      expect(await status()).toBe(200)
      expect((await ann.delete(`/api/v1/api_tokens/${body.id}`)).status).toBe(404)
      expect((await bob.delete(`/api/v1/api_tokens/${body.id}`)).status).toBe(204)
      expect(await status()).toBe(401)
    })

    test('with a session cookie beside it is ignored: the request is the session’s, and needs its CSRF token', async () => {
      const bob = await app.person()
      const headers = { authorization: `Bearer ${await tokenOf(ann)}` }
      expect((await bob.get('/api/v1/users/me', { headers })).body.id).toBe(bob.user.id)
      const change = { user_settings: { present_notes: false } }
      const forged = await bob.put('/api/v1/user_settings', change, { headers, csrf: false })
      expect(forged.status).toBe(422)
      const dead = app.visitor()
      dead.setCookie('session', 'ended')
      expect((await dead.get('/api/v1/users/me', { headers })).status).toBe(401)
    })

    test('other schemes of the Authorization header are not API tokens', async () => {
      const headers = { authorization: 'Basic YTpi' }
      expect((await app.visitor().get('/api/v1/status', { headers })).body).toMatchObject({ user_signed_in: false })
    })

    test('follows the membership of its owner, and works on the host of no other team', async () => {
      const team = await makeTeam(app.services, `acme${requests}`)
      const other = await makeTeam(app.services, `other${requests}`)
      const member = await app.person({ team_id: team.id, membership_role: 'admin' })
      const token = await tokenOf(member)
      const on = (slug: string) => asProgram(token, 'GET', '/api/v1/status', { host: `${slug}.localhost:3000` })
      expect([(await on(team.slug)).status, (await on(other.slug)).status]).toEqual([200, 401])
      const leave = { team_id: null, membership_role: null }
      await app.services.database.write.updateTable('users').set(leave).where('id', '=', member.user.id).execute()
      expect((await on(team.slug)).status).toBe(401)
      expect((await asProgram(token, 'GET', '/api/v1/status')).body.user_id).toBe(member.user.id)
    })

    test('is no member’s in a team that requires single sign-on, except an owner’s', async () => {
      const team = await makeTeam(app.services, 'signs-on', { require_sso: true })
      const member = await app.person({ team_id: team.id, membership_role: 'admin' })
      const owner = await app.person({ team_id: team.id, membership_role: 'owner' })
      const read = async (person: TestPerson) => (await asProgram(await tokenOf(person), 'GET', '/api/v1/team')).status
      expect([await read(member), await read(owner)]).toEqual([404, 200])
      const onHost = { host: 'signs-on.localhost:3000' }
      expect((await asProgram(await tokenOf(member), 'GET', '/api/v1/users/me', onHost)).status).toBe(401)
    })

    test('is in the audit log with its use, once an hour and address, and with what it changed', async () => {
      const bob = await app.person()
      const { body } = await create(bob)
      const use = (address: string) => asProgram(body.token, 'GET', '/api/v1/status', { address })
      await use('192.0.2.1')
      await use('192.0.2.1')
      await use('192.0.2.2')
      const resource = `api_token:${body.id}`
      const entry = (address: string) => ({ resource, address, detail: { api_token: body.id } })
      expect(await auditOf(bob, 'api-token.use')).toEqual([entry('192.0.2.1'), entry('192.0.2.2')])
      expect(await rowsOf(bob)).toMatchObject([{ last_used_address: '192.0.2.2' }])
      const owner = await joined(app, (await makeTeam(app.services, 'token-team')).id, 'owner')
      const made = await create(owner)
      const invited = await asProgram(made.body.token, 'POST', '/api/v1/team/users', {
        body: { user: { email: 'guest@example.com' } },
      })
      expect(invited.status).toBe(201)
      expect((await auditOf(owner, 'team.invite'))[0]?.detail).toMatchObject({ api_token: made.body.id })
    })

    test('cannot download the account, which contains sessions, passkeys and payments', async () => {
      const bob = await app.person()
      expect((await asProgram(await tokenOf(bob, 'read'), 'GET', '/api/v1/users/export')).status).toBe(403)
    })
  })

  describe('over all routes', () => {
    const refused = { error: 'API tokens are not accepted here, only a signed-in browser is' }
    const readOnly = { error: 'This API token may only read' }
    let write: string
    let read: string
    beforeAll(async () => {
      write = await tokenOf(ann)
      read = await tokenOf(ann, 'read')
    })
    const calls = contracts.map((contract) => [called(contract), contract] as const)
    const send = (token: string, contract: Contract) =>
      asProgram(token, contract.method, contract.path.replace(/:\w+/g, String(deckId)), {
        ...(contract.method === 'GET' ? {} : { body: {} }),
      })

    test.each(calls.filter(([, contract]) => refusesTokens(contract)))('%s refuses a token', async (_, contract) => {
      for (const token of [write, read]) {
        const answer = await send(token, contract)
        expect([answer.status, answer.body]).toEqual([403, refused])
      }
    })

    test.each(calls.filter(([, contract]) => !refusesTokens(contract)))(
      '%s takes a token within its scope',
      async (_, contract) => {
        const answer = await send(read, contract)
        if (contract.method === 'GET') expect([answer.status, answer.body]).not.toEqual([403, refused])
        else expect([answer.status, answer.body]).toEqual([403, readOnly])
        const full = await send(write, contract)
        expect([401, 500]).not.toContain(full.status)
        expect([refused, readOnly]).not.toContainEqual(full.body)
      },
    )
  })
})
