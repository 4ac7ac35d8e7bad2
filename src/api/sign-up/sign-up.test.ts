import { beforeAll, describe, expect, test } from 'vitest'
import { demoAccount } from '../../rules/demo-account.ts'
import type { SignUpMode } from '../../rules/sign-up.ts'
import { readMails } from '../../testing/mails.ts'
import { eachDatabase, type TestApp } from '../../testing/test-app.ts'
import { makeOperator } from '../users/make-operator.ts'
import { issueSetupCode } from './setup-code.ts'

const day = 24 * 60 * 60 * 1000

const form = (username: string, more: object = {}) => ({
  user: { username, email: `${username}@navy.example`, password: 'nanosecond wire', ...more },
})

eachDatabase((makeApp) => {
  const production = (signUp: SignUpMode | null = null, billing: 'off' | 'sandbox' = 'off') =>
    makeApp({ settings: { production: true, signUp, billing } })
  const accounts = async (app: TestApp) =>
    (await app.services.database.read.selectFrom('users').select('id').execute()).length
  const codesOf = async (app: TestApp) =>
    (await app.services.database.read.selectFrom('setup_codes').selectAll().execute()).map((row) => row.code_hash)

  describe('an instance in production without an operator', () => {
    let app: TestApp
    let code: string
    beforeAll(async () => {
      app = await production('open')
      code = (await issueSetupCode(app.services)) ?? ''
    })

    test('prints a code at its start, and stores only its hash', async () => {
      expect(code).toMatch(/^([2-9A-HJ-NP-Z]{5}-){4}[2-9A-HJ-NP-Z]{5}$/)
      expect((await codesOf(app)).join()).not.toContain(code.replaceAll('-', ''))
    })

    test.each([
      ['no code', {}, "Please enter the set-up code from the server's log"],
      ['a wrong code', { setup_code: 'AAAAA-AAAAA-AAAAA-AAAAA-AAAAA' }, 'This is not a set-up code'],
      ['a code that is too long', { setup_code: 'A'.repeat(101) }, ''],
    ])('with %s creates no account, also where SIGN_UP is open', async (_, more, message) => {
      const answer = await app.visitor().post('/users.json', form('early', more))
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['setup_code']])
      expect(answer.body.errors.setup_code[0]).toContain(message)
      expect(await accounts(app)).toBe(0)
      // A wrong guess does not end the code.
      expect(await codesOf(app)).toHaveLength(1)
    })

    test('makes exactly one of several people with a code its operator, and the codes end', async () => {
      // Another process of the instance has printed a code of its own.
      const other = (await issueSetupCode(app.services)) ?? ''
      const typed = [code.toLowerCase(), ` ${other.replaceAll('-', '')} `, code]
      const answers = await Promise.all(
        typed.map((setup_code, at) => app.visitor().post('/users', form(`first-${at}`, { setup_code }))),
      )
      // Those that arrive after the first has its account find the sign-up open, as it then is.
      for (const { status } of answers) expect([201, 422]).toContain(status)
      expect(answers.filter(({ body }) => body.operator)).toHaveLength(1)
      expect(await codesOf(app)).toEqual([])
      expect(await issueSetupCode(app.services)).toBe(null)
    })

    test.each([
      ['on its last day', 7 * day - 60_000, 201, true],
      ['after a week', 7 * day + 1_000, 422, undefined],
    ] as const)('takes a code %s once: %#', async (_, age, status, operator) => {
      const late = await production('open')
      const setup_code = (await issueSetupCode(late.services)) ?? ''
      late.advance(age)
      const answer = await late.visitor().post('/users', form('late', { setup_code }))
      expect([answer.status, answer.body.operator]).toEqual([status, operator])
      // An old code opens nothing, and is not used up: the next start replaces it.
      expect([await accounts(late), (await codesOf(late)).length]).toEqual(operator ? [1, 0] : [0, 1])
      const again = await late.visitor().post('/users', form('again', { setup_code }))
      expect([again.status, again.body.operator]).toEqual(operator ? [201, false] : [422, undefined])
      if (!operator) expect(await issueSetupCode(late.services)).not.toBe(setup_code)
    })

    test('is open to others afterward, if SIGN_UP says so; a code then grants nothing', async () => {
      const second = await app.visitor().post('/users', form('second', { setup_code: code }))
      expect([second.status, second.body.operator]).toEqual([201, false])
    })
  })

  const tables: readonly (readonly [SignUpMode | null, 'off' | 'sandbox', number, number])[] = [
    [null, 'off', 403, 201],
    [null, 'sandbox', 201, 201],
    ['open', 'off', 201, 201],
    ['invitation', 'sandbox', 403, 201],
    ['closed', 'sandbox', 403, 403],
  ]
  test.each(tables)(
    'with SIGN_UP=%s and BILLING=%s: sign-up %i, an invitation %i',
    async (mode, billing, open, invited) => {
      const app = await production(mode, billing)
      const operator = await app.person({ operator: true })
      const before = await accounts(app)
      expect((await app.visitor().post('/users', form('uninvited'))).status).toBe(open)
      await operator.post('/api/v1/invitations', { invitation: { email: 'guest@example.org' } })
      const [mail] = await readMails(app.services, 'guest@example.org')
      const invitation_token = /invitation_token=([\w-]+)/.exec(mail?.text ?? '')?.[1]
      const user = { invitation_token, username: 'guest', password: 'seven green bottles' }
      expect((await app.visitor().put('/users/invitation', { user })).status).toBe(invited)
      expect(await accounts(app)).toBe(before + [open, invited].filter((status) => status === 201).length)
    },
  )

  test('the choice of the console overrides SIGN_UP', async () => {
    const app = await production('open')
    await app.person({ operator: true })
    const { database, now } = app.services
    const choice = { name: 'sign_up' as const, value: 'closed', updated_at: now() }
    await database.write.insertInto('instance_settings').values(choice).execute()
    const answer = await app.visitor().post('/users', form('late'))
    expect([answer.status, answer.body.error]).toEqual([403, 'No new accounts can be created here at the moment'])
  })

  test('in development no code is needed: the first account becomes operator', async () => {
    const app = await makeApp()
    expect(await issueSetupCode(app.services)).toBe(null)
    const answer = await app.visitor().post('/users', form('developer'))
    expect([answer.status, answer.body.operator]).toEqual([201, true])
  })

  describe('npm run operator', () => {
    test('promotes an account, once, and opens the sign-up', async () => {
      const app = await production('open')
      await issueSetupCode(app.services)
      const ann = await app.person({ email: 'ann@navy.example' })
      expect(await makeOperator(app.services, ' Ann@navy.example ')).toEqual({
        kind: 'promoted',
        username: ann.user.username,
      })
      expect(await makeOperator(app.services, 'ann@navy.example')).toEqual({
        kind: 'already',
        username: ann.user.username,
      })
      expect((await ann.get('/api/v1/users/me')).body.operator).toBe(true)
      expect(await codesOf(app)).toEqual([])
      expect((await app.visitor().post('/users', form('ben'))).status).toBe(201)
      const audited = await app.services.database.read.selectFrom('audit').selectAll().execute()
      expect(audited).toMatchObject([
        { action: 'operator.make', resource: `user:${ann.user.id}` },
        { action: 'sign-up' },
      ])
    })

    test('creates an account whose password is set by a link, once', async () => {
      const app = await production()
      await app.person({ username: 'ann-lee' })
      const made = await makeOperator(app.services, 'ann.lee@navy.example')
      if (made.kind !== 'created') throw new Error(made.kind)
      expect(made.username).toBe('ann-lee-2')
      const reset_password_token = new URL(made.passwordPath, 'http://x').searchParams.get('reset_password_token')
      const set = () =>
        app.visitor().put('/users/password', { user: { reset_password_token, password: 'seven green bottles' } })
      const answer = await set()
      expect([answer.status, answer.body.operator, answer.body.email]).toEqual([200, true, 'ann.lee@navy.example'])
      expect((await set()).status).toBe(422)
    })

    test.each([['suspended@navy.example'], [demoAccount.email]])('never makes %s one', async (email) => {
      const app = await production()
      const { user } = await app.person({ email, active: email === demoAccount.email })
      await expect(makeOperator(app.services, email)).rejects.toThrow(/suspended|demo/)
      const row = await app.services.database.read
        .selectFrom('users')
        .selectAll()
        .where('id', '=', user.id)
        .executeTakeFirst()
      expect(row?.operator).toBe(false)
    })
  })
})
