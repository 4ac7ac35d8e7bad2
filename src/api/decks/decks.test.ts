import { beforeAll, describe, expect, test } from 'vitest'
import { messages } from '../../rules/messages.ts'
import { makeDeck, makeTeam } from '../../testing/factories.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import { forkDeck } from './create-deck.ts'

const deckKeys = [
  ...['id', 'slug', 'version', 'title', 'visibility', 'user', 'theme_id', 'theme_font', 'theme_color', 'transition'],
  ...['background_transition', 'center', 'rolling_links', 'font_typekit', 'font_google', 'auto_slide_interval'],
  ...['should_loop', 'rtl', 'share_notes', 'slide_number', 'notes', 'view_count', 'thumbnail_url', 'collaborative'],
  'deck_user_editor_limit',
]

eachDatabase((makeApp) => {
  let app: TestApp
  let free: TestPerson
  let pro: TestPerson
  let stranger: TestPerson
  beforeAll(async () => {
    app = await makeApp()
    free = await app.person()
    pro = await app.person({ plan: 'pro' })
    stranger = await app.person()
  })

  describe('refusals', () => {
    test('a visitor can neither create nor change anything', async () => {
      const deck = await makeDeck(app.services, pro.user)
      const visitor = app.visitor()
      for (const [method, path] of [
        ['POST', '/api/v1/decks.json'],
        ['PUT', `/api/v1/decks/${deck.id}.json`],
        ['DELETE', `/api/v1/decks/${deck.id}.json`],
        ['POST', `/api/v1/decks/${deck.id}/publish.json`],
        ['POST', `/api/v1/decks/${deck.id}/trash.json`],
        ['POST', `/api/v1/decks/${deck.id}/fork.json`],
        ['POST', `/api/v1/decks/${deck.id}/kudos/kudo.json`],
        ['GET', `/api/v1/decks/${deck.id}/revisions.json`],
        ['GET', '/users/decks.html'],
      ] as const) {
        expect([path, (await visitor.request(method, path, method === 'GET' ? {} : { body: {} })).status]).toEqual([
          path,
          401,
        ])
      }
      const row = await app.services.database.read
        .selectFrom('decks')
        .selectAll()
        .where('id', '=', deck.id)
        .executeTakeFirst()
      expect(row).toMatchObject({ version: 1, kudos_count: 0, trashed_at: null })
    })

    test('every request of another user for a private deck is a 404', async () => {
      const deck = await makeDeck(app.services, pro.user, { visibility: 'self' })
      for (const client of [stranger, app.visitor()]) {
        expect((await client.get(`/api/v1/decks/${deck.id}.json`)).status).toBe(404)
        expect((await client.get(`/api/v1/decks/${deck.id}/data.json`)).status).toBe(404)
      }
      expect((await stranger.post(`/api/v1/decks/${deck.id}/fork.json`, {})).status).toBe(404)
      expect((await stranger.put(`/api/v1/decks/${deck.id}.json`, { deck: { title: 'x' } })).status).toBe(404)
    })

    test('another user may read a public deck but not change it', async () => {
      const deck = await makeDeck(app.services, pro.user)
      expect((await stranger.get(`/api/v1/decks/${deck.id}.json`)).status).toBe(200)
      expect((await stranger.put(`/api/v1/decks/${deck.id}.json`, { deck: { title: 'mine' } })).status).toBe(403)
      expect((await stranger.post(`/api/v1/decks/${deck.id}/trash.json`, {})).status).toBe(403)
      expect((await stranger.delete(`/api/v1/decks/${deck.id}.json`)).status).toBe(403)
      expect((await stranger.post(`/api/v1/decks/${deck.id}/publish.json`, { visibility: 'self' })).status).toBe(403)
    })

    test('private and internal decks need a plan that includes them', async () => {
      const refused = await free.post('/api/v1/decks.json', { deck: { visibility: 'self' } })
      expect(refused).toMatchObject({ status: 403, body: { error: 'upgrade_required' } })
      const deck = await makeDeck(app.services, free.user)
      const publish = await free.post(`/api/v1/decks/${deck.id}/publish.json`, { visibility: 'self' })
      expect(publish).toMatchObject({ status: 403, body: { error: 'upgrade_required' } })
      const own = await makeDeck(app.services, pro.user)
      const team = await pro.post(`/api/v1/decks/${own.id}/publish.json`, { visibility: 'team' })
      expect(team).toMatchObject({ status: 403, body: { error: 'upgrade_required' } })
      const color = await free.put(`/api/v1/decks/${deck.id}.json`, { deck: { theme_color: 'black-mint' } })
      expect(color).toMatchObject({ status: 403, body: { error: 'upgrade_required' } })
    })

    test.each([
      ['a title of line breaks only', { title: '\r\n\t' }, { title: ['Can not be empty'] }],
      ['an empty title', { title: ' ' }, { title: ['Can not be empty'] }],
      ['a title of 201 characters', { title: 'x'.repeat(201) }, { title: ['At most 200 characters'] }],
      ['an empty slug', { slug: '' }, { slug: ['Can not be empty'] }],
      ['a slug with a space', { slug: 'my deck' }, { slug: ['No spaces please'] }],
      ['a slug of one character', { slug: 'x' }, { slug: ['At least 2 characters'] }],
      ['a reserved slug', { slug: 'new' }, { slug: ["That one's already taken :("] }],
      ['an unknown color', { theme_color: 'pink' }, { theme_color: [expect.any(String)] }],
      ['an unknown interval', { auto_slide_interval: 3000 }, { auto_slide_interval: [expect.any(String)] }],
      ['a long font field', { font_typekit: 'x'.repeat(256) }, { font_typekit: ['At most 255 characters'] }],
    ])('%s is refused with the field’s error', async (_name, fields, errors) => {
      const deck = await makeDeck(app.services, pro.user)
      const answer = await pro.put(`/api/v1/decks/${deck.id}.json`, { deck: fields })
      expect(answer).toMatchObject({ status: 422, body: { errors } })
      expect(answer.body.error).toBe(Object.values(answer.body.errors as Record<string, string[]>)[0]?.[0])
    })

    test('line breaks in a title become spaces', async () => {
      const deck = await makeDeck(app.services, pro.user)
      const answer = await pro.put(`/api/v1/decks/${deck.id}.json`, {
        deck: { title: 'A talk \r\n in two\u2028lines' },
      })
      expect([answer.status, answer.body.title ?? answer.body.deck?.title]).toEqual([200, 'A talk in two lines'])
    })

    test('an unknown visibility is refused', async () => {
      const deck = await makeDeck(app.services, pro.user)
      const answer = await pro.post(`/api/v1/decks/${deck.id}/publish.json`, { visibility: 'x' })
      expect(answer.status).toBe(422)
      expect(answer.body.errors.visibility).toBeDefined()
    })

    test('a deck can be internal only if its owner has a team', async () => {
      const largest = await app.person({ plan: 'enterprise' })
      const deck = await makeDeck(app.services, largest.user)
      const { invalidVisibility } = messages.deck
      const refused = { status: 422, body: { error: invalidVisibility, errors: { visibility: [invalidVisibility] } } }
      const path = `/api/v1/decks/${deck.id}`
      expect(await largest.post(`${path}/publish.json`, { visibility: 'team' })).toMatchObject(refused)
      expect(await largest.put(`${path}.json`, { deck: { visibility: 'team' } })).toMatchObject(refused)
      expect(await largest.post('/api/v1/decks.json', { deck: { visibility: 'team' } })).toMatchObject(refused)
      expect((await largest.get(`${path}.json`)).body.visibility).toBe('all')
      const { id: team_id } = await makeTeam(app.services, 'insiders')
      const member = await app.person({ plan: 'enterprise', team_id })
      const inside = await member.post('/api/v1/decks.json', { deck: { visibility: 'team' } })
      expect([inside.status, inside.body.visibility]).toEqual([201, 'team'])
    })

    test('the slug of another own deck is refused, and the deck’s present slug is accepted', async () => {
      await makeDeck(app.services, pro.user, { slug: 'taken-slug' })
      const deck = await makeDeck(app.services, pro.user, { slug: 'other-slug' })
      const answer = await pro.put(`/api/v1/decks/${deck.id}.json`, { deck: { slug: 'taken-slug' } })
      expect(answer).toMatchObject({ status: 422, body: { errors: { slug: ["That one's already taken :("] } } })
      expect((await pro.put(`/api/v1/decks/${deck.id}.json`, { deck: { slug: 'other-slug' } })).status).toBe(200)
      expect((await stranger.post('/api/v1/decks.json', { deck: { slug: 'taken-slug' } })).status).toBe(201)
    })

    test('server-managed fields in a request are ignored', async () => {
      const deck = await makeDeck(app.services, pro.user)
      const sent = {
        title: 'new',
        user_id: stranger.user.id,
        view_count: 9,
        kudos_count: 9,
        id: 1,
        collaborative: true,
      }
      const answer = await pro.put(`/api/v1/decks/${deck.id}.json`, { deck: sent })
      expect(answer.body).toMatchObject({
        id: deck.id,
        title: 'new',
        view_count: 0,
        kudos_count: 0,
        collaborative: false,
      })
      expect(answer.body.user.id).toBe(pro.user.id)
    })
  })

  describe('a new deck', () => {
    test('is named deck, deck-1 and so on, per user', async () => {
      const ann = await app.person({ plan: 'lite' })
      const first = await ann.post('/api/v1/decks.json', {})
      expect(first).toMatchObject({
        status: 201,
        body: { title: 'deck', slug: 'deck', version: 1, visibility: 'self', notes: {} },
      })
      expect((await ann.post('/api/v1/decks.json', {})).body.slug).toBe('deck-1')
      expect((await ann.post('/api/v1/decks.json', {})).body.slug).toBe('deck-2')
      const other = await app.person()
      expect((await other.post('/api/v1/decks.json', {})).body).toMatchObject({ slug: 'deck', visibility: 'all' })
    })

    test('gets its slug from its title', async () => {
      const answer = await pro.post('/api/v1/decks.json', { deck: { title: 'Çok güzel: Part 2!' } })
      expect(answer.body.slug).toBe('cok-guzel-part-2')
    })

    test('is answered with every field, at creation and when read later', async () => {
      const made = await pro.post('/api/v1/decks.json', { deck: { title: 'All of it' } })
      const read = await pro.get(`/api/v1/decks/${made.body.id}.json`)
      expect(read.status).toBe(200)
      expect(String(read.headers['content-type'])).toContain('application/json')
      for (const key of deckKeys) expect(read.body, key).toHaveProperty(key)
      for (const key of ['username', 'name', 'paid', 'pro', 'enterprise', 'settings', 'thumbnail_url']) {
        expect(read.body.user, key).toHaveProperty(key)
      }
      expect(read.body.user).not.toHaveProperty('email')
      expect(read.body).toMatchObject({
        center: true,
        rtl: false,
        theme_color: 'white-blue',
        deck_user_editor_limit: 50,
      })
    })

    test('created twice with one save id exists once', async () => {
      const sent = { deck: { title: 'Once', save_id: 'create-once-1' } }
      const [first, second] = [await pro.post('/api/v1/decks.json', sent), await pro.post('/api/v1/decks.json', sent)]
      expect(second.body.id).toBe(first.body.id)
    })

    test('stores its content sanitized', async () => {
      const data =
        '<section><h1>One</h1><script>alert(1)</script></section><section data-notes="say hi"><p>Two</p></section>'
      const made = await pro.post('/api/v1/decks.json', { deck: { title: 'With slides', data } })
      expect(made.status).toBe(201)
      expect(Object.values(made.body.removed).flat()).toMatchObject([{ name: 'script' }])
      const read = await pro.get(`/api/v1/decks/${made.body.id}/data.json`)
      expect(read.body.data).toContain('<h1>One</h1>')
      expect(read.body.data).not.toContain('script')
      expect(read.body.data).not.toContain('data-notes')
      expect(Object.values(read.body.notes)).toEqual(['say hi'])
      expect((await pro.get(`/api/v1/decks/${made.body.id}.json`)).body).toMatchObject({ slide_count: 2, version: 1 })
    })

    test('can be created from form fields and from JSON', async () => {
      const answer = await pro.post(
        '/api/v1/decks',
        'deck[title]=From+a+form&deck[rtl]=true&deck[auto_slide_interval]=2000',
        {
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        },
      )
      expect(answer).toMatchObject({
        status: 201,
        body: { title: 'From a form', rtl: true, auto_slide_interval: 2000 },
      })
    })
  })

  describe('life of a deck', () => {
    test('publish accepts the visibility nested or at the top level, and answers the deck', async () => {
      const deck = await makeDeck(app.services, pro.user, { visibility: 'self' })
      const first = await pro.post(`/api/v1/decks/${deck.id}/publish.json`, { visibility: 'all' })
      expect(first).toMatchObject({ status: 200, body: { deck: { visibility: 'all', slug: deck.slug, version: 1 } } })
      expect(first.body.deck.published_at).not.toBeNull()
      const second = await pro.post(`/api/v1/decks/${deck.id}/publish.json`, { deck: { visibility: 'self' } })
      expect(second.body.deck.visibility).toBe('self')
    })

    test('lookup answers 204 for slugs of own decks and 404 for all others, including those of other users', async () => {
      const [ann, bob] = [await app.person(), await app.person()]
      const deck = await makeDeck(app.services, ann.user, { slug: 'tides' })
      const statusOf = async (who: typeof ann, query: string) =>
        (await who.get(`/api/v1/decks/lookup.json?${query}`)).status
      expect(await statusOf(ann, 'slug=tides')).toBe(204)
      expect(await statusOf(ann, 'id=tides')).toBe(204)
      expect(await statusOf(ann, 'slug=new')).toBe(204)
      expect(await statusOf(ann, `slug=tides&except=${deck.id}`)).toBe(404)
      expect(await statusOf(ann, 'slug=ebb')).toBe(404)
      expect(await statusOf(bob, 'slug=tides')).toBe(404)
      expect(await statusOf(ann, 'slug=')).toBe(422)
      const read = async (slug: string) => (await ann.get(`/api/v1/decks/lookup.json?slug=${slug}&answer=body`)).body
      expect([await read('tides'), await read('ebb')]).toEqual([{ taken: true }, { taken: false }])
      expect((await app.visitor().get('/api/v1/decks/lookup.json?slug=tides')).status).toBe(401)
    })

    test('a trashed deck is hidden, can be restored, and is deleted with its slides', async () => {
      const deck = await makeDeck(app.services, pro.user)
      const path = `/api/v1/decks/${deck.id}`
      expect((await pro.post(`${path}/trash.json`, {})).body.trashed_at).not.toBeNull()
      expect((await pro.get(`${path}.json`)).status).toBe(404)
      expect((await app.visitor().get(`${path}/data.json`)).status).toBe(404)
      expect((await pro.post(`${path}/recover.json`, {})).body.trashed_at).toBeNull()
      expect((await pro.get(`${path}.json`)).status).toBe(200)
      await pro.post(`${path}/trash.json`, {})
      expect(await pro.delete(`${path}.json`)).toMatchObject({ status: 204, text: '' })
      expect((await pro.post(`${path}/recover.json`, {})).status).toBe(404)
      const slides = await app.services.database.read
        .selectFrom('deck_slides')
        .selectAll()
        .where('deck_id', '=', deck.id)
        .execute()
      expect(slides).toEqual([])
    })

    test('the HTML list of own decks escapes titles, and the trash has a list of its own', async () => {
      const ann = await app.person()
      await makeDeck(app.services, ann.user, { title: '<img src=x onerror=alert(1)>', slug: 'nasty' })
      const gone = await makeDeck(app.services, ann.user, { title: 'Gone' })
      await ann.post(`/api/v1/decks/${gone.id}/trash.json`, {})
      for (const path of ['/users/decks.html', '/api/v1/users/decks.html']) {
        const active = await ann.get(path)
        expect(String(active.headers['content-type'])).toContain('text/html')
        expect(active.text).toContain('&lt;img src=x')
        expect(active.text).not.toContain('<img src=x')
        expect(active.text).not.toContain('Gone')
        const trashed = await ann.get(`${path}?trashed=true`)
        expect(trashed.text).toContain('Gone')
        expect(trashed.text).not.toContain('nasty')
      }
    })

    test('a fork has slides and theme, but no collaborators, likes, views or private notes', async () => {
      const made = await pro.post('/api/v1/decks.json', {
        deck: {
          title: 'Original',
          theme_color: 'sky-blue',
          visibility: 'all',
          data: '<section data-notes="secret"><h1>Hi</h1></section>',
        },
      })
      await stranger.post(`/api/v1/decks/${made.body.id}/kudos/kudo.json`, {})
      const fork = await stranger.post(`/api/v1/decks/${made.body.id}/fork.json`)
      expect(fork).toMatchObject({
        status: 201,
        body: { title: 'Original', theme_color: 'sky-blue', kudos_count: 0, slide_count: 1 },
      })
      expect(fork.body.user.id).toBe(stranger.user.id)
      const data = await stranger.get(`/api/v1/decks/${fork.body.id}/data.json`)
      expect(data.body.data).toContain('<h1>Hi</h1>')
      expect(data.body.notes).toEqual({})
      const own = await pro.post(`/api/v1/decks/${made.body.id}/fork.json`)
      expect(Object.values((await pro.get(`/api/v1/decks/${own.body.id}/data.json`)).body.notes)).toEqual(['secret'])
    })

    test('a fork is complete even if its original is saved after it was loaded', async () => {
      const { services } = app
      const seen = await makeDeck(services, pro.user, { slides: ['one', 'two'] })
      const data = '<section>three</section>'
      const saved = await pro.put(`/api/v1/decks/${seen.id}.json`, { deck: { version: 1, data } })
      expect(saved.status).toBe(200)
      const source = { deck: seen, mayReadNotes: false }
      const fork = await services.database.transaction((trx) =>
        forkDeck(services, trx, source, stranger.user, undefined),
      )
      const copy = await stranger.get(`/api/v1/decks/${fork.id}/data.json`)
      expect([copy.status, fork.slide_count]).toEqual([200, 1])
      expect(copy.body.data).toContain('three')
    })

    test('two decks request one slug concurrently: one gets the slug, the other is refused', async () => {
      for (let round = 0; round < 5; round++) {
        const two = await Promise.all([0, 1].map((n) => makeDeck(app.services, pro.user, { slug: `w-${round}-${n}` })))
        const deck = { slug: `wanted-${round}` }
        const answers = await Promise.all(two.map(({ id }) => pro.put(`/api/v1/decks/${id}.json`, { deck })))
        expect(answers.map((answer) => answer.status).sort()).toEqual([200, 422])
      }
    })

    test('notes are readable by editors, and by everyone only if they are shared', async () => {
      const made = await pro.post('/api/v1/decks.json', {
        deck: { title: 'Noted', visibility: 'all', data: '<section data-notes="psst"><h1>Hi</h1></section>' },
      })
      const path = `/api/v1/decks/${made.body.id}`
      expect((await app.visitor().get(`${path}.json`)).body.notes).toEqual({})
      expect((await app.visitor().get(`${path}/data.json`)).text).not.toContain('psst')
      expect(Object.values((await pro.get(`${path}.json`)).body.notes)).toEqual(['psst'])
      await pro.put(`${path}.json`, { deck: { share_notes: true } })
      expect(Object.values((await app.visitor().get(`${path}.json`)).body.notes)).toEqual(['psst'])
    })

    test('a like counts once and is removed once, and users cannot like their own decks', async () => {
      const deck = await makeDeck(app.services, pro.user)
      const count = async () => (await app.visitor().get(`/api/v1/decks/${deck.id}.json`)).body.kudos_count
      expect((await stranger.post(`/api/v1/decks/${deck.id}/kudos/kudo.json`)).status).toBe(204)
      await stranger.post(`/api/v1/decks/${deck.id}/kudos/kudo.json`)
      expect(await count()).toBe(1)
      expect((await stranger.get(`/api/v1/decks/${deck.id}.json`)).body.kudoed).toBe(true)
      await stranger.post(`/api/v1/decks/${deck.id}/kudos/unkudo.json`)
      await stranger.post(`/api/v1/decks/${deck.id}/kudos/unkudo.json`)
      expect(await count()).toBe(0)
      expect((await pro.post(`/api/v1/decks/${deck.id}/kudos/kudo.json`)).status).toBe(403)
    })

    test('a profile shows others only the decks they may see, and likes and trash only to its user', async () => {
      const ann = await app.person({ plan: 'pro' })
      await makeDeck(app.services, ann.user, { title: 'Seen' })
      await makeDeck(app.services, ann.user, { title: 'Hidden', visibility: 'self' })
      const liked = await makeDeck(app.services, pro.user, { title: 'Liked' })
      await ann.post(`/api/v1/decks/${liked.id}/kudos/kudo.json`)
      const titles = (answer: { body: { results: { title: string }[] } }) =>
        answer.body.results.map((deck) => deck.title)
      const path = `/api/v1/users/${ann.user.id}/decks.json`
      expect(titles(await app.visitor().get(path))).toEqual(['Seen'])
      expect(titles(await stranger.get(`/api/v1/users/${ann.user.username}/decks.json`))).toEqual(['Seen'])
      expect(titles(await ann.get(path)).sort()).toEqual(['Hidden', 'Seen'])
      expect(titles(await ann.get(`${path}?list=kudos`))).toEqual(['Liked'])
      expect((await stranger.get(`${path}?list=kudos`)).status).toBe(403)
      expect((await app.visitor().get(`${path}?list=trash`)).status).toBe(401)
      expect((await ann.get(path)).body).toMatchObject({ total: 2, page: 1, per_page: 20 })
      const second = (await ann.get(`${path}?per_page=1&page=2`)).body
      expect([second.total, second.page, second.per_page, second.results.length]).toEqual([2, 2, 1, 1])
    })
  })
})
