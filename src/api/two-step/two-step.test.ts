import { Secret, TOTP } from 'otpauth'
import { beforeAll, describe, expect, test } from 'vitest'
import { testPassword } from '../../testing/factories.ts'
import { readMails } from '../../testing/mails.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { defineJobs } from '../jobs.ts'

const period = 30_000
const wrongCode = 'This code is wrong, or it was used already'

eachDatabase((makeApp) => {
  let app: TestApp
  let addresses = 0
  beforeAll(async () => {
    app = await makeApp()
    defineJobs(app.services)
  })

  /** The code of an app, `ahead` periods from now. */
  const codeOf = (secret: string, ahead = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({
      timestamp: app.services.now().getTime() + ahead * period,
    })
  /** Digits that are no code of the app now. */
  const wrongFor = (secret: string) => {
    const right = new Set([-2, -1, 0, 1, 2].map((ahead) => codeOf(secret, ahead)))
    return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !right.has(code)) as string
  }
  const begin = (person: TestPerson, current_password = testPassword) =>
    person.post('/api/v1/users/two_step.json', { two_step: { current_password } })
  const confirm = (person: TestPerson, code: string) => person.put('/api/v1/users/two_step', { two_step: { code } })
  const state = async (person: TestPerson) => (await person.get('/api/v1/users/two_step')).body
  const signIn = (client: TestClient, { user }: TestPerson, password = testPassword) => {
    addresses += 1
    const address = `198.51.${100 + (addresses >> 8)}.${addresses & 255}`
    return client.post('/users/sign_in.json', { user: { login: user.username, password } }, { address })
  }
  const second = (client: TestClient, code: string) => {
    addresses += 1
    const address = `198.51.${100 + (addresses >> 8)}.${addresses & 255}`
    return client.post('/users/sign_in/second_step.json', { user: { code } }, { address })
  }
  const isSignedIn = async (client: TestClient) => (await client.get('/api/v1/status')).body.user_signed_in
  const subjectsTo = async ({ user }: TestPerson) => (await readMails(app.services, user.email)).map((m) => m.subject)

  /** A person with an app, and time for its next code. */
  async function protectedPerson() {
    const person = await app.person()
    const secret: string = (await begin(person)).body.secret
    const answer = await confirm(person, codeOf(secret))
    expect(answer.status).toBe(200)
    app.advance(period)
    return { person, secret, recovery: answer.body.recovery_codes as string[] }
  }

  describe('the setup', () => {
    test('needs the password, shows secret and address, and counts only after a code', async () => {
      const ann = await app.person({ username: 'totp-ann' })
      for (const password of ['', 'guess']) {
        expect(Object.keys((await begin(ann, password)).body.errors)).toEqual(['current_password'])
      }
      const { status, body } = await begin(ann)
      expect([status, body.secret]).toEqual([200, expect.stringMatching(/^[A-Z2-7]{32}$/)])
      const url = new URL(body.url)
      expect([url.protocol, url.host, url.searchParams.get('secret')]).toEqual(['otpauth:', 'totp', body.secret])
      expect(decodeURIComponent(url.pathname)).toBe('/Lectern:totp-ann at localhost:3000')
      expect(await state(ann)).toEqual({ enabled_at: null, recovery_codes_left: 0 })
      expect((await signIn(app.visitor(), ann)).body.id).toBe(ann.user.id)
      expect((await confirm(ann, wrongFor(body.secret))).body.errors).toEqual({ code: [wrongCode] })
      const done = await confirm(ann, codeOf(body.secret))
      expect([done.status, done.body.recovery_codes.length, new Set(done.body.recovery_codes).size]).toEqual([
        200, 10, 10,
      ])
      expect(done.body.recovery_codes[0]).toMatch(/^([2-9A-HJ-NP-Z]{4}-){3}[2-9A-HJ-NP-Z]{4}$/)
      expect(await state(ann)).toMatchObject({ enabled_at: expect.any(String), recovery_codes_left: 10 })
      expect(await subjectsTo(ann)).toEqual(['Two-step sign-in is on for your Lectern account'])
    })

    test('begun again replaces the earlier secret; begun an hour ago, or when it is on, is refused', async () => {
      const ann = await app.person()
      const first = (await begin(ann)).body.secret
      const secret = (await begin(ann)).body.secret
      expect((await confirm(ann, codeOf(first))).status).toBe(422)
      app.advance(60 * 60_000 + period)
      expect((await confirm(ann, codeOf(secret))).body.errors).toEqual({ base: ['Please begin the setup again'] })
      const { person } = await protectedPerson()
      expect((await begin(person)).body.errors).toEqual({ base: ['Two-step sign-in is on already'] })
      expect(await state(person)).toMatchObject({ recovery_codes_left: 10 })
    })

    test('stores neither secret nor recovery codes in clear', async () => {
      const { secret, recovery } = await protectedPerson()
      const { read } = app.services.database
      const rows = JSON.stringify([
        await read.selectFrom('authenticators').selectAll().execute(),
        await read.selectFrom('recovery_codes').selectAll().execute(),
        await readMails(app.services),
        await read.selectFrom('audit').selectAll().execute(),
      ])
      for (const text of [secret, ...recovery, ...recovery.map((code) => code.replaceAll('-', ''))]) {
        expect(rows).not.toContain(text)
      }
    })
  })

  describe('signing in', () => {
    test('starts no session before the code', async () => {
      const { person, secret } = await protectedPerson()
      const visitor = app.visitor()
      const half = await signIn(visitor, person)
      expect([half.status, half.body, visitor.cookie('session')]).toEqual([200, { second_step: true }, undefined])
      expect(half.text).not.toContain(person.user.email)
      expect(await isSignedIn(visitor)).toBe(false)
      const done = await second(visitor, codeOf(secret))
      expect([done.status, done.body.id, await isSignedIn(visitor)]).toEqual([200, person.user.id, true])
      expect(visitor.cookie('second-step')).toBeUndefined()
    })

    test('takes codes of one period before and after, written with a space', async () => {
      for (const ahead of [-1, 1]) {
        const { person, secret } = await protectedPerson()
        app.advance(period)
        const visitor = app.visitor()
        await signIn(visitor, person)
        const code = codeOf(secret, ahead)
        expect((await second(visitor, `${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(200)
      }
      const { person, secret } = await protectedPerson()
      for (const ahead of [-3, 3]) {
        const visitor = app.visitor()
        await signIn(visitor, person)
        expect((await second(visitor, codeOf(secret, ahead))).status).toBe(401)
      }
    })

    test('refuses a code that was used, also at the same time', async () => {
      const { person, secret } = await protectedPerson()
      const browsers = [app.visitor(), app.visitor(), app.visitor()]
      for (const browser of browsers) await signIn(browser, person)
      const code = codeOf(secret)
      const answers = await Promise.all(browsers.slice(0, 2).map((browser) => second(browser, code)))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
      expect((await second(browsers[2] as TestClient, code)).body.error).toBe(wrongCode)
    })

    test.each(['', '12345', 'abcdef', "' or 1=1"])('refuses %j', async (code) => {
      const { person } = await protectedPerson()
      const visitor = app.visitor()
      await signIn(visitor, person)
      expect([401, 422]).toContain((await second(visitor, code)).status)
      expect(await isSignedIn(visitor)).toBe(false)
    })

    test('needs the password of the same browser: a code without it, or with another’s, is refused', async () => {
      const [ann, bob] = [await protectedPerson(), await protectedPerson()]
      const visitor = app.visitor()
      const early = await second(visitor, codeOf(ann.secret))
      expect([early.status, early.body.begin_again]).toEqual([401, true])
      await signIn(visitor, bob.person)
      expect((await second(visitor, codeOf(ann.secret))).status).toBe(401)
      visitor.setCookie('second-step', 'a'.repeat(43))
      expect((await second(visitor, codeOf(bob.secret))).status).toBe(401)
      expect(await isSignedIn(visitor)).toBe(false)
    })

    test('begins again after five wrong codes, and after ten minutes', async () => {
      const { person, secret } = await protectedPerson()
      const { write } = app.services.database
      const visitor = app.visitor()
      await signIn(visitor, person)
      const left = () =>
        write.selectFrom('sign_in_challenges').selectAll().where('user_id', '=', person.user.id).execute()
      await write.updateTable('sign_in_challenges').set({ tries: 3 }).where('user_id', '=', person.user.id).execute()
      expect((await second(visitor, wrongFor(secret))).body.begin_again).toBeUndefined()
      expect((await second(visitor, wrongFor(secret))).body.begin_again).toBe(true)
      expect(await left()).toEqual([])
      expect((await second(visitor, codeOf(secret))).status).toBe(401)
      const slow = app.visitor()
      await signIn(slow, person)
      app.advance(10 * 60_000 + 1)
      expect((await second(slow, codeOf(secret))).body.begin_again).toBe(true)
    })

    test('limits wrong codes per account, from any browser', async () => {
      const { person, secret } = await protectedPerson()
      const statuses: number[] = []
      for (let n = 0; n < 5; n += 1) {
        const visitor = app.visitor()
        await signIn(visitor, person)
        statuses.push((await second(visitor, wrongFor(secret))).status)
      }
      expect(statuses).toEqual([401, 401, 401, 401, 429])
    })

    test('takes a recovery code in its place, once, and tells so by mail', async () => {
      const { person, recovery } = await protectedPerson()
      const code = recovery[0] as string
      for (const [text, status] of [
        [code.toLowerCase().replaceAll('-', ' '), 200],
        [code, 401],
      ] as const) {
        const visitor = app.visitor()
        await signIn(visitor, person)
        expect((await second(visitor, text)).status).toBe(status)
      }
      expect(await state(person)).toMatchObject({ recovery_codes_left: 9 })
      expect(await subjectsTo(person)).toContain('A recovery code of your Lectern account was used')
    })

    test('a wrong password says nothing of the second step', async () => {
      const { person } = await protectedPerson()
      const plain = await app.person()
      const answers = [await signIn(app.visitor(), person, 'guess'), await signIn(app.visitor(), plain, 'guess')]
      expect(answers[0]?.body).toEqual(answers[1]?.body)
    })

    test('a new password ends half a sign-in', async () => {
      const { person, secret } = await protectedPerson()
      const visitor = app.visitor()
      await signIn(visitor, person)
      await person.put('/users', { user: { password: 'brand new words', current_password: testPassword } })
      expect((await second(visitor, codeOf(secret))).status).toBe(401)
    })
  })

  test('a password reset keeps the second step: the code is asked for', async () => {
    const { person, secret } = await protectedPerson()
    await app.visitor().post('/users/password', { user: { email: person.user.email } })
    await app.services.jobs.idle()
    const mail = (await readMails(app.services, person.user.email)).at(-1)
    const reset_password_token = /reset_password_token=([\w-]+)/.exec(mail?.text ?? '')?.[1]
    const visitor = app.visitor()
    const user = { reset_password_token, password: 'seven green bottles' }
    const answer = await visitor.put('/users/password', { user })
    expect([answer.status, answer.body, await isSignedIn(visitor)]).toEqual([200, { second_step: true }, false])
    expect((await second(visitor, codeOf(secret))).status).toBe(200)
    expect(await isSignedIn(visitor)).toBe(true)
  })

  describe('switching off, and new recovery codes,', () => {
    const off = (person: TestPerson, code: string, current_password = testPassword) =>
      person.delete('/api/v1/users/two_step', { two_step: { current_password, code } })
    const renew = (person: TestPerson, code: string, current_password = testPassword) =>
      person.post('/api/v1/users/two_step/recovery_codes', { two_step: { current_password, code } })

    test('need password and code', async () => {
      const { person, secret } = await protectedPerson()
      for (const call of [off, renew]) {
        expect(Object.keys((await call(person, codeOf(secret), 'guess')).body.errors)).toEqual(['current_password'])
        expect((await call(person, wrongFor(secret))).body.errors).toEqual({ code: [wrongCode] })
      }
      expect(await state(person)).toMatchObject({ enabled_at: expect.any(String), recovery_codes_left: 10 })
      const plain = await app.person()
      expect((await off(plain, '123456')).body.errors).toEqual({ base: ['Two-step sign-in is off'] })
    })

    test('do what they say, and tell by mail', async () => {
      const { person, secret, recovery } = await protectedPerson()
      const { status, body } = await renew(person, codeOf(secret))
      expect([status, body.recovery_codes.length]).toEqual([200, 10])
      expect((await off(person, recovery[0] as string)).status).toBe(422)
      expect((await off(person, body.recovery_codes[0])).status).toBe(204)
      expect(await state(person)).toEqual({ enabled_at: null, recovery_codes_left: 0 })
      expect((await signIn(app.visitor(), person)).body.id).toBe(person.user.id)
      expect(await subjectsTo(person)).toContain('Two-step sign-in is off for your Lectern account')
    })
  })
})
