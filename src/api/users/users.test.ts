import { beforeAll, describe, expect, test } from 'vitest'
import { hashSessionId } from '../../server/http/session.ts'
import { makeTeam, testPassword } from '../../testing/factories.ts'
import { readMails } from '../../testing/mails.ts'
import { eachDatabase, makeTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestAnswer } from '../../testing/test-client.ts'
import { defineJobs } from '../jobs.ts'

const form = (name: string) => ({
  username: name,
  name: 'Grace Hopper',
  email: `${name}@navy.example`,
  password: 'nanosecond wire',
})

eachDatabase((makeApp, kind) => {
  let app: TestApp
  const mailsTo = async (address: string) =>
    (await app.services.database.read.selectFrom('mails').selectAll().where('recipient', '=', address).execute()).map(
      (mail) => mail.subject,
    )
  const rowOf = (id: number) =>
    app.services.database.read.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()

  beforeAll(async () => {
    app = await makeApp()
    defineJobs(app.services)
  })

  describe('signing up creates a free account and signs in', () => {
    const refused: readonly (readonly [string, Record<string, unknown>, Record<string, string>])[] = [
      ['no fields', {}, { username: '*', email: '*', password: '*' }],
      ['a short name', { ...form('x') }, { username: 'At least 2 characters' }],
      ['spaces', { ...form('n2'), username: 'a b' }, { username: 'No spaces please' }],
      ['other characters', { ...form('n2'), username: 'a.b' }, { username: 'Can only contain: A-Z, 0-9, - and _' }],
      ['a reserved name', { ...form('n2'), username: 'Explore' }, { username: "That one's already taken :(" }],
      ['a name like a deck’s host', { ...form('n2'), username: 'd-abc' }, { username: "That one's already taken :(" }],
      ['no e-mail address', { ...form('n2'), email: 'a@b' }, { email: 'Please enter a valid email' }],
      ['a line break', { ...form('n2'), email: 'a@b.c\nBcc: x@y.z' }, { email: 'Please enter a valid email' }],
      ['five characters', { ...form('n2'), password: 'x7Kp2' }, { password: 'At least 6 characters' }],
      ['a common password', { ...form('n2'), password: 'Password1' }, { password: '*' }],
      ['a password built from the name', { ...form('hopper9'), password: 'hopper99' }, { password: '*' }],
      ['a name that is too long', { ...form('n2'), name: 'x'.repeat(101) }, { name: 'At most 100 characters' }],
    ]
    test.each(refused)('%s is refused with field errors, and no account is created', async (_, user, errors) => {
      const visitor = app.visitor()
      const answer = await visitor.post('/users.json', { user })
      expect(answer.status).toBe(422)
      expect(Object.keys(answer.body.errors).sort()).toEqual(Object.keys(errors).sort())
      for (const [field, message] of Object.entries(errors)) {
        if (message !== '*') expect(answer.body.errors[field]).toEqual([message])
      }
      expect(answer.body.error).toBe(Object.values<string[]>(answer.body.errors)[0]?.[0])
      expect(visitor.cookie('session')).toBeUndefined()
    })

    test('a new user is signed in and welcomed, and privileged fields in the form are ignored', async () => {
      const visitor = app.visitor()
      const sent = { ...form('Grace'), plan: 'pro', operator: true, id: 77, active: false, team_id: 1 }
      const answer = await visitor.post('/users.json', { user: sent })
      expect(answer.status).toBe(201)
      expect(answer.body).toMatchObject({
        ...{ username: 'grace', name: 'Grace Hopper', email: 'grace@navy.example', membership: null, team_id: null },
        ...{ paid: false, lite: false, pro: false, enterprise: false, enterprise_manager: false },
        ...{ manually_upgraded: false, default_theme_id: null },
        settings: { present_controls: true, present_notes: true, present_upsizing: true, speaker_layout: 'default' },
      })
      expect(answer.text).not.toContain('nanosecond')
      expect(answer.text).not.toContain('argon2')
      expect((await visitor.get('/api/v1/status.json')).body).toMatchObject({
        user_signed_in: true,
        user_id: answer.body.id,
      })
      expect(await mailsTo('grace@navy.example')).toEqual(['Welcome to Lectern'])
      expect((await rowOf(answer.body.id))?.plan).toBe('free')
      // The page continues with the CSRF token of the new session.
      expect(answer.headers['x-csrf-token']).toBe(visitor.csrfToken())
    })

    test('an HTML form signs up as a JSON request does', async () => {
      const body = 'user[username]=formula&user[email]=formula%40navy.example&user[password]=nanosecond+wire'
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      expect((await app.visitor().post('/users', body, { headers })).status).toBe(201)
    })

    test('a taken username or email address is refused', async () => {
      const taken = await app.visitor().post('/users', { user: { ...form('GRACE'), email: 'GRACE@navy.example' } })
      const message = ["That one's already taken :("]
      expect([taken.status, taken.body.errors]).toEqual([422, { username: message, email: message }])
    })

    test('a weak password is reported with a taken username, but never with a taken email address', async () => {
      const user = { ...form('GRACE'), email: 'GRACE@navy.example', password: 'Password1' }
      const { status, body } = await app.visitor().post('/users.json', { user })
      expect([status, Object.keys(body.errors).sort()]).toEqual([422, ['password', 'username']])
      expect(body.errors.username).toEqual(["That one's already taken :("])
      expect(body.error).toBe(body.errors.password[0])
    })

    test('exactly one of two concurrent sign-ups with the same username succeeds', async () => {
      const wanted = [form('both'), { ...form('both'), email: 'second@navy.example' }]
      const answers = await Promise.all(wanted.map((user) => app.visitor().post('/users', { user })))
      expect(answers.map((answer) => answer.status).sort()).toEqual([201, 422])
    })

    test('only the first account of an instance becomes operator', async () => {
      const other = await makeApp()
      const first = await other.visitor().post('/users', { user: form('first') })
      const second = await other.visitor().post('/users', { user: form('second') })
      expect([first.body.operator, second.body.operator]).toEqual([true, false])
    })

    test('exactly one of several concurrent first accounts becomes operator', async () => {
      const other = await makeApp()
      const names = ['one', 'two', 'three', 'four']
      const answers = await Promise.all(names.map((name) => other.visitor().post('/users', { user: form(name) })))
      expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201, 201])
      expect(answers.filter((answer) => answer.body.operator)).toHaveLength(1)
    })
  })

  describe('visible user data', () => {
    test('is complete for the user, and limited to public data for others', async () => {
      const ann = await app.person({ username: 'ann', name: 'Ann', analytics_id: 'UA-1-1', plan: 'pro' })
      const own = await ann.get(`/api/v1/users/${ann.user.id}.json`)
      expect([own.status, own.body.email, own.body.pro, own.body.paid]).toEqual([200, 'ann@example.org', true, true])
      expect({ ...(await ann.get('/api/v1/users/me')).body, team_slug: null }).toEqual(own.body)
      for (const client of [app.visitor(), await app.person()]) {
        const seen = await client.get(`/api/v1/users/${ann.user.id}`)
        expect(Object.keys(seen.body).sort()).toEqual([
          ...['created_at', 'description', 'enterprise', 'id', 'lite', 'name', 'paid', 'pro', 'settings', 'site_url'],
          ...['social_handle', 'team_slug', 'thumbnail_url', 'username'],
        ])
        expect(seen.text).not.toMatch(/example\.org|UA-1-1|argon2/)
      }
    })

    test.each(['0', '-1', 'abc', '999999', '1e0', '01', '0x1', '1%00', "1'--"])(
      'there is no user with the id %s',
      async (id) => {
        expect((await app.visitor().get(`/api/v1/users/${id}`)).status).toBe(404)
      },
    )

    test('has every key of the specification', async () => {
      const team = await makeTeam(app.services, 'keyed')
      const ann = await app.person({ team_id: team.id, membership_role: 'admin' })
      const { body } = await ann.get(`/api/v1/users/${ann.user.id}.json`)
      const keys = ['username', 'name', 'thumbnail_url', 'paid', 'lite', 'pro', 'enterprise', 'enterprise-manager']
      for (const key of [...keys, 'manually_upgraded', 'team_id', 'default_theme_id', 'settings', 'membership']) {
        expect(body).toHaveProperty([key])
      }
      expect([body.membership, body['enterprise-manager'], body.team_id]).toEqual([{ role: 'admin' }, true, team.id])
    })

    test('a deactivated user is not found', async () => {
      const gone = await app.person({ active: false })
      expect((await app.visitor().get(`/api/v1/users/${gone.user.id}`)).status).toBe(404)
      expect((await gone.get('/api/v1/users/me')).status).toBe(401)
    })

    test('lookup answers 204 for taken names, 404 for free ones', async () => {
      await app.person({ username: 'lookedup' })
      const visitor = app.visitor()
      const statusOf = async (query: string) => (await visitor.get(`/api/v1/users/lookup.json?${query}`)).status
      expect(await statusOf('id=lookedup')).toBe(204)
      expect(await statusOf('username=LookedUp')).toBe(204)
      expect(await statusOf('id=pricing')).toBe(204)
      expect(await statusOf('id=nobody-yet')).toBe(404)
    })

    test('lookup with answer=body gives the same answer in a body with status 200', async () => {
      await app.person({ username: 'lookedat' })
      for (const [id, taken] of [
        ['lookedat', true],
        ['nobody-yet', false],
      ] as const) {
        const { status, body } = await app.visitor().get(`/api/v1/users/lookup.json?id=${id}&answer=body`)
        expect([status, body]).toEqual([200, { taken }])
      }
    })

    test('a lookup without a name is refused with a field error', async () => {
      const { status, body } = await app.visitor().get('/api/v1/users/lookup.json')
      expect([status, body]).toEqual([422, { errors: { id: ['Required'] }, error: 'Required' }])
    })

    test('lookups are limited to thirty a minute', async () => {
      const statuses: number[] = []
      for (let n = 0; n < 32; n += 1) {
        statuses.push((await app.visitor().get('/api/v1/users/lookup?id=x', { address: '203.0.113.7' })).status)
      }
      expect([statuses[0], statuses[29], statuses[30], statuses[31]]).toEqual([404, 404, 429, 429])
    })
  })

  describe('users change their own account', () => {
    test('only with a session, and only their own account', async () => {
      expect((await app.visitor().put('/users.json', { user: { name: 'x' } })).status).toBe(401)
      const ann = await app.person()
      const eve = await app.person()
      await eve.put('/users.json', { user: { id: ann.user.id, name: 'Changed' } })
      expect((await rowOf(ann.user.id))?.name).toBeNull()
      expect((await rowOf(eve.user.id))?.name).toBe('Changed')
    })

    test('without a CSRF token nothing changes', async () => {
      const ann = await app.person()
      const answer = await ann.put('/users.json', { user: { name: 'x' } }, { csrf: false })
      expect([answer.status, (await rowOf(ann.user.id))?.name]).toEqual([422, null])
    })

    test('sent fields change, and all others stay', async () => {
      const ann = await app.person({ username: 'before', description: 'old' })
      const user = {
        ...{
          username: 'After',
          name: ' Ann ',
          site_url: 'example.com',
          social_handle: 'a_b1',
          analytics_id: 'UA-12-1',
        },
        ...{ plan: 'enterprise', operator: true, password_hash: 'x', picture_key: 'pictures/x.webp', settings: {} },
      }
      const answer = await ann.put('/users.json', { user })
      expect(answer.status).toBe(200)
      expect(answer.body).toMatchObject({
        ...{
          username: 'after',
          name: 'Ann',
          site_url: 'http://example.com',
          social_handle: 'a_b1',
          description: 'old',
        },
        ...{ analytics_id: 'UA-12-1', enterprise: false, operator: false, has_picture: false },
      })
      expect((await ann.put('/users', { user: { description: '', site_url: '' } })).body).toMatchObject({
        ...{ description: null, site_url: null, username: 'after' },
      })
      const own = await ann.put('/users', { user: { username: 'after', email: 'before@example.org' } })
      expect(own.status).toBe(200)
    })

    test.each([
      ['username', 'a'],
      ['username', 'grace'],
      ['username', 'api'],
      ['email', 'nope'],
      ['social_handle', 'a-b'],
      ['social_handle', 'a'.repeat(16)],
      ['site_url', 'javascript:alert(1)'],
      ['site_url', 'ab cd'],
      ['analytics_id', 'GA-1'],
      ['description', 'x'.repeat(501)],
      ['password', 'short'],
      ['default_theme_id', '7'],
    ])('%s cannot be %s', async (field, value) => {
      const ann = await app.person()
      const answer = await ann.put('/users', { user: { [field]: value, current_password: testPassword } })
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]])
    })

    test('a new password or email address needs the current password', async () => {
      const ann = await app.person()
      for (const change of [{ password: 'brand new words' }, { email: 'new@example.org' }]) {
        for (const current_password of [undefined, '', 'wrong']) {
          const answer = await ann.put('/users', { user: { ...change, current_password } })
          expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['current_password']])
        }
      }
      expect(await rowOf(ann.user.id)).toMatchObject({ email: ann.user.email, password_hash: ann.user.password_hash })
    })

    test('concurrent attempts at the current password are limited like sequential attempts', async () => {
      const ann = await app.person()
      const user = (n: number) => ({ email: 'new@example.org', current_password: `guess ${n}` })
      const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => ann.put('/users', { user: user(n) })))
      // Four attempts are compared at once, and one more after each delay that ends during the test.
      expect(answers.filter(({ status }) => status === 422).length).toBeLessThan(10)
      expect(answers.every(({ status }) => status === 422 || status === 429)).toBe(true)
    })

    test('a new password ends all other sessions and renews the present session', async () => {
      const ann = await app.person()
      const phone = await app.signIn(ann.user)
      const before = ann.cookie('session') as string
      const user = { password: 'brand new words', current_password: testPassword }
      expect((await ann.put('/users', { user })).status).toBe(200)
      expect(ann.cookie('session')).not.toBe(before)
      expect((await ann.get('/api/v1/users/me')).status).toBe(200)
      expect((await phone.get('/api/v1/users/me')).status).toBe(401)
      ann.setCookie('session', before)
      expect((await ann.get('/api/v1/users/me')).status).toBe(401)
      expect(await mailsTo(ann.user.email)).toEqual(['Your Lectern password was changed'])
      const signIn = (password: string) =>
        app.visitor().post('/users/sign_in', { user: { login: ann.user.email, password } })
      expect([(await signIn(testPassword)).status, (await signIn('brand new words')).status]).toEqual([401, 200])
    })

    test('a new password keeps API tokens, or deletes them if that is asked for', async () => {
      const ann = await app.person()
      const make = { name: 'Backup', scope: 'read', current_password: testPassword }
      const { token } = (await ann.post('/api/v1/api_tokens', { api_token: make })).body
      const status = async () => {
        const headers = { authorization: `Bearer ${token}` }
        return (await app.visitor().get('/api/v1/users/me', { headers })).status
      }
      const passwords = [testPassword, 'brand new words', 'newer words still']
      const change = (n: number, more = {}) =>
        ann.put('/users', { user: { password: passwords[n + 1], current_password: passwords[n], ...more } })
      await change(0)
      expect(await status()).toBe(200)
      await change(1, { end_api_tokens: true })
      expect(await status()).toBe(401)
      const texts = (await readMails(app.services, ann.user.email)).map(({ text }) => text)
      expect(texts.filter((text) => text.includes('Your API tokens were deleted'))).toHaveLength(1)
    })

    test('the audit log has the names of the changed fields without their values', async () => {
      const ann = await app.person()
      await ann.put('/users', {
        user: { name: 'Secret Name', password: 'brand new words', current_password: testPassword },
      })
      const rows = await app.services.database.read
        .selectFrom('audit')
        .selectAll()
        .where('actor_id', '=', ann.user.id)
        .execute()
      expect(rows.map((row) => [row.action, row.resource, row.detail])).toEqual([
        ['password.change', `user:${ann.user.id}`, { fields: ['name'] }],
      ])
      expect(JSON.stringify(rows)).not.toMatch(/Secret Name|brand new/)
    })
  })

  test('session cookies are stored only as hashes', async () => {
    const ann = await app.person()
    const id = ann.cookie('session') as string
    const rows = await app.services.database.read.selectFrom('sessions').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(id)
    expect(rows.map((row) => row.id_hash)).toContain(hashSessionId(id))
    expect(app.services.database.kind).toBe(kind)
  })
})

test('in production one address can create five accounts an hour', async () => {
  const app = await makeTestApp('sqlite', { settings: { production: true, signUp: 'open' } })
  await app.person({ operator: true })
  const answers: TestAnswer[] = []
  for (let n = 0; n < 6; n += 1) {
    answers.push(await app.visitor().post('/users', { user: form(`crowd${n}`) }, { address: '203.0.113.9' }))
  }
  expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201, 201, 201, 429])
  expect(Number(answers[5]?.headers['retry-after'])).toBeGreaterThan(0)
  await app.close()
})
