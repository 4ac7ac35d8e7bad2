import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testPassword } from '../../testing/factories.ts'
import { SignOnWorld } from '../../testing/sign-on-world.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'

const period = 30_000
const needed = ['Two-step sign-in is on: please enter a code of your authenticator app, or a recovery code']
const wrong = ['This code is wrong, or it was used already']

/** What makes another way into the account; answers 200 or 201. */
const ways = {
  'a passkey': (person: TestPerson, current_password: string, code?: string) =>
    person.post('/api/v1/passkeys/options.json', { passkey: { current_password, code } }),
  'an API token': (person: TestPerson, current_password: string, code?: string) =>
    person.post('/api/v1/api_tokens.json', { api_token: { name: 'Mine', scope: 'read', current_password, code } }),
  'an identity': (person: TestPerson, password: string, code?: string) =>
    person.post('/api/v1/identities', { identity: { provider: 'instance', password, code } }),
}

eachDatabase((makeApp) => {
  let app: TestApp
  let world: SignOnWorld
  beforeAll(async () => {
    world = await SignOnWorld.make(makeApp)
    ;({ app } = world)
    // Rates have tests of their own.
    const free = async () => ({ allowed: true, retryAfter: 0 })
    Object.assign(app.services.limits, { take: free, check: free })
  })
  afterAll(() => world.close())

  const codeOf = (secret: string) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: app.services.now().getTime() })

  /** A person with two-step sign-in, and time for the app's next code. */
  async function protectedPerson() {
    const person = await app.person()
    const begun = await person.post('/api/v1/users/two_step', { two_step: { current_password: testPassword } })
    const { secret } = begun.body
    const { body } = await person.put('/api/v1/users/two_step', { two_step: { code: codeOf(secret) } })
    app.advance(period)
    return { person, secret: secret as string, recovery: body.recovery_codes as string[] }
  }

  describe.each(Object.entries(ways))('%s', (_, make) => {
    test('needs the password alone without two-step sign-in', async () => {
      const person = await app.person()
      expect((await make(person, 'guess')).status).toBe(422)
      expect((await make(person, testPassword, '')).status).toBeLessThan(300)
    })

    test('needs a code too with two-step sign-in, each once', async () => {
      const { person, secret, recovery } = await protectedPerson()
      for (const code of [undefined, ''])
        expect((await make(person, testPassword, code)).body.errors).toEqual({ code: needed })
      expect((await make(person, testPassword, 'ABCD-EFGH-JKLM-NPQR')).body.errors).toEqual({ code: wrong })
      const code = codeOf(secret)
      // A wrong password does not use up the code.
      expect(Object.keys((await make(person, 'guess', code)).body.errors)).toEqual([
        expect.stringContaining('password'),
      ])
      expect((await make(person, testPassword, code)).status).toBeLessThan(300)
      expect((await make(person, testPassword, code)).body.errors).toEqual({ code: wrong })
      expect((await make(person, testPassword, recovery[0])).status).toBeLessThan(300)
      expect((await make(person, testPassword, recovery[0])).body.errors).toEqual({ code: wrong })
    })
  })

  test('a refused request leaves nothing', async () => {
    const { person } = await protectedPerson()
    for (const make of Object.values(ways)) expect((await make(person, testPassword)).status).toBe(422)
    const { read } = app.services.database
    const count = async (table: 'sign_in_challenges' | 'api_tokens' | 'sign_on_states') =>
      (await read.selectFrom(table).select('user_id').where('user_id', '=', person.user.id).execute()).length
    expect([await count('sign_in_challenges'), await count('api_tokens'), await count('sign_on_states')]).toEqual([
      0, 0, 0,
    ])
  })
})
