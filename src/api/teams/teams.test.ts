import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeTeam } from '../../testing/factories.ts'
import { joined } from '../../testing/team-people.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

const team = '/api/v1/team'
const token = 'tok_sandbox_ok_visa_4242_122030'
const taken = ["That one's already taken :("]

let made = 0
const freshSlug = () => `team${made++}`

eachDatabase((makeApp) => {
  let app: TestApp
  beforeAll(async () => {
    app = await makeApp()
  })

  const found = (by: TestClient, fields: object) =>
    by.post('/teams.json', { team: { name: 'Acme', slug: freshSlug(), token, ...fields } })
  const boss = async (fields?: object) => {
    const { id } = await makeTeam(app.services, freshSlug(), fields)
    return joined(app, id, 'owner')
  }
  const change = (by: TestClient, fields: object) => by.put(`${team}.json`, { team: fields })
  const host = (slug: string) => ({ host: `${slug}.localhost:3000` })

  describe('founding a team', () => {
    test('makes the user its owner, begins a trial, and serves the team on its host', async () => {
      const ann = await app.person()
      const answer = await found(ann, { slug: 'Founders', name: ' The\nFounders ', billing_period: 'monthly' })
      expect(answer.status).toBe(201)
      expect(answer.body).toMatchObject({
        ...{ slug: 'founders', name: 'The Founders', url: 'http://founders.localhost:3000', logo_url: null },
        ...{ account_billing_period: 'monthly', account_cost_per_user: 2_000, manually_upgraded: false },
        ...{ allow_public_decks: true, default_theme_id: null, themes: [], ended: false },
        ...{ domain: null, scripts: [], billing_address: null, require_sso: false, former_slugs: [] },
      })
      const me = (await ann.get('/api/v1/users/me')).body
      expect([me.team_id, me.membership, me.enterprise]).toEqual([answer.body.id, { role: 'owner' }, true])
      expect((await app.visitor().get('/api/v1/status', host('founders'))).status).toBe(200)
      expect((await app.visitor().get('/api/v1/status', host('nosuchteam'))).status).toBe(404)
    })

    test('is for signed-in users, and needs a way to pay', async () => {
      expect((await found(app.visitor(), {})).status).toBe(401)
      const answer = await found(await app.person(), { token: undefined })
      expect([answer.status, answer.body.errors]).toEqual([422, { token: ['Required'] }])
    })

    test('without billing needs no payment, and the team has the largest plan', async () => {
      const own = await makeApp({ settings: { billing: 'off' } })
      const ann = await own.person()
      const answer = await found(ann, { token: undefined })
      expect([answer.status, answer.body.ended]).toEqual([201, false])
      expect((await ann.get('/api/v1/team/users.json')).status).toBe(200)
    })

    test('is refused for members of a team, and possible for a deactivated one', async () => {
      const { id } = await makeTeam(app.services, freshSlug())
      const [owner, ann] = [await joined(app, id, 'owner'), await joined(app, id)]
      const answer = await found(ann, {})
      expect([answer.status, answer.body.error]).toEqual([
        422,
        'You are in a team already, and a user can be in one team only',
      ])
      await owner.post(`${team}/users/${ann.user.id}/deactivate`)
      expect((await found(ann, {})).status).toBe(201)
    })

    test.each([
      [{ name: '' }, 'name', 'Required'],
      [{ name: 'x'.repeat(101) }, 'name', 'At most 100 characters'],
      [{ slug: 'a' }, 'slug', 'At least 2 characters'],
      [{ slug: 'a b' }, 'slug', 'No spaces please'],
      [{ slug: 'a.b' }, 'slug', 'Can only contain: A-Z, 0-9, - and _'],
      [{ slug: '-ab' }, 'slug', 'Must begin and end with a letter or a number'],
      [{ slug: 'ab-' }, 'slug', 'Must begin and end with a letter or a number'],
      [{ slug: '_ab' }, 'slug', 'Must begin and end with a letter or a number'],
      [{ slug: 'a'.repeat(41) }, 'slug', 'At most 40 characters'],
      [{ slug: 'WWW' }, 'slug', taken[0]],
      [{ slug: 'd-abc' }, 'slug', taken[0]],
      [{ slug: 'xn--80ak6aa92e' }, 'slug', taken[0]],
      [{ billing_period: 'weekly' }, 'billing_period', 'Please choose one of the offered values'],
    ])('with %j is refused', async (fields, field, message) => {
      const ann = await app.person()
      const answer = await found(ann, fields)
      expect([answer.status, answer.body.errors]).toEqual([422, { [field]: [message] }])
      expect((await ann.get('/api/v1/users/me')).body.team_id).toBeNull()
    })

    test('two users who want one slug at the same time get one team', async () => {
      const slug = freshSlug()
      const both = await Promise.all([found(await app.person(), { slug }), found(await app.person(), { slug })])
      expect(both.map(({ status }) => status).sort()).toEqual([201, 422])
    })

    test('one user at the same time founds one team', async () => {
      const ann = await app.person()
      const both = await Promise.all([found(ann, {}), found(ann, {})])
      expect(both.map(({ status }) => status).sort()).toEqual([201, 422])
    })
  })

  describe('the slug', () => {
    const lookup = async (by: TestClient, slug: string) => {
      const query = `${team}/lookup.json?id=${encodeURIComponent(slug)}`
      const { status } = await by.get(query)
      expect((await by.get(`${query}&answer=body`)).body).toEqual({ taken: status === 204 })
      expect((await by.get(`${team}/lookup.json?slug=${encodeURIComponent(slug)}`)).status).toBe(status)
      return status
    }

    test('is looked up: 204 if taken or reserved, 404 if free or the own one', async () => {
      const slug = freshSlug()
      await makeTeam(app.services, slug)
      const own = (await boss()).get(`${team}.json`)
      const ann = await app.person({ team_id: (await own).body.id, membership_role: 'owner' })
      const mine = (await ann.get(`${team}.json`)).body.slug
      expect([await lookup(app.visitor(), slug), await lookup(app.visitor(), slug.toUpperCase())]).toEqual([204, 204])
      expect([await lookup(app.visitor(), 'explore'), await lookup(app.visitor(), 'nobody-has-this')]).toEqual([
        204, 404,
      ])
      expect([await lookup(ann, mine), await lookup(app.visitor(), mine)]).toEqual([404, 204])
      expect((await app.visitor().get(`${team}/lookup.json`)).status).toBe(422)
    })

    test('can change; the former one stays the team’s, and can be taken back', async () => {
      const [first, second] = [freshSlug(), freshSlug()]
      const owner = await joined(app, (await makeTeam(app.services, first)).id, 'owner')
      const answer = await change(owner, { slug: second.toUpperCase() })
      expect(answer.body).toMatchObject({ slug: second, url: `http://${second}.localhost:3000`, former_slugs: [first] })
      const other = await boss()
      expect((await change(other, { slug: first })).body.errors.slug).toEqual(taken)
      expect((await found(await app.person(), { slug: first })).body.errors.slug).toEqual(taken)
      expect([await lookup(other, first), await lookup(owner, first)]).toEqual([204, 404])
      expect((await change(owner, { slug: first })).body).toMatchObject({ slug: first, former_slugs: [second] })
    })

    test('keeps the last three former ones; an older one is free for others, and its sessions end', async () => {
      const slugs = [1, 2, 3, 4, 5].map(() => freshSlug())
      const [first = '', second = '', ...later] = slugs
      const { id } = await makeTeam(app.services, first)
      const owner = await joined(app, id, 'owner')
      const client = await app.signIn(owner.user, host(first).host)
      expect((await client.get('/api/v1/status', host(first))).body.user_signed_in).toBe(true)
      for (const slug of [second, ...later]) {
        expect((await change(owner, { slug })).status).toBe(200)
        app.advance(1_000)
      }
      expect((await owner.get(`${team}.json`)).body.former_slugs).toEqual([later[1], later[0], second])
      const kept = app.services.database.read.selectFrom('team_slugs').select('slug').where('team_id', '=', id)
      expect((await kept.execute()).map(({ slug }) => slug)).not.toContain(first)
      const next = await joined(app, (await makeTeam(app.services, freshSlug())).id, 'owner')
      expect((await change(next, { slug: first })).body.slug).toBe(first)
      expect((await client.get('/api/v1/status', host(first))).body.user_signed_in).toBe(false)
    })

    test('can change five times a day; other settings are not counted', async () => {
      const { id } = await makeTeam(app.services, freshSlug())
      const [owner, admin] = [await joined(app, id, 'owner'), await joined(app, id, 'admin')]
      for (let n = 0; n < 5; n += 1) expect((await change(owner, { slug: freshSlug() })).status).toBe(200)
      const { slug } = (await owner.get(`${team}.json`)).body
      const refused = await change(admin, { slug: freshSlug(), name: 'Other' })
      expect([refused.status, refused.body.errors.slug]).toEqual([
        422,
        ['The address was changed 5 times today, please try again tomorrow'],
      ])
      expect((await owner.get(`${team}.json`)).body).toMatchObject({ slug })
      expect((await change(owner, { slug, name: 'Other' })).body.name).toBe('Other')
    })

    test('of another team, a reserved one and the content host’s are refused', async () => {
      const own = await makeApp({ settings: { contentUrl: 'http://usercontent.localhost:3000' } })
      const { id } = await makeTeam(own.services, 'acme')
      await makeTeam(own.services, 'theirs')
      const owner = await joined(own, id, 'owner')
      for (const slug of ['theirs', 'explore', 'usercontent']) {
        const answer = await change(owner, { slug })
        expect([answer.status, answer.body.errors.slug]).toEqual([422, taken])
      }
      expect((await change(owner, { slug: 'acme' })).status).toBe(200)
    })
  })

  describe('the settings', () => {
    let owner: TestPerson
    beforeAll(async () => {
      owner = await boss()
    })

    test('are stored, and only the fields that are sent change', async () => {
      const fields = {
        ...{ name: 'Renamed', domain: 'Acme.Example', allow_public_decks: false, account_billing_period: 'monthly' },
        ...{ scripts: ['https://a.example/x.js', 'https://b.example/y.js'], billing_address: '1 Main Street\nTown' },
      }
      const answer = await change(owner, fields)
      expect([answer.status, answer.body]).toMatchObject([200, { ...fields, domain: 'acme.example' }])
      expect(answer.body.account_cost_per_user).toBe(2_000)
      const later = await change(owner, { name: 'Again' })
      expect(later.body).toEqual({ ...answer.body, name: 'Again' })
      const emptied = await change(owner, { domain: '', billing_address: '', scripts: [], default_theme_id: null })
      expect(emptied.body).toMatchObject({ domain: null, billing_address: null, scripts: [], default_theme_id: null })
    })

    test.each([
      [{ domain: 'abc' }, 'domain', 'Please enter a valid domain'],
      [{ domain: 'a b.c' }, 'domain', 'Please enter a valid domain'],
      [{ domain: `${'a'.repeat(255)}.b` }, 'domain', 'Please enter a valid domain'],
      [{ account_billing_period: 'weekly' }, 'account_billing_period', 'Please choose one of the offered values'],
      [{ scripts: ['http://a.example/x.js'] }, 'scripts.0', 'Script must be loaded via HTTPS'],
      [{ scripts: ['https://a.example/x.js', 'x.js'] }, 'scripts.1', 'Please enter a valid script URL'],
      [
        { scripts: Array(21).fill('https://a.example/x.js') },
        'scripts',
        'There is no room for another script, please remove one first',
      ],
      [{ billing_address: 'x'.repeat(501) }, 'billing_address', 'At most 500 characters'],
      [{ default_theme_id: 7 }, 'default_theme_id', 'Could not find theme data'],
      [{ require_sso: true }, 'require_sso', 'Please set up single sign-on first'],
      [{ name: ' ' }, 'name', 'Required'],
    ])('%j is refused, and nothing changes', async (fields, field, message) => {
      const before = (await owner.get(`${team}.json`)).body
      const answer = await change(owner, { name: 'Never', ...fields })
      expect([answer.status, answer.body.errors]).toEqual([422, { [field]: [message] }])
      expect((await owner.get(`${team}.json`)).body).toEqual(before)
    })

    test('the billing period is that of the subscription, changed here or with the payment', async () => {
      const ann = await app.person()
      const { slug, id } = (await found(ann, { billing_period: 'yearly' })).body
      const paid = () =>
        app.services.database.read
          .selectFrom('subscriptions')
          .select('billing_period')
          .where('team_id', '=', id)
          .executeTakeFirst()
      const answer = await change(ann, { name: 'Monthly', account_billing_period: 'monthly' })
      expect([answer.status, answer.body.account_billing_period, answer.body.account_cost_per_user]).toEqual([
        200,
        'monthly',
        2_000,
      ])
      expect(await paid()).toEqual({ billing_period: 'monthly' })
      const at = { ...host(slug), headers: { origin: `http://${host(slug).host}` } }
      const there = await app.signIn(ann.user)
      await app.services.database.write
        .updateTable('sessions')
        .set(host(slug))
        .where('user_id', '=', ann.user.id)
        .execute()
      const put = await there.put('/account/subscription.json', { subscription: { billing_period: 'yearly' } }, at)
      expect([put.status, await paid()]).toEqual([200, { billing_period: 'yearly' }])
      expect((await there.get(`${team}.json`, at)).body.account_billing_period).toBe('yearly')
    })

    test('a period that can not be paid is refused, and nothing changes', async () => {
      const ann = await app.person()
      const { id } = (await found(ann, {})).body
      const { write } = app.services.database
      await write.updateTable('subscriptions').set({ cancel_at_period_end: true }).where('team_id', '=', id).execute()
      const answer = await change(ann, { name: 'Never', account_billing_period: 'monthly' })
      expect(answer.status).toBe(422)
      const after = (await ann.get(`${team}.json`)).body
      expect([after.name, after.account_billing_period]).toEqual(['Acme', 'yearly'])
    })

    test('members see none of the managers’ fields', async () => {
      const { id } = (await owner.get(`${team}.json`)).body
      const answer = await (await joined(app, id)).get(`${team}.json`)
      for (const name of ['domain', 'scripts', 'scripts_allowed', 'billing_address', 'require_sso', 'former_slugs']) {
        expect(answer.body).not.toHaveProperty(name)
      }
      for (const name of [
        'id',
        'slug',
        'themes',
        'default_theme_id',
        'account_billing_period',
        'account_cost_per_user',
        'manually_upgraded',
        'allow_public_decks',
      ]) {
        expect(answer.body).toHaveProperty(name)
      }
    })

    test('scripts need a content host; those that are there can be removed without one', async () => {
      const own = await makeApp({ settings: { contentUrl: null } })
      const { id } = await makeTeam(own.services, 'acme', { scripts: '["https://a.example/x.js"]' })
      const admin = await joined(own, id, 'admin')
      const answer = await change(admin, { scripts: ['https://b.example/y.js'] })
      expect([answer.status, answer.body.errors.scripts]).toEqual([422, ['Custom scripts need a content host']])
      expect((await change(admin, { name: 'Same', scripts: ['https://a.example/x.js'] })).status).toBe(200)
      expect((await change(admin, { scripts: [] })).body.scripts).toEqual([])
    })

    test('are in the audit log by name, scripts with their hash', async () => {
      const one = await boss()
      const slug = freshSlug()
      await change(one, { slug, scripts: ['https://a.example/x.js'], billing_address: 'Secret Street' })
      await change(one, { slug })
      const entries = await app.services.database.read
        .selectFrom('audit')
        .selectAll()
        .where('action', '=', 'team.change')
        .where('actor_id', '=', one.user.id)
        .execute()
      expect(entries).toHaveLength(1)
      const { detail } = entries[0] as (typeof entries)[0]
      const sha = createHash('sha256').update('["https://a.example/x.js"]').digest('hex')
      const fields = ['billing_address', 'scripts', 'slug']
      expect(detail).toMatchObject({ scripts_sha256: sha })
      expect((detail.fields as string[]).toSorted()).toEqual(fields)
      expect(JSON.stringify(entries)).not.toContain('Secret')
    })
  })

  describe('the logo', () => {
    const form = async (bytes: Uint8Array) => {
      const head = `--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`
      const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--b--\r\n')])
      return { body, headers: { 'content-type': 'multipart/form-data; boundary=b' } }
    }
    const png = (width: number, height: number) =>
      sharp({ create: { width, height, channels: 3, background: 'teal' } })
        .png()
        .toBuffer()

    test('is stored as WebP in its proportions, shown to everybody, replaced and removed', async () => {
      const owner = await boss()
      const set = await owner.request('POST', `${team}/logo.json`, await form(await png(800, 200)))
      expect([set.status, set.body.logo_url]).toEqual([
        200,
        expect.stringMatching(/^\/api\/v1\/teams\/\d+\/logo\?v=\w+$/),
      ])
      const shown = await app.visitor().get(set.body.logo_url)
      expect([shown.status, shown.headers['content-type']]).toEqual([200, 'image/webp'])
      const { width, height } = await sharp(shown.bytes).metadata()
      expect([width, height]).toEqual([320, 80])
      const again = await owner.request('POST', `${team}/logo.json`, await form(await png(100, 100)))
      expect(again.body.logo_url).not.toBe(set.body.logo_url)
      expect((await owner.delete(`${team}/logo.json`)).body.logo_url).toBeNull()
      expect((await app.visitor().get(again.body.logo_url)).status).toBe(404)
      const files: string[] = []
      for await (const key of app.services.files.list()) if (key.startsWith('logos/')) files.push(key)
      expect(files).toEqual([])
    })

    test.each(['no picture', '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>'])(
      '%s is refused',
      async (text) => {
        const answer = await (await boss()).request('POST', `${team}/logo.json`, await form(Buffer.from(text)))
        expect([answer.status, answer.body.errors.picture]).toEqual([422, ['Only image files, please']])
      },
    )

    test.each(['0', 'x', '99999'])('of team %s there is none', async (id) => {
      expect((await app.visitor().get(`/api/v1/teams/${id}/logo`)).status).toBe(404)
    })
  })
})
