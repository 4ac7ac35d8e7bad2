import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeTries } from '../../rules/two-step.ts'
import { testPassword } from '../../testing/factories.ts'
import type { ProvidedUser } from '../../testing/open-id-provider.ts'
import { employee, open, SignOnWorld } from '../../testing/sign-on-world.ts'
import { joined } from '../../testing/team-people.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

const period = 30_000

eachDatabase((makeApp) => {
  let app: TestApp
  let world: SignOnWorld
  let addresses = 0

  beforeAll(async () => {
    world = await SignOnWorld.make(makeApp)
    ;({ app } = world)
  })
  afterAll(() => world.close())

  const codeOf = (secret: string) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: app.services.now().getTime() })

  /** Sets up a person's authenticator app. Returns its secret, with time for the next code. */
  async function protect(person: TestPerson): Promise<string> {
    const begun = await person.post('/api/v1/users/two_step.json', { two_step: { current_password: testPassword } })
    const { secret } = begun.body
    expect((await person.put('/api/v1/users/two_step', { two_step: { code: codeOf(secret) } })).status).toBe(200)
    app.advance(period)
    return secret
  }

  /** A member of Acme with an identity at its provider, which is the instance's as well. */
  async function linkedMember(): Promise<{ person: TestPerson; identity: ProvidedUser }> {
    const person = await joined(app, world.acme)
    const identity = employee()
    world.provider.user = identity
    const { url } = (
      await person.post('/api/v1/identities', { identity: { provider: 'team', password: testPassword } })
    ).body
    await open(person, await world.provider.visit(url))
    return { person, identity }
  }

  /** The same with an authenticator app, signed on in a new browser up to the code. */
  async function signedOnToCode(query?: string) {
    const { person, identity } = await linkedMember()
    const secret = await protect(person)
    const browser = app.visitor()
    const location = await world.signOn(browser, identity, query)
    return { person, secret, browser, location }
  }

  const enter = (browser: TestClient, code: string) => {
    addresses += 1
    return browser.post('/users/sign_in/second_step.json', { user: { code } }, { address: `198.51.100.${addresses}` })
  }
  const isSignedIn = async (browser: TestClient) => (await browser.get('/api/v1/status')).body.user_signed_in
  const sessionsOf = (userId: number) =>
    app.services.database.read
      .selectFrom('sessions')
      .select('sign_on_team_id')
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute()

  const askCode = '/users/sign_in?code=&team=acme'
  const toTeam = 'http://acme.localhost:3000/users/sign_in'
  test.each([
    ['a team’s provider', 'with', 'asks for the code', 'team=acme', askCode, false],
    ['control: a team’s provider', 'without', 'signs in', 'team=acme', toTeam, true],
    ['the instance’s provider', 'with', 'signs in', 'return_to=/explore', '/explore', true],
    ['the instance’s provider', 'without', 'signs in', 'return_to=/explore', '/explore', true],
  ])('%s, of an account %s an authenticator app, %s', async (_, has, _does, query, target, signsIn) => {
    const { person, identity } = await linkedMember()
    if (has === 'with') await protect(person)
    const browser = app.visitor()
    expect(await world.signOn(browser, identity, query)).toBe(target)
    expect([await isSignedIn(browser), browser.cookie('session') !== undefined]).toEqual([signsIn, signsIn])
    expect((await browser.get('/api/v1/users/me')).status).toBe(signsIn ? 200 : 401)
  })

  describe('the code after a team’s sign-on', () => {
    test('opens the session of the sign-on, which satisfies a team that requires it', async () => {
      const { person, secret, browser, location } = await signedOnToCode('team=acme&return_to=/explore?a=1')
      expect(location).toBe('/users/sign_in?code=&return_to=%2Fexplore%3Fa%3D1&team=acme')
      expect((await enter(browser, codeOf(secret))).status).toBe(200)
      expect(await sessionsOf(person.user.id)).toContainEqual({ sign_on_team_id: world.acme })
      await world.owner.put('/api/v1/team', { team: { require_sso: true } })
      expect((await browser.get('/api/v1/team')).status).toBe(200)
      // Control: password and code are no sign-on.
      app.advance(period)
      const other = app.visitor()
      const user = { login: person.user.username, password: testPassword }
      expect((await other.post('/users/sign_in.json', { user })).body).toEqual({ second_step: true })
      expect((await enter(other, codeOf(secret))).status).toBe(200)
      expect([(await other.get('/api/v1/team')).status, await isSignedIn(other)]).toEqual([404, true])
      await world.owner.put('/api/v1/team', { team: { require_sso: false } })
    })

    test('ends the session that the browser had, also before it is entered', async () => {
      const { person, identity } = await linkedMember()
      await protect(person)
      const stranger = await app.person()
      await world.signOn(stranger, identity)
      expect([await isSignedIn(stranger), await sessionsOf(stranger.user.id)]).toEqual([false, []])
    })

    test('is refused when wrong, and after too many tries the sign-on begins again', async () => {
      const { person, secret, browser } = await signedOnToCode()
      const wrong = codeOf(secret) === '000000' ? '111111' : '000000'
      const before = await sessionsOf(person.user.id)
      expect((await enter(browser, wrong)).body.errors).toHaveProperty('code')
      // Set, since wrong codes in a row have to wait for the limit of the account.
      const { write } = app.services.database
      const challenges = write.updateTable('sign_in_challenges').where('user_id', '=', person.user.id)
      await challenges.set({ tries: codeTries - 1 }).execute()
      expect((await enter(browser, wrong)).body).toMatchObject({ begin_again: true })
      expect([(await enter(browser, codeOf(secret))).status, await isSignedIn(browser)]).toEqual([401, false])
      expect(await sessionsOf(person.user.id)).toEqual(before)
    })

    test('opens nothing in another browser', async () => {
      const { secret } = await signedOnToCode()
      const other = app.visitor()
      const { status, body } = await enter(other, codeOf(secret))
      expect([status, body.begin_again, other.cookie('session')]).toEqual([401, true, undefined])
    })

    test.each([
      ['deactivated', 'post', '/deactivate', 'has been deactivated'],
      ['removed', 'delete', '', 'is not in this team'],
    ] as const)('opens nothing once the member is %s', async (_, method, path, message) => {
      const { person, secret, browser } = await signedOnToCode()
      expect((await world.owner[method](`/api/v1/team/users/${person.user.id}${path}`)).status).toBeLessThan(300)
      const { status, body } = await enter(browser, codeOf(secret))
      expect([status, body.begin_again, await isSignedIn(browser)]).toEqual([401, true, false])
      expect(body.error).toContain(message)
    })
  })
})
