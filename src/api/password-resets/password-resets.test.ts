import { beforeAll, describe, expect, test } from 'vitest'
import { testPassword } from '../../testing/factories.ts'
import { readMails } from '../../testing/mails.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import { defineJobs } from '../jobs.ts'

const newPassword = 'seven green bottles'

eachDatabase((makeApp) => {
  let app: TestApp
  beforeAll(async () => {
    app = await makeApp()
    defineJobs(app.services)
  })

  const mailsTo = async (address: string) => {
    await app.services.jobs.idle()
    return readMails(app.services, address)
  }
  const requestReset = (email: string, address = '127.0.0.1') =>
    app.visitor().post('/users/password.json', { user: { email } }, { address })
  const set = (reset_password_token: string, password = newPassword) =>
    app.visitor().put('/users/password.json', { user: { reset_password_token, password } })
  const tokenFor = async (email: string) => {
    await requestReset(email)
    const mail = (await mailsTo(email)).findLast((one) => one.text.includes('reset_password_token='))
    return /reset_password_token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
  }
  /** A program with an API token of a person; its call. */
  const programOf = async (person: TestPerson) => {
    const api_token = { name: 'Backup', scope: 'read', current_password: testPassword }
    const { token } = (await person.post('/api/v1/api_tokens', { api_token })).body
    return () => app.visitor().get('/api/v1/users/me', { headers: { authorization: `Bearer ${token}` } })
  }
  const canSignIn = async (login: string, password: string) =>
    (await app.visitor().post('/users/sign_in', { user: { login, password } })).status === 200

  describe('requesting a password reset', () => {
    test('mails a link to the instance’s own URL', async () => {
      const { user } = await app.person({ name: 'Ann <b>' })
      expect((await requestReset(` ${user.email.toUpperCase()}`)).status).toBe(200)
      const [mail] = await mailsTo(user.email)
      expect(mail?.subject).toBe('A new password for Lectern')
      expect(mail?.text).toMatch(/http:\/\/localhost:3000\/users\/password\/edit\?reset_password_token=[\w-]{43}\n/)
      expect(mail?.html).toContain('Ann &lt;b&gt;')
    })

    test('answers the same whether an account has the address or not', async () => {
      const { user } = await app.person()
      const gone = await app.person({ active: false })
      const answers = [
        await requestReset(user.email),
        await requestReset('nobody@example.org'),
        await requestReset(gone.user.email),
      ]
      for (const answer of answers) expect([answer.status, answer.text]).toEqual([200, answers[0]?.text])
      const lengths = await Promise.all(
        ['nobody@example.org', gone.user.email].map(async (to) => (await mailsTo(to)).length),
      )
      expect(lengths).toEqual([0, 0])
    })

    test('sends at most three mails a day to one address, with the same answer', async () => {
      const { user } = await app.person()
      const texts = new Set<string>()
      for (let n = 0; n < 5; n += 1) texts.add((await requestReset(user.email)).text)
      expect(texts.size).toBe(1)
      expect(await mailsTo(user.email)).toHaveLength(3)
    })

    test('refuses an invalid email address', async () => {
      const answer = await requestReset('nonsense')
      expect([answer.status, answer.body.errors.email]).toEqual([422, ['Please enter a valid email']])
    })

    test('stores no usable token in the database', async () => {
      const { user } = await app.person()
      const token = await tokenFor(user.email)
      const { read } = app.services.database
      const rows = await read.selectFrom('password_resets').selectAll().execute()
      const mails = await read.selectFrom('mails').selectAll().execute()
      expect(token).toHaveLength(43)
      expect(mails.map(({ recipient }) => recipient)).toContain(user.email)
      expect(JSON.stringify([rows, mails])).not.toContain(token)
    })
  })

  describe('a reset link', () => {
    test('sets the password, signs in, and ends all other sessions', async () => {
      const ann = await app.person()
      const token = await tokenFor(ann.user.email)
      const visitor = app.visitor()
      const body = { user: { reset_password_token: token, password: newPassword } }
      const answer = await visitor.put('/users/password.json', body)
      expect([answer.status, answer.body.id]).toEqual([200, ann.user.id])
      expect((await visitor.get('/api/v1/status')).body.user_id).toBe(ann.user.id)
      expect((await ann.get('/api/v1/status')).body.user_signed_in).toBe(false)
      expect([await canSignIn(ann.user.email, newPassword), await canSignIn(ann.user.email, testPassword)]).toEqual([
        true,
        false,
      ])
      expect((await mailsTo(ann.user.email)).at(-1)?.subject).toBe('Your Lectern password was changed')
    })

    test('deletes all API tokens, and the mail says so', async () => {
      const [ann, bob] = [await app.person(), await app.person()]
      const programs = [await programOf(ann), await programOf(bob)]
      const statuses = async () => Promise.all(programs.map(async (call) => (await call()).status))
      expect(await statuses()).toEqual([200, 200])
      await set(await tokenFor(ann.user.email))
      expect(await statuses()).toEqual([401, 200])
      expect((await mailsTo(ann.user.email)).at(-1)?.text).toContain('Your API tokens were deleted')
    })

    test('can be checked for validity before and after its use', async () => {
      const { user } = await app.person()
      const token = await tokenFor(user.email)
      const check = async (given: string) =>
        (await app.visitor().get(`/users/password.json?reset_password_token=${given}`)).status
      expect(await check(token)).toBe(204)
      expect([await check('another'), await check('')]).toEqual([422, 422])
      await set(token)
      expect(await check(token)).toBe(422)
    })

    test('works once, even if used twice concurrently', async () => {
      const { user } = await app.person()
      const token = await tokenFor(user.email)
      const both = await Promise.all([set(token), set(token, 'eight green bottles')])
      expect(both.map((answer) => answer.status).sort()).toEqual([200, 422])
      expect((await set(token)).status).toBe(422)
    })

    test('ends after an hour', async () => {
      const own = await makeApp()
      defineJobs(own.services)
      const ann = await own.person()
      await own.visitor().post('/users/password', { user: { email: ann.user.email } })
      await own.services.jobs.idle()
      const [mail] = await readMails(own.services)
      const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1]
      own.advance(61 * 60_000)
      const body = { user: { reset_password_token: token, password: newPassword } }
      const answer = await own.visitor().put('/users/password', body)
      expect([answer.status, answer.body.error]).toEqual([
        422,
        'This link is no longer valid, please ask for a new one',
      ])
    })

    test('ends with any other change of the password', async () => {
      const ann = await app.person()
      const token = await tokenFor(ann.user.email)
      await ann.put('/users', { user: { password: 'nine green bottles', current_password: testPassword } })
      expect((await set(token)).status).toBe(422)
    })

    test('ends when a newer link is used', async () => {
      const { user } = await app.person()
      const [older, newer] = [await tokenFor(user.email), await tokenFor(user.email)]
      expect(older).not.toBe(newer)
      expect([(await set(newer)).status, (await set(older)).status]).toEqual([200, 422])
    })

    test.each(['', 'x', 'a'.repeat(43), "' or 1=1 --", 'a'.repeat(500)])('with token %j is refused', async (token) => {
      expect((await set(token)).status).toBe(422)
    })

    test('refuses a password that is easy to guess, and stays valid', async () => {
      const { user } = await app.person()
      const token = await tokenFor(user.email)
      for (const password of ['12345', 'password', user.username + user.username]) {
        const answer = await set(token, password)
        expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['password']])
      }
      expect((await set(token)).status).toBe(200)
    })
  })

  test('an instance can require longer passwords', async () => {
    const strict = await makeApp({ settings: { passwordMin: 12 } })
    const user = { username: 'longer', email: 'longer@example.org', password: 'blue kettle' }
    const answer = await strict.visitor().post('/users', { user })
    expect([answer.status, answer.body.errors.password]).toEqual([422, ['At least 12 characters']])
  })
})
