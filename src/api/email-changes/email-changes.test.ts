import { beforeAll, describe, expect, test } from 'vitest'
import { testPassword } from '../../testing/factories.ts'
import { readMails } from '../../testing/mails.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { defineJobs } from '../jobs.ts'

const day = 86_400_000

eachDatabase((makeApp) => {
  let app: TestApp
  let made = 0
  beforeAll(async () => {
    app = await makeApp()
    defineJobs(app.services)
  })

  const newAddress = () => {
    made += 1
    return `new${made}@elsewhere.example`
  }
  const ask = (person: TestPerson, email: string, current_password: string | undefined = testPassword) =>
    person.put('/users.json', { user: { email, current_password } })
  /** The token of the latest mail to an address; '' without one. */
  const tokenTo = async (address: string) => {
    const mail = (await readMails(app.services, address)).findLast((one) => one.text.includes('email_token='))
    return /\/users\/email\/confirm\?email_token=([\w-]{43})\n/.exec(mail?.text ?? '')?.[1] ?? ''
  }
  const confirm = (client: TestClient, email_token: string) =>
    client.put('/users/email.json', { user: { email_token } })
  const emailOf = async ({ user }: TestPerson) =>
    (
      await app.services.database.read
        .selectFrom('users')
        .select('email')
        .where('id', '=', user.id)
        .executeTakeFirstOrThrow()
    ).email
  const pendingOf = async (person: TestPerson) =>
    (await person.get('/api/v1/users/email_change.json')).body.email_change
  const isSignedIn = async (client: TestClient) => (await client.get('/api/v1/status')).body.user_signed_in
  const subjectsTo = async (address: string) => (await readMails(app.services, address)).map((mail) => mail.subject)

  /** A person who has asked for a new address. */
  async function asking() {
    const person = await app.person()
    const email = newAddress()
    expect((await ask(person, email)).status).toBe(200)
    return { person, email, token: await tokenTo(email) }
  }

  describe('asking for a new address', () => {
    test('keeps the present one, mails a link to the new one and a notice to the present one', async () => {
      const ann = await app.person()
      const other = await app.signIn(ann.user)
      const answer = await ask(ann, ' New.Address@Example.org ')
      expect([answer.status, answer.body.email]).toEqual([200, ann.user.email])
      expect(await pendingOf(ann)).toMatchObject({ email: 'new.address@example.org' })
      expect(await subjectsTo('new.address@example.org')).toEqual(['Confirm your e-mail address for Lectern'])
      expect(await subjectsTo(ann.user.email)).toEqual(['Your Lectern account is to have another e-mail address'])
      const [notice] = await readMails(app.services, ann.user.email)
      expect(`${notice?.text}${notice?.html}`).not.toContain('new.address')
      // The other sessions continue: nothing has changed yet.
      expect([await isSignedIn(ann), await isSignedIn(other)]).toEqual([true, true])
      const login = { user: { login: 'new.address@example.org', password: testPassword } }
      expect((await app.visitor().post('/users/sign_in', login)).status).toBe(401)
    })

    test.each([
      ['without the password', undefined],
      ['with a wrong password', 'guess'],
    ])('%s changes nothing', async (_, password) => {
      const ann = await app.person()
      const answer = await ask(ann, newAddress(), password ?? '')
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['current_password']])
      expect(await pendingOf(ann)).toBeNull()
    })

    test('is refused for the address of another account, and never mails there', async () => {
      const [ann, bob] = [await app.person(), await app.person()]
      const answer = await ask(ann, bob.user.email)
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['email']])
      expect(await subjectsTo(bob.user.email)).toEqual([])
    })

    test('mails an address at most three times a day, and ten addresses an hour', async () => {
      const { person, email } = await asking()
      const resend = () => person.post('/api/v1/users/email_change.json')
      expect([(await resend()).status, (await resend()).status, (await resend()).status]).toEqual([200, 200, 429])
      expect(await subjectsTo(email)).toHaveLength(3)
      const ann = await app.person()
      const statuses: number[] = []
      for (let n = 0; n < 11; n += 1) statuses.push((await ask(ann, newAddress())).status)
      expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429])
    })
  })

  describe('the link', () => {
    test('sets the address once, tells the old one, and ends all other sessions and the reset links', async () => {
      const { person, email, token } = await asking()
      const other = await app.signIn(person.user)
      await app.visitor().post('/users/password', { user: { email: person.user.email } })
      await app.services.jobs.idle()
      const phone = app.visitor()
      expect((await phone.get(`/users/email.json?email_token=${token}`)).body).toEqual({ email })
      const answer = await confirm(phone, token)
      expect([answer.status, answer.body]).toEqual([200, { email }])
      expect([await emailOf(person), await pendingOf(person)]).toEqual([email, null])
      // The link opens no session; the requesting session stays.
      expect([await isSignedIn(phone), await isSignedIn(person), await isSignedIn(other)]).toEqual([false, true, false])
      expect(await subjectsTo(person.user.email)).toContain('Your Lectern e-mail address was changed')
      const resets = await app.services.database.read
        .selectFrom('password_resets')
        .selectAll()
        .where('user_id', '=', person.user.id)
        .execute()
      expect(resets).toEqual([])
      expect((await confirm(phone, token)).status).toBe(422)
      const rows = await app.services.database.read
        .selectFrom('audit')
        .select('action')
        .where('actor_id', '=', person.user.id)
        .execute()
      expect(rows.map(({ action }) => action)).toEqual(['account.change', 'email.change'])
    })

    test.each([
      ['by the session that asked', 'own', 'elsewhere', [true, false]],
      ['by another session', 'other', 'elsewhere', [true, false]],
      ['by another session, and opened in that browser', 'other', 'other', [true, true]],
    ] as const)('sent again %s, it keeps the session that proved the password', async (_, sender, opener, kept) => {
      const { person, email } = await asking()
      const other = await app.signIn(person.user)
      const again = await (sender === 'own' ? person : other).post('/api/v1/users/email_change.json')
      expect(again.status).toBe(200)
      const answer = await confirm(opener === 'other' ? other : app.visitor(), await tokenTo(email))
      expect([answer.status, await emailOf(person)]).toEqual([200, email])
      expect([await isSignedIn(person), await isSignedIn(other)]).toEqual(kept)
    })

    test('is stored only as a hash', async () => {
      const { token } = await asking()
      const { read } = app.services.database
      const rows = [
        await read.selectFrom('email_changes').selectAll().execute(),
        await read.selectFrom('mails').selectAll().execute(),
        await read.selectFrom('audit').selectAll().execute(),
      ]
      expect(token).toHaveLength(43)
      expect(JSON.stringify(rows)).not.toContain(token)
    })

    test.each(['', 'x', 'a'.repeat(43), "' or 1=1 --"])('%j is refused', async (token) => {
      const check = await app.visitor().get(`/users/email.json?email_token=${encodeURIComponent(token)}`)
      expect([check.status, (await confirm(app.visitor(), token)).status]).toEqual([422, 422])
    })

    const endings: readonly (readonly [string, (given: Awaited<ReturnType<typeof asking>>) => Promise<unknown>])[] = [
      ['canceling', ({ person }) => person.delete('/api/v1/users/email_change.json')],
      ['a mail sent again', ({ person }) => person.post('/api/v1/users/email_change.json')],
      ['another new address', ({ person }) => ask(person, newAddress())],
      [
        'a new password',
        ({ person }) => person.put('/users', { user: { password: 'brand new words', current_password: testPassword } }),
      ],
      [
        'a password reset',
        async ({ person }) => {
          await app.visitor().post('/users/password', { user: { email: person.user.email } })
          await app.services.jobs.idle()
          const mail = (await readMails(app.services, person.user.email)).at(-1)
          const reset_password_token = /reset_password_token=([\w-]+)/.exec(mail?.text ?? '')?.[1]
          const user = { reset_password_token, password: 'seven green bottles' }
          expect((await app.visitor().put('/users/password', { user })).status).toBe(200)
        },
      ],
      [
        'deactivation',
        ({ person }) =>
          app.services.database.write
            .updateTable('users')
            .set({ active: false })
            .where('id', '=', person.user.id)
            .execute(),
      ],
      ['deletion of the account', ({ person }) => person.delete('/users', { user: { password: testPassword } })],
    ]
    test.each(endings)('ends with %s', async (_, end) => {
      const given = await asking()
      await end(given)
      expect((await confirm(app.visitor(), given.token)).status).toBe(422)
    })

    test('ends after a day', async () => {
      const other = await makeApp()
      const ann = await other.person()
      await ann.put('/users.json', { user: { email: 'late@elsewhere.example', current_password: testPassword } })
      const [mail] = await readMails(other.services, 'late@elsewhere.example')
      const token = /email_token=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
      other.advance(day - 60_000)
      expect((await other.visitor().get(`/users/email?email_token=${token}`)).status).toBe(200)
      other.advance(61_000)
      expect((await confirm(other.visitor(), token)).status).toBe(422)
      expect((await ann.get('/api/v1/users/email_change')).body.email_change).toBeNull()
    })

    test('works once of two at the same time', async () => {
      const { token } = await asking()
      const answers = await Promise.all([confirm(app.visitor(), token), confirm(app.visitor(), token)])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
    })

    test('changes nothing if another account got the address meanwhile', async () => {
      const { person, email, token } = await asking()
      await app.person({ email })
      const answer = await confirm(app.visitor(), token)
      expect([answer.status, answer.body.error]).toEqual([422, 'Another account has this address now'])
      expect(await emailOf(person)).toBe(person.user.email)
    })
  })

  test('deleting the account deletes the mails to the new address, unless another account has it', async () => {
    const [free, used] = [await asking(), await asking()]
    await app.person({ email: used.email })
    for (const { person } of [free, used]) await person.delete('/users', { user: { password: testPassword } })
    expect([(await subjectsTo(free.email)).length, (await subjectsTo(used.email)).length]).toEqual([0, 1])
  })
})
