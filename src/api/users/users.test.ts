import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { hashSessionId } from '../../server/http/session.ts'
import { makeDeck, testPassword } from '../../testing/factories.ts'
import { eachDatabase, makeTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestAnswer } from '../../testing/test-client.ts'
import { defineJobs } from '../jobs.ts'

const form = (name: string) => ({
  username: name,
  name: 'Grace Hopper',
  email: `${name}@navy.example`,
  password: 'nanosecond wire',
})

/** A file in a form, as browsers send it. */
function upload(bytes: Buffer, type = 'image/png') {
  const head = `--x\r\ncontent-disposition: form-data; name="picture"; filename="me.png"\r\ncontent-type: ${type}\r\n\r\n`
  const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--x--\r\n')])
  return { body, headers: { 'content-type': 'multipart/form-data; boundary=x' } }
}

const picture = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#c33' } })

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

  describe('signing up makes a free account and signs in', () => {
    const refused: readonly (readonly [string, Record<string, unknown>, Record<string, string>])[] = [
      ['no fields', {}, { username: '*', email: '*', password: '*' }],
      ['a short name', { ...form('x') }, { username: 'At least 2 characters' }],
      ['spaces', { ...form('n2'), username: 'a b' }, { username: 'No spaces please' }],
      ['other characters', { ...form('n2'), username: 'a.b' }, { username: 'Can only contain: A-Z, 0-9, - and _' }],
      ['a name of the product', { ...form('n2'), username: 'Explore' }, { username: "That one's already taken :(" }],
      ['a name like a deck’s host', { ...form('n2'), username: 'd-abc' }, { username: "That one's already taken :(" }],
      ['no e-mail address', { ...form('n2'), email: 'a@b' }, { email: 'Please enter a valid email' }],
      ['a line break', { ...form('n2'), email: 'a@b.c\nBcc: x@y.z' }, { email: 'Please enter a valid email' }],
      ['five characters', { ...form('n2'), password: 'x7Kp2' }, { password: 'At least 6 characters' }],
      ['a common password', { ...form('n2'), password: 'Password1' }, { password: '*' }],
      ['a password built from the name', { ...form('hopper9'), password: 'hopper99' }, { password: '*' }],
      ['a name that is too long', { ...form('n2'), name: 'x'.repeat(101) }, { name: 'At most 100 characters' }],
    ]
    test.each(refused)('%s is told at its field, and nothing is made', async (_, user, errors) => {
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

    test('the new person is signed in, welcomed, and can do nothing that a form could have slipped in', async () => {
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
      // The page that signed up goes on with the token of its new session.
      expect(answer.headers['x-csrf-token']).toBe(visitor.csrfToken())
    })

    test('a form without JSON signs up too', async () => {
      const body = 'user[username]=formula&user[email]=formula%40navy.example&user[password]=nanosecond+wire'
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      expect((await app.visitor().post('/users', body, { headers })).status).toBe(201)
    })

    test('a name or address that somebody has cannot be had again', async () => {
      const taken = await app.visitor().post('/users', { user: { ...form('GRACE'), email: 'GRACE@navy.example' } })
      const message = ["That one's already taken :("]
      expect([taken.status, taken.body.errors]).toEqual([422, { username: message, email: message }])
    })

    test('of two people who want one name at the same moment, one gets it', async () => {
      const wanted = [form('both'), { ...form('both'), email: 'second@navy.example' }]
      const answers = await Promise.all(wanted.map((user) => app.visitor().post('/users', { user })))
      expect(answers.map((answer) => answer.status).sort()).toEqual([201, 422])
    })

    test('the first account of an instance runs it, the next ones do not', async () => {
      const other = await makeApp()
      const first = await other.visitor().post('/users', { user: form('first') })
      const second = await other.visitor().post('/users', { user: form('second') })
      expect([first.body.operator, second.body.operator]).toEqual([true, false])
    })
  })

  describe('what people see of each other', () => {
    test('of oneself everything, of others what is public', async () => {
      const ann = await app.person({ username: 'ann', name: 'Ann', analytics_id: 'UA-1-1', plan: 'pro' })
      const own = await ann.get(`/api/v1/users/${ann.user.id}.json`)
      expect([own.status, own.body.email, own.body.pro, own.body.paid]).toEqual([200, 'ann@example.org', true, true])
      expect((await ann.get('/api/v1/users/me')).body).toEqual(own.body)
      for (const asker of [app.visitor(), await app.person()]) {
        const seen = await asker.get(`/api/v1/users/${ann.user.id}`)
        expect(Object.keys(seen.body).sort()).toEqual([
          ...['created_at', 'description', 'enterprise', 'id', 'lite', 'name', 'paid', 'pro', 'settings', 'site_url'],
          ...['social_handle', 'thumbnail_url', 'username'],
        ])
        expect(seen.text).not.toMatch(/example\.org|UA-1-1|argon2/)
      }
    })

    test.each(['0', '-1', 'abc', '999999', '1e3', '1%00', "1'--"])('there is nobody with the id %s', async (id) => {
      expect((await app.visitor().get(`/api/v1/users/${id}`)).status).toBe(404)
    })

    test('a deactivated person is gone for others', async () => {
      const gone = await app.person({ active: false })
      expect((await app.visitor().get(`/api/v1/users/${gone.user.id}`)).status).toBe(404)
      expect((await gone.get('/api/v1/users/me')).status).toBe(401)
    })

    test('lookup says 204 for taken names, 404 for free ones', async () => {
      await app.person({ username: 'lookedup' })
      const visitor = app.visitor()
      const ask = async (query: string) => (await visitor.get(`/api/v1/users/lookup.json?${query}`)).status
      expect(await ask('id=lookedup')).toBe(204)
      expect(await ask('username=LookedUp')).toBe(204)
      expect(await ask('id=pricing')).toBe(204)
      expect(await ask('id=nobody-yet')).toBe(404)
      expect(await ask('')).toBe(422)
    })

    test('names are looked up thirty times a minute at most', async () => {
      const statuses: number[] = []
      for (let n = 0; n < 32; n += 1) {
        statuses.push((await app.visitor().get('/api/v1/users/lookup?id=x', { address: '203.0.113.7' })).status)
      }
      expect([statuses[0], statuses[29], statuses[30], statuses[31]]).toEqual([404, 404, 429, 429])
    })
  })

  describe('people change their own account', () => {
    test('only with a session, and only their own', async () => {
      expect((await app.visitor().put('/users.json', { user: { name: 'x' } })).status).toBe(401)
      const ann = await app.person()
      const eve = await app.person()
      await eve.put('/users.json', { user: { id: ann.user.id, name: 'Changed' } })
      expect((await rowOf(ann.user.id))?.name).toBeNull()
      expect((await rowOf(eve.user.id))?.name).toBe('Changed')
    })

    test('without the token of a page nothing changes', async () => {
      const ann = await app.person()
      const answer = await ann.put('/users.json', { user: { name: 'x' } }, { csrf: false })
      expect([answer.status, (await rowOf(ann.user.id))?.name]).toEqual([422, null])
    })

    test('fields that were sent change, others stay', async () => {
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
    ])('%s cannot be %s', async (field, value) => {
      const ann = await app.person()
      const answer = await ann.put('/users', { user: { [field]: value, current_password: testPassword } })
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]])
    })

    test('a new password or e-mail needs the current password', async () => {
      const ann = await app.person()
      for (const change of [{ password: 'brand new words' }, { email: 'new@example.org' }]) {
        for (const current_password of [undefined, '', 'wrong']) {
          const answer = await ann.put('/users', { user: { ...change, current_password } })
          expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['current_password']])
        }
      }
      expect(await rowOf(ann.user.id)).toMatchObject({ email: ann.user.email, password_hash: ann.user.password_hash })
    })

    test('a new password signs all other devices out and renews this one', async () => {
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

    test('the address that was left is told, and links for a new password end', async () => {
      const ann = await app.person()
      await app.visitor().post('/users/password', { user: { email: ann.user.email } })
      await app.services.jobs.idle()
      const resets = () =>
        app.services.database.read
          .selectFrom('password_resets')
          .selectAll()
          .where('user_id', '=', ann.user.id)
          .execute()
      expect(await resets()).toHaveLength(1)
      const user = { email: ' New.Address@Example.org ', current_password: testPassword }
      expect((await ann.put('/users', { user })).body.email).toBe('new.address@example.org')
      expect(await resets()).toEqual([])
      expect(await mailsTo(ann.user.email)).toContain('Your Lectern e-mail address was changed')
    })

    test('what was changed is written down, without what it was', async () => {
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

  describe('pictures of people', () => {
    test('somebody without one has their initials, and nothing else of their name', async () => {
      const ann = await app.person({ name: '<b>Ann</b> Marie "Lee' })
      const answer = await app.visitor().get(`/api/v1/users/${ann.user.id}/picture`)
      expect([answer.status, answer.headers['content-type']]).toEqual([200, 'image/svg+xml'])
      expect(answer.text).toMatch(/^<svg .*>M<\/text><\/svg>$/)
      expect(answer.text).not.toContain('<b>')
    })

    test('a picture is drawn anew as a small square, without what a camera wrote into it', async () => {
      const ann = await app.person()
      const jpeg = await picture(900, 300)
        .withExif({ IFD0: { Artist: 'SecretPlace' } })
        .jpeg()
        .toBuffer()
      expect(jpeg.includes('SecretPlace')).toBe(true)
      const { body, headers } = upload(jpeg)
      const answer = await ann.post('/api/v1/users/picture', body, { headers })
      expect([answer.status, answer.body.has_picture]).toEqual([200, true])
      const key = (await rowOf(ann.user.id))?.picture_key as string
      const kept = await app.services.files.read(key)
      const { width, height, format } = await sharp(kept as Uint8Array).metadata()
      expect([width, height, format]).toEqual([256, 256, 'webp'])
      expect(Buffer.from(kept as Uint8Array).includes('SecretPlace')).toBe(false)
      const shown = await app.visitor().get(answer.body.thumbnail_url)
      expect([shown.status, shown.headers['content-type']]).toEqual([200, 'image/webp'])
      const removed = await ann.delete('/api/v1/users/picture')
      expect([removed.status, removed.body.has_picture]).toEqual([200, false])
      expect(await app.services.files.read(key)).toBeNull()
    })

    test('what is no picture is refused by its bytes, whatever it is called', async () => {
      const ann = await app.person()
      const bomb = await picture(8_000, 8_000).png().toBuffer()
      const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>')
      for (const bytes of [svg, Buffer.from('GIF89a'), Buffer.from('<html>'), Buffer.alloc(0), bomb]) {
        const { body, headers } = upload(bytes)
        const answer = await ann.post('/api/v1/users/picture', body, { headers })
        expect([answer.status, answer.body.error]).toEqual([422, 'Only image files, please'])
      }
      expect((await ann.post('/api/v1/users/picture', { picture: 'x' })).status).toBe(422)
      expect((await rowOf(ann.user.id))?.picture_key).toBeNull()
    })

    test('ten megabytes are the most', async () => {
      const ann = await app.person()
      const { body, headers } = upload(Buffer.alloc(10_000_001))
      expect([413, 422]).toContain((await ann.post('/api/v1/users/picture', body, { headers })).status)
    })
  })

  describe('deleting the account', () => {
    test('needs the password', async () => {
      const ann = await app.person()
      for (const user of [{}, { password: '' }, { password: 'wrong' }]) {
        expect((await ann.delete('/users.json', { user })).status).toBe(422)
      }
      expect((await app.visitor().delete('/users.json', { user: { password: testPassword } })).status).toBe(401)
      expect(await rowOf(ann.user.id)).toBeDefined()
    })

    test('takes everything of the person with it and leaves everything of others', async () => {
      const ann = await app.person()
      const bob = await app.person()
      const deck = await makeDeck(app.services, ann.user, { title: 'Gone' })
      const liked = await makeDeck(app.services, bob.user, {
        title: 'Stays',
        kudos_count: 1,
        editor_user_id: ann.user.id,
      })
      const now = app.services.now()
      const { database } = app.services
      await database.write
        .insertInto('kudos')
        .values({ deck_id: liked.id, user_id: ann.user.id, created_at: now })
        .execute()
      const { body, headers } = upload(await picture(20, 20).png().toBuffer())
      await ann.post('/api/v1/users/picture', body, { headers })
      const key = (await rowOf(ann.user.id))?.picture_key as string
      const phone = await app.signIn(ann.user)

      expect((await ann.delete('/users.json', { user: { password: testPassword } })).status).toBe(204)

      expect(await rowOf(ann.user.id)).toBeUndefined()
      expect(ann.cookie('session')).toBeUndefined()
      expect((await phone.get('/api/v1/users/me')).status).toBe(401)
      expect(await app.services.files.read(key)).toBeNull()
      const decks = await database.read.selectFrom('decks').selectAll().where('id', 'in', [deck.id, liked.id]).execute()
      expect(decks).toMatchObject([{ id: liked.id, kudos_count: 0, editor_user_id: null }])
      const slides = await database.read.selectFrom('deck_slides').selectAll().where('deck_id', '=', deck.id).execute()
      expect(slides).toEqual([])
      expect(await mailsTo(ann.user.email)).toEqual(['Your Lectern account was deleted'])
    })
  })

  test('the database never sees a session’s cookie', async () => {
    const ann = await app.person()
    const id = ann.cookie('session') as string
    const rows = await app.services.database.read.selectFrom('sessions').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(id)
    expect(rows.map((row) => row.id_hash)).toContain(hashSessionId(id))
    expect(app.services.database.kind).toBe(kind)
  })
})

test('five accounts an hour come from one address in production', async () => {
  const app = await makeTestApp('sqlite', { settings: { production: true } })
  const answers: TestAnswer[] = []
  for (let n = 0; n < 6; n += 1) {
    answers.push(await app.visitor().post('/users', { user: form(`crowd${n}`) }, { address: '203.0.113.9' }))
  }
  expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201, 201, 201, 429])
  expect(Number(answers[5]?.headers['retry-after'])).toBeGreaterThan(0)
  await app.close()
})
