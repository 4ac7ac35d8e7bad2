import { createHash, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { beforeAll, expect, test } from 'vitest'
import { makeTeam, testPassword } from '../../testing/factories.ts'
import { readMails } from '../../testing/mails.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import type { RequestOptions, TestClient } from '../../testing/test-client.ts'
import { insertReset } from '../password-resets/queries.ts'
import { hashResetToken } from '../password-resets/reset-token.ts'
import { beginSessionTransfer } from '../session-transfer/mount-session-transfer.ts'

/** Attempts to act as a user without being entitled to: by cookies, transfers, tokens and mailed links. */

const acme = { host: 'acme.localhost:3000' }
const other = { host: 'other.localhost:3000' }
const day = 86_400_000
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** What an attack sends in the end, and where: a browser, and the request that asks who is signed in. */
interface Attempt {
  readonly browser: TestClient
  readonly options?: RequestOptions
}

eachDatabase((makeApp) => {
  let app: TestApp
  let acmeId: number
  beforeAll(async () => {
    app = await makeApp({
      extend: (server, services) => {
        server.get('/a-team-page', (request, reply) => beginSessionTransfer(services, request, reply, '/'))
      },
    })
    acmeId = (await makeTeam(app.services, 'acme')).id
    await makeTeam(app.services, 'other')
  })

  const victimOf = () => app.person({ team_id: acmeId })
  const idOf = (client: TestClient) => client.cookie('session') as string
  const withCookie = (value: string, name = 'session'): Attempt => {
    const browser = app.visitor()
    browser.setCookie(name, value)
    return { browser }
  }
  const byHeader = (headers: Record<string, string>): Attempt => {
    const browser = app.visitor()
    browser.clearCookies()
    return { browser, options: { headers } }
  }
  const rowOf = async ({ user }: TestPerson) =>
    app.services.database.read
      .selectFrom('sessions')
      .selectAll()
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow()
  const resetTokenOf = async ({ user }: TestPerson) => {
    const token = randomBytes(32).toString('base64url')
    const now = app.services.now()
    const tokenHash = hashResetToken(app.services, token)
    const reset = { tokenHash, userId: user.id, now, expiresAt: new Date(now.getTime() + 60_000) }
    await insertReset(app.services.database.write, reset)
    return token
  }
  const setPassword = (client: TestClient, reset_password_token: string) =>
    client.put('/users/password', { user: { reset_password_token, password: 'seven green bottles' } })
  const tokenOf = async (victim: TestPerson) => {
    const api_token = { name: 'x', scope: 'write', current_password: testPassword }
    return (await victim.post('/api/v1/api_tokens', { api_token })).body as { token: string }
  }
  /** A browser on the team's host that waits for its code, and the victim's code for it. */
  const transferOf = async (victim: TestPerson) => {
    const browser = app.visitor()
    const begun = new URL(String((await browser.get('/a-team-page', acme)).headers.location))
    const given = await victim.get(begun.pathname + begun.search)
    const url = new URL(String(given.headers.location))
    return { browser, path: url.pathname + url.search }
  }
  const enableTwoStep = async (victim: TestPerson) => {
    const two_step = { current_password: testPassword }
    const secret = (await victim.post('/api/v1/users/two_step', { two_step })).body.secret as string
    const code = (ahead: number) => {
      const timestamp = app.services.now().getTime() + ahead * 30_000
      return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
    }
    await victim.put('/api/v1/users/two_step', { two_step: { code: code(-1) } })
    return { code }
  }
  const passwordOf = (client: TestClient, { user }: TestPerson) =>
    client.post('/users/sign_in', { user: { login: user.username, password: testPassword } })
  const asBody = (client: TestClient, path: string, user: unknown) => client.post(path, { user })
  /** The victim's own session after something has ended it. */
  const after = async (victim: TestPerson, ending: () => Promise<unknown>): Promise<Attempt> => {
    const stolen = idOf(victim)
    await ending()
    return withCookie(stolen)
  }

  const vectors: Readonly<Record<string, (victim: TestPerson) => Promise<Attempt>>> = {
    'a guessed session id': async () => withCookie('a'.repeat(43)),
    'the stored hash of a session': async (victim) => withCookie((await rowOf(victim)).id_hash),
    'the id of a sign-in, which its list shows': async (victim) => withCookie((await rowOf(victim)).family),
    'a shortened session id': async (victim) => withCookie(idOf(victim).slice(0, -1)),
    'a lengthened session id': async (victim) => withCookie(`${idOf(victim)}A`),
    'a session id in other letters': async (victim) =>
      withCookie(
        idOf(victim)
          .toUpperCase()
          .replace(/^[^A-Z]*/, 'Z'),
      ),
    'two session cookies': async (victim) => byHeader({ cookie: `session=${idOf(victim)}; session=x` }),
    'a session id under another cookie name': async (victim) => withCookie(idOf(victim), '__Host-session'),
    'a session id in a header': async (victim) => byHeader({ 'x-session': idOf(victim) }),
    'a session id as Bearer': async (victim) => byHeader({ authorization: `Bearer ${idOf(victim)}` }),
    'a session of the app on a team’s host': async (victim) => ({ ...withCookie(idOf(victim)), options: acme }),
    'a session of a team’s host on the app': async (victim) => {
      const { browser, path } = await transferOf(victim)
      await browser.get(path, acme)
      return withCookie(idOf(browser))
    },
    'a session of a team’s host on another team’s': async (victim) => {
      const { browser, path } = await transferOf(victim)
      await browser.get(path, acme)
      return { ...withCookie(idOf(browser)), options: other }
    },
    'a session after sign-out': (victim) => after(victim, () => victim.delete('/users/sign_out')),
    'a session that another one ended': async (victim) => {
      const phone = await app.signIn(victim.user)
      return after(victim, async () => phone.delete(`/api/v1/sessions/${(await rowOf(victim)).family}`))
    },
    'a session after “sign out everywhere else”': async (victim) => {
      const phone = await app.signIn(victim.user)
      return after(victim, () => phone.delete('/api/v1/sessions'))
    },
    'a session after a new password': (victim) => {
      const user = { password: 'brand new words', current_password: testPassword }
      return after(victim, () => victim.put('/users', { user }))
    },
    'a session after a password reset': (victim) =>
      after(victim, async () => setPassword(app.visitor(), await resetTokenOf(victim))),
    'another session after a new e-mail': async (victim) => {
      const phone = await app.signIn(victim.user)
      const email = `${victim.user.username}@elsewhere.example`
      await phone.put('/users', { user: { email, current_password: testPassword } })
      const [mail] = await readMails(app.services, email)
      const email_token = /email_token=([\w-]+)/.exec(mail?.text ?? '')?.[1]
      return after(victim, () => app.visitor().put('/users/email', { user: { email_token } }))
    },
    'a session of a deactivated user': (victim) => {
      const users = app.services.database.write.updateTable('users').set({ active: false })
      return after(victim, () => users.where('id', '=', victim.user.id).execute())
    },
    'a session of a deleted user': (victim) =>
      after(victim, () => victim.delete('/users', { user: { password: testPassword } })),
    'a session id planted before the sign-in': async (victim) => {
      const planted = idOf(victim)
      await passwordOf(victim, victim)
      return withCookie(planted)
    },
    'the cookie that remembers a browser': async (victim) => {
      const home = app.visitor()
      await passwordOf(home, victim)
      return withCookie(home.cookie('device') as string)
    },
    'the cookie between password and code': async (victim) => {
      await enableTwoStep(victim)
      const half = app.visitor()
      await passwordOf(half, victim)
      return withCookie(half.cookie('second-step') as string)
    },
    'a code without the password': async (victim) => {
      const { code } = await enableTwoStep(victim)
      const browser = app.visitor()
      await asBody(browser, '/users/sign_in/second_step', { code: code(0) })
      return { browser }
    },
    'a password reset instead of the code': async (victim) => {
      await enableTwoStep(victim)
      const browser = app.visitor()
      await setPassword(browser, await resetTokenOf(victim))
      return { browser }
    },
    'a reset link for the second time': async (victim) => {
      const token = await resetTokenOf(victim)
      await setPassword(app.visitor(), token)
      const browser = app.visitor()
      await setPassword(browser, token)
      return { browser }
    },
    'the link of an e-mail as a reset link': async (victim) => {
      const email = `${victim.user.username}@elsewhere.example`
      await victim.put('/users', { user: { email, current_password: testPassword } })
      const [mail] = await readMails(app.services, email)
      const browser = app.visitor()
      await setPassword(browser, /email_token=([\w-]+)/.exec(mail?.text ?? '')?.[1] as string)
      return { browser }
    },
    'a code of a transfer in another browser': async (victim) => {
      const { path } = await transferOf(victim)
      const browser = app.visitor()
      await browser.get(path, acme)
      return { browser, options: acme }
    },
    'a code of a transfer with another nonce': async (victim) => {
      const { path } = await transferOf(victim)
      const browser = app.visitor()
      await browser.get('/a-team-page', acme)
      await browser.get(path, acme)
      return { browser, options: acme }
    },
    'a code of a transfer for the second time': async (victim) => {
      const { browser, path } = await transferOf(victim)
      const nonce = browser.cookie('handoff') as string
      await browser.get(path, acme)
      const thief = app.visitor()
      thief.setCookie('handoff', nonce)
      await thief.get(path, acme)
      return { browser: thief, options: acme }
    },
    'a code of a transfer on another team’s host': async (victim) => {
      const { browser, path } = await transferOf(victim)
      await browser.get(path, other)
      return { browser, options: other }
    },
    'a code of a transfer on the app’s host': async (victim) => {
      const { browser, path } = await transferOf(victim)
      await browser.get(path)
      return { browser }
    },
    'the stored hash of a transfer’s code': async (victim) => {
      const { browser, path } = await transferOf(victim)
      await browser.get(
        path.replace(/code=([\w-]+)/, (_, code: string) => `code=${sha256(code)}`),
        acme,
      )
      return { browser, options: acme }
    },
    'a code of a transfer after sign-out': async (victim) => {
      const { browser, path } = await transferOf(victim)
      await victim.delete('/users/sign_out')
      await browser.get(path, acme)
      return { browser, options: acme }
    },
    'a code of a transfer after the membership ended': async (victim) => {
      const { browser, path } = await transferOf(victim)
      const users = app.services.database.write.updateTable('users').set({ team_id: null })
      await users.where('id', '=', victim.user.id).execute()
      await browser.get(path, acme)
      return { browser, options: acme }
    },
    'an API token as session cookie': async (victim) => withCookie((await tokenOf(victim)).token),
    'an API token in the query': async (victim) => {
      const browser = app.visitor()
      const { token } = await tokenOf(victim)
      await browser.get(`/api/v1/users/me?access_token=${token}&token=${token}`)
      return { browser }
    },
    'the stored hash of an API token': async (victim) => {
      const { token } = await tokenOf(victim)
      return byHeader({ authorization: `Bearer ${app.services.keys.hash('api-token', token)}` })
    },
    'a session unused for thirty days': async (victim) => {
      app.advance(30 * day + 60_000)
      return withCookie(idOf(victim))
    },
    'a session of ninety days ago': async (victim) => {
      const sessions = app.services.database.write.updateTable('sessions').set({ expires_at: app.services.now() })
      await sessions.where('user_id', '=', victim.user.id).execute()
      return withCookie(idOf(victim))
    },
    'a code of a transfer a minute later': async (victim) => {
      const { browser, path } = await transferOf(victim)
      app.advance(60_000)
      await browser.get(path, acme)
      return { browser, options: acme }
    },
  }
  const actsAs = async ({ browser, options }: Attempt, { user }: TestPerson) =>
    (await browser.get('/api/v1/status', options)).body.user_id === user.id

  test('the attacks are as many as promised', () => {
    expect(Object.keys(vectors).length).toBeGreaterThanOrEqual(35)
  })

  test.each(Object.entries(vectors))('nobody acts as a user by %s', async (_, attack) => {
    const victim = await victimOf()
    expect(await actsAs({ browser: victim }, victim)).toBe(true)
    expect(await actsAs(await attack(victim), victim)).toBe(false)
  })

  test('the same ways work for the user: session, transfer, token, two steps and a reset link', async () => {
    const victim = await victimOf()
    const { browser, path } = await transferOf(victim)
    await browser.get(path, acme)
    expect(await actsAs({ browser, options: acme }, victim)).toBe(true)
    expect(await actsAs(withCookie(idOf(victim)), victim)).toBe(true)
    const { token } = await tokenOf(victim)
    expect(await actsAs(byHeader({ authorization: `Bearer ${token}` }), victim)).toBe(true)
    const reset = app.visitor()
    await setPassword(reset, await resetTokenOf(victim))
    expect(await actsAs({ browser: reset }, victim)).toBe(true)
    const careful = await victimOf()
    const { code } = await enableTwoStep(careful)
    const half = app.visitor()
    await passwordOf(half, careful)
    await asBody(half, '/users/sign_in/second_step', { code: code(0) })
    expect(await actsAs({ browser: half }, careful)).toBe(true)
  })
})
