import { hash } from '@node-rs/argon2'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeTeam, testPassword } from '../../testing/factories.ts'
import { eachDatabase, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { defineJobs } from '../jobs.ts'

const day = 86_400_000
const wrong = 'Wrong e-mail, username or password'

eachDatabase((makeApp) => {
  let app: TestApp
  let addresses = 0
  /** An IP address without attempts by other tests. */
  const freshAddress = () => {
    addresses += 1
    return `198.51.100.${addresses}`
  }
  const signIn = (client: TestClient, login: string, password = testPassword, address = freshAddress()) =>
    client.post('/users/sign_in.json', { user: { login, password } }, { address })
  const signedIn = async (client: TestClient) => (await client.get('/api/v1/status.json')).body.user_signed_in
  const sessionsIn = (userId: number) =>
    app.services.database.read.selectFrom('sessions').selectAll().where('user_id', '=', userId).execute()

  beforeAll(async () => {
    app = await makeApp()
    defineJobs(app.services)
  })

  describe('signing in', () => {
    test('works with e-mail or username in any case, and starts a session', async () => {
      const { user } = await app.person({ username: 'signer' })
      for (const login of ['signer', 'SIGNER', ' signer@Example.org ']) {
        const visitor = app.visitor()
        const answer = await signIn(visitor, login)
        expect([answer.status, answer.body.id, await signedIn(visitor)]).toEqual([200, user.id, true])
        expect(answer.headers['x-csrf-token']).toBe(visitor.csrfToken())
        expect(String(answer.headers['set-cookie'])).toMatch(/session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax/)
      }
    })

    test('with wrong credentials fails with the same message whether the account exists or not', async () => {
      const { user } = await app.person({ username: 'known' })
      const tries = [
        [user.username, 'wrong password'],
        [user.username, `${testPassword} `],
        [user.username, testPassword.toUpperCase()],
        ['unknown', testPassword],
        ['unknown@example.org', 'x'],
        ["known' --", testPassword],
        ['%', testPassword],
      ] as const
      for (const [login, password] of tries) {
        const visitor = app.visitor()
        const answer = await signIn(visitor, login, password)
        expect([answer.status, answer.body]).toEqual([401, { error: wrong }])
        expect([visitor.cookie('session'), await signedIn(visitor)]).toEqual([undefined, false])
      }
    })

    test('empty fields are refused with field errors', async () => {
      const answer = await signIn(app.visitor(), '', '')
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['login', 'password']])
    })

    test('a deactivated user sees the reason only with the correct password', async () => {
      await app.person({ username: 'retired', active: false })
      const right = await signIn(app.visitor(), 'retired')
      expect([right.status, right.body.error]).toEqual([401, 'This account has been deactivated by its team'])
      expect((await signIn(app.visitor(), 'retired', 'wrong')).body.error).toBe(wrong)
    })

    test('signing in replaces an earlier session, which ends', async () => {
      const ann = await app.person()
      const planted = ann.cookie('session') as string
      await signIn(ann, ann.user.username)
      expect(ann.cookie('session')).not.toBe(planted)
      const thief = app.visitor()
      thief.setCookie('session', planted)
      expect(await signedIn(thief)).toBe(false)
    })

    test('a session id set by an attacker is not adopted', async () => {
      const { user } = await app.person()
      const visitor = app.visitor()
      visitor.setCookie('session', 'chosen-by-an-attacker')
      // A visitor's page has a token bound to the visitor cookie.
      const headers = { 'x-csrf-token': app.services.keys.sign('csrf', 'visitor:a-test-visitor') }
      const body = { user: { login: user.username, password: testPassword } }
      const answer = await visitor.post('/users/sign_in', body, { headers, address: freshAddress() })
      expect(answer.status).toBe(200)
      expect(visitor.cookie('session')).not.toBe('chosen-by-an-attacker')
    })

    test('two session cookies are both ignored, since an attacker may have set one', async () => {
      const ann = await app.person()
      const cookie = `session=${ann.cookie('session')}; session=other`
      const answer = await app.visitor().get('/api/v1/status', { headers: { cookie } })
      expect(answer.body.user_signed_in).toBe(false)
    })

    test.each(['%', '%zz', '%E0%A4%A'])('a malformed session cookie (%s) is ignored', async (value) => {
      const answer = await app.visitor().get('/api/v1/status', { headers: { cookie: `session=${value}` } })
      expect([answer.status, answer.body.user_signed_in]).toEqual([200, false])
    })

    test('signing in needs a CSRF token', async () => {
      const { user } = await app.person()
      const body = { user: { login: user.username, password: testPassword } }
      const answer = await app.visitor().post('/users/sign_in.json', body, { csrf: false, address: freshAddress() })
      expect(answer.status).toBe(422)
    })

    test('after ten failed attempts an address must wait, and other addresses need not', async () => {
      const { user } = await app.person()
      const address = freshAddress()
      for (let n = 0; n < 10; n += 1) {
        expect((await signIn(app.visitor(), `nobody${n}`, 'x', address)).status).toBe(401)
      }
      const late = await signIn(app.visitor(), user.username, testPassword, address)
      expect(late.status).toBe(429)
      expect(Number(late.headers['retry-after'])).toBeGreaterThan(0)
      expect((await signIn(app.visitor(), user.username)).status).toBe(200)
    })

    test('successful attempts do not count against an address', async () => {
      const { user } = await app.person()
      const address = freshAddress()
      for (let n = 0; n < 14; n += 1) {
        expect((await signIn(app.visitor(), user.username, testPassword, address)).status).toBe(200)
      }
    })

    describe('guessing one login from many addresses', () => {
      const fail = async (client: TestClient, login: string, times: number) => {
        const statuses: number[] = []
        for (let n = 0; n < times; n += 1) statuses.push((await signIn(client, login, 'a wrong guess')).status)
        return statuses
      }

      test('must wait after four failures, whether the account exists or not', async () => {
        const { user } = await app.person({ username: 'guessedat' })
        const answers = []
        for (const login of [user.username, 'guessedatnobody', 'nobody@guessed.example']) {
          const statuses = await fail(app.visitor(), login, 5)
          const late = await signIn(app.visitor(), login.toUpperCase())
          answers.push([statuses, late.status, late.headers['retry-after'], late.body])
        }
        const waits = [[401, 401, 401, 401, 429], 429, '1', { error: 'Too many tries, please wait a moment' }]
        expect(answers).toEqual([waits, waits, waits])
        // The account's other login is not delayed: that would reveal that both belong together.
        expect((await signIn(app.visitor(), user.email, 'a wrong guess')).status).toBe(401)
      })

      test('ends after the wait with the correct password', async () => {
        const { user } = await app.person()
        await fail(app.visitor(), user.username, 4)
        await waitFor(async () => (await signIn(app.visitor(), user.username)).status === 200)
      })

      test('does not lock the owner out of a browser they have used before', async () => {
        const { user } = await app.person()
        const home = app.visitor()
        await signIn(home, user.username)
        await home.delete('/users/sign_out.json')
        await fail(app.visitor(), user.username, 5)
        const answer = await signIn(home, user.username)
        expect(answer.status).toBe(200)
        // Such a browser cannot bypass the limit: its own failures count, and other accounts do not know it.
        const { user: other } = await app.person()
        await home.delete('/users/sign_out.json')
        expect(await fail(home, user.username, 5)).toEqual([401, 401, 401, 401, 429])
        expect(await fail(home, other.username, 5)).toEqual([401, 401, 401, 401, 429])
      })

      test('concurrent attempts are limited like sequential attempts', async () => {
        const { user } = await app.person()
        const tries = Array.from({ length: 12 }, () => signIn(app.visitor(), user.username, 'a wrong guess'))
        const statuses = (await Promise.all(tries)).map((answer) => answer.status)
        expect(statuses.filter((status) => status === 401)).toHaveLength(4)
        expect(statuses.filter((status) => status === 429)).toHaveLength(8)
      })
    })

    test('an outdated password hash is replaced at sign-in', async () => {
      const cheap = await hash(testPassword, { memoryCost: 8_192, timeCost: 1, parallelism: 1 })
      const { user } = await app.person({ password_hash: cheap })
      expect((await signIn(app.visitor(), user.username)).status).toBe(200)
      const { database } = app.services
      const row = await database.read
        .selectFrom('users')
        .selectAll()
        .where('id', '=', user.id)
        .executeTakeFirstOrThrow()
      expect(row.password_hash).toContain('m=19456,t=2')
      expect((await signIn(app.visitor(), user.username)).status).toBe(200)
    })

    test('sign-ins and failures are in the audit log, without the password', async () => {
      const { user } = await app.person()
      await signIn(app.visitor(), user.username, 'a wrong secret')
      await signIn(app.visitor(), user.username)
      const resource = `user:${user.id}`
      const { database } = app.services
      const rows = await database.read
        .selectFrom('audit')
        .selectAll()
        .where('resource', '=', resource)
        .orderBy('id')
        .execute()
      expect(rows.map((row) => [row.action, row.actor_id])).toEqual([
        ['sign-in.fail', null],
        ['sign-in', user.id],
      ])
      expect(JSON.stringify(rows)).not.toContain('a wrong secret')
    })
  })

  describe('signing out', () => {
    test('ends the sessions of this sign-in on all hosts, but no session of another device', async () => {
      const ann = await app.person()
      const phone = await app.signIn(ann.user)
      const [session] = await sessionsIn(ann.user.id)
      const { database } = app.services
      const onTeam = { ...session!, id_hash: `team-${ann.user.id}`, host: 'acme.localhost:3000' }
      await database.write.insertInto('sessions').values(onTeam).execute()
      const kept = ann.cookie('session') as string
      const first = (await sessionsIn(ann.user.id)).find((row) => row.id_hash === session?.id_hash)?.family
      const browser = first === session?.family ? ann : phone
      expect((await browser.delete('/users/sign_out.json')).status).toBe(204)
      expect(ann.cookie('session')).toBeUndefined()
      expect(await signedIn(phone)).toBe(true)
      ann.setCookie('session', kept)
      expect(await signedIn(ann)).toBe(false)
      expect(await sessionsIn(ann.user.id)).toHaveLength(1)
    })

    test('succeeds without a session', async () => {
      const ann = await app.person()
      expect((await ann.delete('/users/sign_out')).status).toBe(204)
      expect((await ann.delete('/users/sign_out')).status).toBe(204)
      expect((await app.visitor().delete('/users/sign_out.json')).status).toBe(204)
    })

    test('cannot be triggered by another site', async () => {
      const ann = await app.person()
      expect((await ann.get('/users/sign_out.json')).status).not.toBe(204)
      expect((await ann.delete('/users/sign_out', undefined, { csrf: false })).status).toBe(422)
      const origin = { origin: 'https://evil.example' }
      expect((await ann.delete('/users/sign_out', undefined, { headers: origin })).status).toBe(422)
      expect(await signedIn(ann)).toBe(true)
    })
  })

  describe('sessions expire and can be ended', () => {
    test('sessions expire after 30 days without use', async () => {
      const own = await makeApp()
      await own.person({ username: 'resting' })
      const [used, left] = [own.visitor(), own.visitor()]
      for (const browser of [used, left]) expect((await signIn(browser, 'resting')).status).toBe(200)
      own.advance(20 * day)
      expect(await signedIn(used)).toBe(true)
      own.advance(20 * day)
      expect([await signedIn(used), await signedIn(left)]).toEqual([true, false])
    })

    test('sessions expire 90 days after signing in, even if they are used', async () => {
      const own = await makeApp()
      await own.person({ username: 'steady' })
      const browser = own.visitor()
      await signIn(browser, 'steady')
      for (let n = 0; n < 4; n += 1) {
        own.advance(22 * day)
        expect(await signedIn(browser)).toBe(true)
      }
      own.advance(3 * day)
      expect(await signedIn(browser)).toBe(false)
    })

    test('the list shows all sign-ins without any session secret', async () => {
      const ann = await app.person()
      const phone = await app.signIn(ann.user)
      await app.person()
      const { body, status, text } = await ann.get('/api/v1/sessions.json')
      expect([status, body.total, body.results.length]).toEqual([200, 2, 2])
      const current = body.results.filter((row: { current: boolean }) => row.current)
      expect(current).toMatchObject([{ user_agent: 'test', address: '127.0.0.1' }])
      for (const client of [ann, phone]) expect(text).not.toContain(client.cookie('session'))
      for (const row of await sessionsIn(ann.user.id)) expect(text).not.toContain(row.id_hash)
      expect((await app.visitor().get('/api/v1/sessions')).status).toBe(401)
    })

    test('the list names the hosts of each sign-in, with their teams, and the address of the last use', async () => {
      const team = await makeTeam(app.services, 'listed', { name: 'Listed Ltd' })
      const ann = await app.person({ team_id: team.id })
      const [session] = await sessionsIn(ann.user.id)
      const now = app.services.now()
      const onTeam = { ...session, id_hash: 'on-the-team', host: 'listed.localhost:3000', address: '203.0.113.77' }
      const later = { last_seen_at: new Date(now.getTime() + 1_000), created_at: now }
      const { database } = app.services
      await database.write
        .insertInto('sessions')
        .values({ ...onTeam, ...later } as NonNullable<typeof session>)
        .execute()
      const { results } = (await ann.get('/api/v1/sessions')).body
      expect(results).toMatchObject([
        {
          ...{ current: true, address: '203.0.113.77', created_at: session?.created_at.toISOString() },
          places: [
            { host: 'listed.localhost:3000', team: 'Listed Ltd' },
            { host: 'localhost:3000', team: null },
          ],
        },
      ])
    })

    test('the address follows the use', async () => {
      const ann = await app.person()
      const old = new Date(app.services.now().getTime() - 6 * 60_000)
      const { write } = app.services.database
      await write.updateTable('sessions').set({ last_seen_at: old }).where('user_id', '=', ann.user.id).execute()
      await ann.get('/api/v1/status', { address: '203.0.113.78' })
      expect(await sessionsIn(ann.user.id)).toMatchObject([{ address: '203.0.113.78' }])
    })

    test('a user can sign out one of their own devices, but no device of another user', async () => {
      const ann = await app.person()
      const phone = await app.signIn(ann.user)
      const eve = await app.person()
      const { results } = (await phone.get('/api/v1/sessions')).body
      const { id } = results.find((row: { current: boolean }) => row.current)
      expect((await eve.delete(`/api/v1/sessions/${id}`)).status).toBe(404)
      expect(await signedIn(phone)).toBe(true)
      expect((await ann.delete(`/api/v1/sessions/${id}`)).status).toBe(204)
      expect([await signedIn(phone), await signedIn(ann)]).toEqual([false, true])
    })

    test('a user can sign out all other devices at once', async () => {
      const ann = await app.person()
      const others = [await app.signIn(ann.user), await app.signIn(ann.user)]
      const bob = await app.person()
      expect((await ann.delete('/api/v1/sessions')).status).toBe(204)
      for (const other of others) expect(await signedIn(other)).toBe(false)
      expect([await signedIn(ann), await signedIn(bob)]).toEqual([true, true])
    })

    test('a session is invalid on another host', async () => {
      const ann = await app.person()
      await makeTeam(app.services, 'acme')
      const answer = await ann.get('/api/v1/status', { host: 'acme.localhost:3000' })
      expect(answer.body.user_signed_in).toBe(false)
    })

    test('ended sessions and old mails are deleted', async () => {
      const own = await makeApp()
      defineJobs(own.services)
      const { read, transaction } = own.services.database
      const mailTo = (to: string) =>
        transaction((trx) => own.services.mail.send(trx, { to, subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' }))
      const ann = await own.person()
      await mailTo('ann@example.org')
      own.advance(31 * day)
      const bob = await own.person()
      await mailTo('bob@example.org')
      own.services.jobs.start()
      const planned = () => read.selectFrom('jobs').select('id').where('kind', '=', 'forget-ended').execute()
      await expect.poll(planned, { timeout: 20_000 }).toHaveLength(1)
      own.advance(day / 24)
      await expect
        .poll(
          async () => {
            const rows = await read.selectFrom('sessions').selectAll().execute()
            return rows.map((row) => row.user_id)
          },
          { timeout: 20_000 },
        )
        .toEqual([bob.user.id])
      expect(await signedIn(ann)).toBe(false)
      // The mails are deleted in the same transaction as the sessions.
      const mails = await read.selectFrom('mails').select('recipient').execute()
      expect(mails).toEqual([{ recipient: 'bob@example.org' }])
    })
  })

  test('the status tells visitors from signed-in users', async () => {
    const ann = await app.person()
    expect((await app.visitor().get('/api/v1/status.json')).body).toMatchObject({
      user_signed_in: false,
      user_id: null,
    })
    const own = (await ann.get('/api/v1/status')).body
    const signedIn = { user_signed_in: true, user_id: ann.user.id, csrf_token: ann.csrfToken() }
    expect(own).toEqual({ ...signedIn, editing_ended: null })
  })
})
