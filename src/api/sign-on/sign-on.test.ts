import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTeam, testPassword } from '../../testing/factories.ts'
import { employee, open, problemIn, SignOnWorld } from '../../testing/sign-on-world.ts'
import { joined } from '../../testing/team-people.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

const host = { host: 'acme.localhost:3000' }
let people = 0

eachDatabase((makeApp) => {
  let app: TestApp
  let world: SignOnWorld
  let owner: TestPerson

  beforeAll(async () => {
    world = await SignOnWorld.make(makeApp)
    ;({ app, owner } = world)
  })
  afterAll(() => world.close())

  describe('a user of the team’s provider', () => {
    test('gets an account and a place in the team at the first sign-on, and the same account later', async () => {
      const user = employee({ email: 'Ada.Lovelace@ACME.example', name: 'Ada Lovelace' })
      const first = app.visitor()
      expect(await world.signOn(first, user)).toBe('http://acme.localhost:3000/users/sign_in')
      expect(await world.me(first)).toMatchObject({
        ...{ email: 'ada.lovelace@acme.example', name: 'Ada Lovelace', username: 'ada-lovelace' },
        ...{ team_id: world.acme, membership: { role: 'member' } },
      })
      const users = app.services.database.read.selectFrom('users').select('email_verified_at')
      const made = await users.where('email', '=', 'ada.lovelace@acme.example').executeTakeFirstOrThrow()
      expect(made.email_verified_at).not.toBeNull()
      const second = app.visitor()
      await world.signOn(second, { ...user, email: 'renamed@acme.example' })
      expect((await world.me(second)).id).toBe((await world.me(first)).id)
      expect(second.cookie('sign-on')).toBeUndefined()
    })

    test('opens the team’s host with that session', async () => {
      const browser = app.visitor()
      await world.signOn(browser, employee())
      // A browser sends each host its own cookies: `team` are those of the team's host.
      const team = app.visitor()
      const toTeam = await world.transfer(browser, team)
      expect(toTeam.origin).toBe('http://acme.localhost:3000')
      expect((await team.get(toTeam.pathname + toTeam.search, host)).status).toBe(302)
      expect((await team.get('/api/v1/team', host)).body.slug).toBe('acme')
    })

    test('is counted as a seat of the subscription', async () => {
      const { read, write } = app.services.database
      await write.deleteFrom('jobs').where('kind', '=', 'billing-seats').execute()
      await world.signOn(app.visitor(), employee())
      const jobs = await read.selectFrom('jobs').selectAll().where('kind', '=', 'billing-seats').execute()
      expect(jobs.map(({ payload }) => payload)).toEqual([{ team: world.acme }])
    })

    test('with an open invitation gets its role, and the invitation is used', async () => {
      const user = employee()
      await owner.post('/api/v1/team/invitations', { invitation: { email: user.email, role: 'admin' } })
      const browser = app.visitor()
      await world.signOn(browser, user)
      expect((await world.me(browser)).membership).toEqual({ role: 'admin' })
    })

    test('is found by an address at the proven domain, and by no other', async () => {
      expect(await world.begin(app.visitor(), 'team=somebody@acme.example')).toContain(world.provider.issuer)
      expect(problemIn(await world.begin(app.visitor(), 'team=somebody@other.example'))).toBe('unknown')
      expect(problemIn(await world.begin(app.visitor(), 'team=nosuchteam'))).toBe('unknown')
    })

    test('is not let in once deactivated or removed', async () => {
      const user = employee()
      await world.signOn(app.visitor(), user)
      const { id } = (await world.users()).find(({ email }) => email === user.email) as { id: number }
      await owner.post(`/api/v1/team/users/${id}/deactivate`)
      expect(problemIn(await world.signOn(app.visitor(), user))).toBe('deactivated')
      await owner.delete(`/api/v1/team/users/${id}`)
      expect(problemIn(await world.signOn(app.visitor(), user))).toBe('not-member')
    })
  })

  describe('a user of the instance’s provider', () => {
    test('gets an account without a team, and returns to the wanted page', async () => {
      const user = employee({ email: 'grace@navy.example' })
      const browser = app.visitor()
      expect(await world.signOn(browser, user, 'return_to=/explore')).toBe('/explore')
      expect(await world.me(browser)).toMatchObject({ email: 'grace@navy.example', team_id: null })
    })
  })

  describe('a team that requires sign-on', () => {
    const requireSignOn = (by: TestPerson, require_sso = true) => by.put('/api/v1/team', { team: { require_sso } })
    const seesTeam = async (by: TestClient, at = {}) => (await by.get('/api/v1/team', at)).status === 200
    const passwordOnTeamHost = async (user: TestPerson['user']) => {
      people += 1
      const body = { user: { login: user.username, password: testPassword } }
      const headers = { origin: 'http://acme.localhost:3000' }
      const options = { ...host, headers, address: `192.0.2.${people % 250}` }
      return app.visitor().post('/users/sign_in', body, options)
    }

    test('can not be made one without a provider, or by an admin whose own sign-on does not work', async () => {
      const plain = (await makeTeam(app.services, `plain-${people}`)).id
      const answer = await requireSignOn(await joined(app, plain, 'owner'))
      expect([answer.status, answer.body.errors]).toEqual([
        422,
        { require_sso: ['Please set up single sign-on first'] },
      ])
      const admin = await joined(app, world.acme, 'admin')
      expect((await requireSignOn(admin)).body.errors).toHaveProperty('require_sso')
      expect((await requireSignOn(await joined(app, world.acme))).status).toBe(403)
    })

    test('ends the other sessions of members, but not those of owners and of its provider', async () => {
      const member = await joined(app, world.acme)
      const signedOn = app.visitor()
      await world.signOn(signedOn, employee())
      const [memberAtTeam, signedOnAtTeam, ownerAtTeam] = [app.visitor(), app.visitor(), app.visitor()]
      const pairs = [
        [member, memberAtTeam],
        [signedOn, signedOnAtTeam],
        [owner, ownerAtTeam],
      ] as const
      for (const [browser, team] of pairs) {
        const url = await world.transfer(browser, team)
        expect((await team.get(url.pathname + url.search, host)).status).toBe(302)
        expect(await seesTeam(team, host)).toBe(true)
      }
      const late = await world.transfer(member, memberAtTeam)
      expect((await requireSignOn(owner)).status).toBe(200)
      expect(await seesTeam(memberAtTeam, host)).toBe(false)
      expect([await seesTeam(signedOnAtTeam, host), await seesTeam(ownerAtTeam, host)]).toEqual([true, true])
      expect([await seesTeam(signedOn), await seesTeam(owner)]).toEqual([true, true])
      // Neither the app's host nor a code made before is a way around it.
      expect([(await member.get('/api/v1/team')).status, (await world.me(member)).team_id]).toEqual([404, null])
      expect((await memberAtTeam.get(late.pathname + late.search, host)).status).toBe(422)
      // The member is sent to the provider, and back to the team.
      const next = await world.transfer(member, memberAtTeam)
      expect([next.pathname, next.searchParams.get('team')]).toEqual(['/users/auth/oidc', 'acme'])
      expect(next.searchParams.get('return_to')).toMatch(/^\/handoff\?to=acme&nonce=/)
      await requireSignOn(owner, false)
      expect(await seesTeam(member)).toBe(true)
    })

    test('takes passwords of owners only on its host', async () => {
      const member = await joined(app, world.acme)
      expect((await passwordOnTeamHost(member.user)).status).toBe(200)
      await requireSignOn(owner)
      const refused = await passwordOnTeamHost(member.user)
      expect([refused.status, refused.body.error]).toEqual([401, 'Your team asks you to sign in with single sign-on'])
      expect((await passwordOnTeamHost(owner.user)).status).toBe(200)
      await requireSignOn(owner, false)
    })

    test('has a member who links the account as a member at once', async () => {
      await requireSignOn(owner)
      const member = await joined(app, world.acme)
      expect(await seesTeam(member)).toBe(false)
      world.provider.user = employee()
      const identity = { provider: 'team', password: testPassword }
      const { url } = (await member.post('/api/v1/identities', { identity })).body
      await open(member, await world.provider.visit(url))
      expect(await seesTeam(member)).toBe(true)
      await requireSignOn(owner, false)
    })
  })

  describe('linking an existing account', () => {
    const password = testPassword
    const beginLink = async (by: TestPerson, more: object = {}) =>
      by.post('/api/v1/identities', { identity: { provider: 'team', password, ...more } })

    test('needs the password, and lets the user sign in by either', async () => {
      const ann = await joined(app, world.acme)
      expect((await beginLink(ann, { password: 'wrong' })).body.errors).toHaveProperty('password')
      expect((await beginLink(ann, { password: undefined })).body.errors).toHaveProperty('password')
      world.provider.user = employee({ email: 'other@private.example', email_verified: false })
      const back = await world.provider.visit((await beginLink(ann)).body.url)
      expect((await open(ann, back)).headers.location).toBe('/users/edit?linked=1#single-sign-on')
      const { results } = (await ann.get('/api/v1/identities')).body
      expect(results).toMatchObject([{ issuer: world.provider.issuer, email: 'other@private.example' }])
      const browser = app.visitor()
      await world.signOn(browser, world.provider.user)
      expect((await world.me(browser)).id).toBe(ann.user.id)
      const path = `/api/v1/identities/${results[0].id}`
      expect((await ann.delete(path, { identity: { password: 'wrong' } })).status).toBe(422)
      expect((await owner.delete(path, { identity: { password } })).status).toBe(404)
      expect((await ann.delete(path, { identity: { password } })).status).toBe(204)
      expect((await ann.get('/api/v1/identities')).body.results).toEqual([])
    })

    test('is not completed in the session of another user', async () => {
      const ann = await joined(app, world.acme)
      const bob = await joined(app, world.acme)
      world.provider.user = employee()
      const back = await world.provider.visit((await beginLink(ann)).body.url)
      bob.setCookie('sign-on', ann.cookie('sign-on') as string)
      expect(problemIn(String((await open(bob, back)).headers.location))).toBe('session')
      expect(await world.identities()).not.toContainEqual(expect.objectContaining({ subject: world.provider.user.sub }))
    })

    test('takes no identity away from another account', async () => {
      const user = employee()
      await world.signOn(app.visitor(), user)
      const ann = await joined(app, world.acme)
      const back = await world.provider.visit((await beginLink(ann)).body.url)
      expect(problemIn(String((await open(ann, back)).headers.location))).toBe('elsewhere')
    })

    test('offers the providers that the user may link', async () => {
      const idsFor = async (by: TestPerson) =>
        (await by.get('/api/v1/identities')).body.providers.map(({ id }: { id: string }) => id)
      expect(await idsFor(owner)).toEqual(['team', 'instance'])
      const stranger = await app.person()
      expect(await idsFor(stranger)).toEqual(['instance'])
      expect((await beginLink(stranger)).status).toBe(422)
    })
  })
})
