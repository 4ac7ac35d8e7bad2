import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { signOnProblems } from '../../rules/sign-on.ts'
import type { Lies } from '../../testing/hostile-provider.ts'
import { employee, open, problemIn, SignOnWorld } from '../../testing/sign-on-world.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

const base = 'http://localhost:3000'

eachDatabase((makeApp) => {
  let app: TestApp
  let world: SignOnWorld
  let owner: TestPerson
  const logged: string[] = []

  beforeAll(async () => {
    world = await SignOnWorld.make(makeApp)
    ;({ app, owner } = world)
    const warn = app.services.log.warn.bind(app.services.log)
    app.services.log.warn = ((...args: Parameters<typeof warn>) => {
      logged.push(JSON.stringify(args))
      warn(...args)
    }) as typeof warn
  })
  afterAll(() => world.close())
  beforeEach(() => {
    world.hostile.lies = {}
  })

  describe('attacks', () => {
    /** Expects that an attempt opens no session and stores nothing. */
    async function expectRefused(problem: string, browser: TestClient, attempt: () => Promise<string>) {
      const before = [await world.users(), await world.identities()]
      const session = browser.cookie('session')
      const location = await attempt()
      expect([problemIn(location), new URL(location, base).origin]).toEqual([problem, base])
      expect(browser.cookie('session')).toBe(session)
      expect([await world.users(), await world.identities()]).toEqual(before)
      expect(signOnProblems).toHaveProperty(problem)
    }

    test('a forged state is refused', async () => {
      const browser = app.visitor()
      world.provider.user = employee()
      const back = await world.provider.visit(await world.begin(browser))
      back.searchParams.set('state', 'forged')
      await expectRefused('state', browser, () => world.end(browser, back))
    })

    test('a callback without state or code is refused', async () => {
      const browser = app.visitor()
      await world.begin(browser)
      const back = new URL(`${base}/users/auth/oidc/callback/${world.acme}`)
      await expectRefused('state', browser, () => world.end(browser, back))
    })

    test('a callback works once', async () => {
      const browser = app.visitor()
      world.provider.user = employee()
      const back = await world.provider.visit(await world.begin(browser))
      const cookie = browser.cookie('sign-on') as string
      await open(browser, back)
      browser.setCookie('sign-on', cookie)
      await expectRefused('state', browser, () => world.end(browser, back))
    })

    test('a callback works only in the browser that began it', async () => {
      world.provider.user = employee()
      const back = await world.provider.visit(await world.begin(app.visitor()))
      const victim = app.visitor()
      await expectRefused('state', victim, () => world.end(victim, back))
      const busy = app.visitor()
      const second = await world.provider.visit(await world.begin(app.visitor()))
      await world.begin(busy)
      await expectRefused('state', busy, () => world.end(busy, second))
    })

    test('a callback works for ten minutes', async () => {
      const own = await makeApp({ settings: { sso: app.services.settings.sso } })
      const browser = own.visitor()
      world.provider.user = employee()
      const answer = await browser.get('/users/auth/oidc')
      const back = await world.provider.visit(String(answer.headers.location))
      own.advance(601_000)
      const late = await browser.get(back.pathname + back.search)
      expect(problemIn(String(late.headers.location))).toBe('state')
    })

    test('a callback works only at the address of its own provider', async () => {
      const browser = app.visitor()
      world.provider.user = employee()
      const back = await world.provider.visit(await world.begin(browser))
      back.pathname = back.pathname.replace(/\d+$/, String(world.rival))
      await expectRefused('state', browser, () => world.end(browser, back))
    })

    test('mix-up: a provider gets no code of another one', async () => {
      // The rival's provider sends the browser to the honest provider, with the honest client.
      const browser = app.visitor()
      const asked = new URL(await world.begin(browser, 'team=rival'))
      const honest = new URL(`${world.provider.issuer}/auth${asked.search}`)
      honest.searchParams.set('client_id', world.provider.client.client_id)
      world.provider.user = employee()
      const back = await world.provider.visit(honest.href)
      // Its answer names its issuer, so the code is not sent to the rival's token endpoint.
      const before = world.hostile.tokenRequests.length
      await expectRefused('provider', browser, () => world.end(browser, back))
      expect(world.hostile.tokenRequests).toHaveLength(before)
    })

    const lies: readonly (readonly [string, Lies])[] = [
      ['a wrong nonce', { claims: () => ({ nonce: 'another' }) }],
      ['no nonce', { claims: () => ({ nonce: undefined }) }],
      ['a wrong issuer', { claims: () => ({ iss: 'https://accounts.example' }) }],
      ['another audience', { claims: () => ({ aud: 'another-client' }) }],
      [
        'several audiences without this client as the authorized one',
        { claims: () => ({ aud: ['rival', 'x'], azp: 'x' }) },
      ],
      ['an expired token', { claims: () => ({ iat: 1_000, exp: 2_000 }) }],
      ['no subject', { claims: () => ({ sub: undefined }) }],
      ['a key of its own invention', { foreignKey: true }],
      ['no signature', { unsigned: true }],
    ]
    test.each(lies)('an id token with %s is refused', async (_, told) => {
      const browser = app.visitor()
      const back = world.hostile.answerTo(await world.begin(browser, 'team=rival'))
      world.hostile.lies = told
      await expectRefused('provider', browser, () => world.end(browser, back))
    })

    test('control: the same provider without a lie signs in', async () => {
      const browser = app.visitor()
      const back = world.hostile.answerTo(await world.begin(browser, 'team=rival'))
      expect(await world.end(browser, back)).toBe('http://rival.localhost:3000/users/sign_in')
      expect(await world.me(browser)).toMatchObject({ email: 'eve@evil.example', team_id: world.rival })
    })

    const claims: readonly (readonly [string, string, Record<string, unknown>])[] = [
      ['an unverified address', 'unverified', { sub: 'a', email_verified: false }],
      ['an address that is not said to be verified', 'unverified', { sub: 'b', email_verified: undefined }],
      ['no address', 'no-email', { sub: 'c', email: undefined }],
      ['an address that is none', 'no-email', { sub: 'd', email: 'evil.example' }],
      ['an address at a domain that the team has not proven', 'domain', { sub: 'e', email: 'mallory@acme.example' }],
      ['an address at a subdomain', 'domain', { sub: 'f', email: 'mallory@sub.evil.example' }],
      ['an address with two domains', 'no-email', { sub: 'g', email: 'a@evil.example@acme.example' }],
      ['an address that looks like the proven domain', 'domain', { sub: 'h', email: 'mallory@еvil.example' }],
    ]
    test.each(claims)('%s gets no account', async (_, problem, told) => {
      const browser = app.visitor()
      const back = world.hostile.answerTo(await world.begin(browser, 'team=rival'))
      world.hostile.lies = { claims: () => told }
      const location = await world.end(browser, back)
      expect([problemIn(location), browser.cookie('session')]).toEqual([problem, undefined])
    })

    test('an existing account is not taken by its address, also at a proven domain', async () => {
      await world.prove(world.rival, 'victims.example')
      await app.person({ email: 'victim@victims.example' })
      const browser = app.visitor()
      const back = world.hostile.answerTo(await world.begin(browser, 'team=rival'))
      world.hostile.lies = { claims: () => ({ sub: 'thief', email: 'Victim@victims.example' }) }
      await expectRefused('exists', browser, () => world.end(browser, back))
    })

    test.each(['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)', '/users/sign_out'])(
      'a return to %s is not followed',
      async (target) => {
        const query = `return_to=${encodeURIComponent(target)}`
        expect(await world.signOn(app.visitor(), employee(), query)).toBe('/')
      },
    )

    test('the client secret is in no answer, no log and no row', async () => {
      const secret = world.provider.client.client_secret
      const answers = [
        await owner.get('/api/v1/team/sign_on'),
        await owner.get('/api/v1/team'),
        await world.setUp(owner, world.provider),
      ]
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
      world.hostile.lies = { metadata: { issuer: secret } }
      const broken = {
        issuer: world.hostile.issuer,
        client: { client_id: 'x', client_secret: 'another-secret-for-this' },
      }
      answers.push(await world.setUp(owner, broken))
      const { read } = app.services.database
      const rows = [
        await read.selectFrom('team_identity').selectAll().execute(),
        await read.selectFrom('audit').selectAll().execute(),
        await read.selectFrom('sign_on_states').selectAll().execute(),
      ]
      const everything = JSON.stringify([answers.map(({ text }) => text), rows, logged])
      expect(everything).toContain(world.provider.issuer)
      for (const one of [secret, 'another-secret-for-this', 'a-rivals-secret']) expect(everything).not.toContain(one)
      // The answers of providers are not logged either.
      for (const one of ['an-access-token', 'a-code']) expect(everything).not.toContain(one)
      expect(logged.length).toBeGreaterThan(0)
    })
  })
})
