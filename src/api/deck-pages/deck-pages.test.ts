import { beforeAll, describe, expect, test } from 'vitest'
import { singleStack, verticalStack } from '../../document/structure.ts'
import { rates } from '../../rules/rate-limits.ts'
import { deckLabel, mediaLabel } from '../../server/content/deck-label.ts'
import { signFrameToken } from '../../server/content/frame-token.ts'
import { makeDeck } from '../../testing/factories.ts'
import { frameIn, mountDecks } from '../../testing/mount-decks.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'

eachDatabase((makeApp) => {
  let app: TestApp
  let ada: TestPerson
  let bob: TestPerson
  beforeAll(async () => {
    app = await makeApp({ extend: mountDecks })
    ada = await app.person({ username: 'ada', name: 'Ada <3', plan: 'pro' })
    bob = await app.person({ username: 'bob' })
    const slides = ['<h1>Hello &amp; welcome</h1>', '<p>Second</p>']
    await makeDeck(app.services, ada.user, { title: 'Open "talk"', slug: 'open', slides })
    await makeDeck(app.services, ada.user, {
      title: 'Secret',
      slug: 'secret',
      visibility: 'self',
      slides: ['<p>hush</p>'],
    })
    await makeDeck(app.services, ada.user, { slug: 'gone', trashed_at: new Date() })
    await makeDeck(app.services, bob.user, { title: 'Bob', slug: 'bobs' })
    // Views are counted after the answer is sent, so each counting test has a deck of its own.
    await makeDeck(app.services, bob.user, { slug: 'visited' })
    await makeDeck(app.services, bob.user, { slug: 'looped' })
  })

  const deckOf = (slug: string) =>
    app.services.database.read.selectFrom('decks').selectAll().where('slug', '=', slug).executeTakeFirstOrThrow()
  const hostOf = async (slug: string) => `${deckLabel(app.services.keys, (await deckOf(slug)).id)}.localhost:3000`

  describe('a deck’s page', () => {
    test('contains title, text and frame before any script runs', async () => {
      const { status, text } = await app.visitor().get('/ada/open')
      expect(status).toBe(200)
      expect(text).toContain('<h1>Open &quot;talk&quot;</h1>')
      expect(text).toContain('Ada &lt;3')
      expect(text).toContain('Hello &amp; welcome')
      expect(text).toContain('type="application/json+oembed"')
      expect(frameIn(text).host).toBe(await hostOf('open'))
    })

    test.each([
      ['a missing deck', '/ada/nothing'],
      ['another user’s private deck', '/ada/secret'],
      ['a private deck’s fullscreen view', '/ada/secret/fullscreen'],
      ['a private deck’s embed view', '/ada/secret/embed'],
      ['a deck in the trash', '/ada/gone'],
      ['a missing user', '/nobody/open'],
      ['a slug with a NUL byte', '/ada/open%00'],
      ['a username with a NUL byte', '/ada%00/open'],
    ])('is a 404 for %s', async (_what, path) => {
      for (const client of [app.visitor(), bob]) {
        const { status, text } = await client.get(path)
        expect(status).toBe(404)
        expect(text).not.toContain('hush')
      }
    })

    test('exists for the longest slug, and a longer URL is refused', async () => {
      const slug = 'long'.repeat(63)
      await makeDeck(app.services, ada.user, { slug })
      expect((await app.visitor().get(`/ada/${slug}`)).status).toBe(200)
      expect((await app.visitor().get(`/ada/${slug}${'x'.repeat(1000)}`)).status).toBe(414)
    })

    test('offers only the actions that the user may do', async () => {
      const marks = ['data-fork', 'data-kudos ', 'data-visibility-menu', 'data-edit', 'data-fullscreen']
      const seen = async (client: { get: TestPerson['get'] }) => {
        const { text } = await client.get('/ada/open')
        return marks.filter((mark) => text.includes(mark))
      }
      expect(await seen(app.visitor())).toEqual(['data-fullscreen'])
      expect(await seen(bob)).toEqual(['data-fork', 'data-kudos ', 'data-fullscreen'])
      expect(await seen(ada)).toEqual(['data-fork', 'data-visibility-menu', 'data-edit', 'data-fullscreen'])
      expect((await app.visitor().get('/ada/open')).text).toContain('/users/sign_in?return_to=%2Fada%2Fopen')
    })

    test('shows the newest save, even when an older page is cached', async () => {
      const deck = await makeDeck(app.services, ada.user, { slug: 'reworded', slides: ['<p>Old words</p>'] })
      const [slide] = deck.slideIds
      const see = async () => (await app.visitor().get('/ada/reworded')).text
      expect([await see(), await see()].every((text) => text.includes('> Old words</li>'))).toBe(true)
      const changed = { [String(slide)]: `<section data-id="${slide}"><p>New words</p></section>` }
      const save = { version: 1, save_id: 'reworded-1', slides: { changed } }
      expect((await ada.put(`/api/v1/decks/${deck.id}`, { deck: save })).status).toBe(200)
      const text = await see()
      expect(text).toContain('> New words</li>')
      expect(text).not.toContain('Old words')
      expect((await ada.put(`/api/v1/decks/${deck.id}`, { deck: { visibility: 'self' } })).status).toBe(200)
      expect((await app.visitor().get('/ada/reworded')).status).toBe(404)
    })

    test('counts a visitor once in half an hour, and never the owner', async () => {
      const first = app.visitor()
      first.clearCookies()
      await first.get('/bob/visited')
      await first.get('/bob/visited')
      await first.get('/bob/visited/fullscreen')
      await bob.get('/bob/visited')
      await ada.get('/bob/visited')
      await app.visitor().get('/bob/visited', { headers: { 'sec-purpose': 'prefetch' } })
      await expect.poll(async () => (await deckOf('visited')).view_count).toBe(2)
    })

    test('counts a client with invented visitor cookies once', async () => {
      const cheat = { 'user-agent': 'a loop' }
      for (let n = 0; n < 20; n += 1) {
        const client = app.visitor()
        client.setCookie('visitor', n % 2 ? `made-up-${n}` : `made-up-${n}.${app.services.keys.sign('csrf', 'x')}`)
        await client.get('/bob/looped', { headers: cheat })
        expect(client.cookie('visitor')).not.toContain('made-up')
      }
      const other = app.visitor()
      other.clearCookies()
      await other.get('/bob/looped', { headers: { 'user-agent': 'somebody else' } })
      await expect.poll(async () => (await deckOf('looped')).view_count).toBe(2)
    })
  })

  test('too many requests for a deck or its embed get a 429 with Retry-After', async () => {
    const address = '203.0.113.77'
    for (let n = 0; n < rates.read.tries; n += 1) await app.services.limits.take('read', address)
    for (const path of ['/ada/open', '/ada/open/embed']) {
      const { status, headers } = await app.visitor().get(path, { address })
      const wait = Number(headers['retry-after'])
      expect([path, status, wait > 0 && wait <= rates.read.seconds]).toEqual([path, 429, true])
    }
  })

  test('the fullscreen view without autoplay requests a frame without autoplay', async () => {
    const { text } = await app.visitor().get('/ada/open/fullscreen?no-autoplay=1')
    const frame = await app.visitor().get(frameIn(text).pathname, { host: await hostOf('open') })
    expect(frame.text).toContain('"autoplay":false')
    expect((await app.visitor().get('/ada/open/fullscreen')).text).not.toContain('-quiet-')
  })

  describe('a deck frame', () => {
    test('the frame of a public deck contains the slides, and is cached privately for a token’s lifetime', async () => {
      const { pathname } = frameIn((await app.visitor().get('/ada/open')).text)
      const { status, text, headers } = await app.visitor().get(pathname, { host: await hostOf('open') })
      expect(status).toBe(200)
      expect(text).toContain('<h1>Hello &amp; welcome</h1>')
      expect(headers['cache-control']).toBe('private, max-age=600')
      expect(headers['referrer-policy']).toBe('no-referrer')
      expect(headers['content-security-policy']).toMatch(
        /script-src 'nonce-[\w-]{22}';.*frame-ancestors http:\/\/localhost:3000 http:\/\/\*\.localhost:3000; sandbox allow-scripts/,
      )
      expect(headers['set-cookie']).toBeUndefined()
    })

    test('a frame is revalidated with a 304, and is a 404 once the deck is private', async () => {
      const deck = await makeDeck(app.services, ada.user, { slug: 'turned', slides: ['<p>Then public</p>'] })
      const { pathname } = frameIn((await app.visitor().get('/ada/turned')).text)
      const host = await hostOf('turned')
      const first = await app.visitor().get(pathname, { host })
      const again = { host, headers: { 'if-none-match': String(first.headers.etag) } }
      const second = await app.visitor().get(pathname, again)
      expect([second.status, second.text]).toEqual([304, ''])
      // The browser applies the 304's policy to the cached document, so the nonce must be the same.
      expect(second.headers['content-security-policy']).toBe(first.headers['content-security-policy'])
      await app.services.database.write
        .updateTable('decks')
        .set({ visibility: 'self' })
        .where('id', '=', deck.id)
        .execute()
      expect((await app.visitor().get(pathname, again)).status).toBe(404)
    })

    test('a frame URL with an outdated version or fingerprint shows the deck and is not cached', async () => {
      const { pathname } = frameIn((await app.visitor().get('/ada/open')).text)
      for (const path of [pathname.replace('/d/1/', '/d/9/'), pathname.replace(/.{10}$/, 'aaaaaaaaaa')]) {
        const { status, headers } = await app.visitor().get(path, { host: await hostOf('open') })
        expect([status, headers['cache-control']]).toEqual([200, 'private, no-store'])
      }
    })

    test('the frame of a private deck needs an unexpired token and is not cached', async () => {
      const { pathname } = frameIn((await ada.get('/ada/secret')).text)
      const host = await hostOf('secret')
      const { status, text, headers } = await app.visitor().get(pathname, { host })
      expect([status, headers['cache-control']]).toEqual([200, 'private, no-store'])
      expect(text).toContain('hush')
      const { id } = await deckOf('secret')
      const now = app.services.now().getTime()
      const late = signFrameToken(app.services.keys, {
        deckId: id,
        version: 1,
        mode: 'show',
        notes: false,
        autoplay: true,
        earlier: false,
        grant: 'role',
        expires: now - 1,
      })
      expect((await app.visitor().get(`/d/1/${late}`, { host })).status).toBe(404)
      expect((await app.visitor().get(`/d/1/public-${id}-show-aaaaaaaaaa`, { host })).status).toBe(404)
    })

    test('a frame opened through a link is a 404 once the link or its password changes, unlike the owner’s frame', async () => {
      const pia = await app.person({ username: 'pia', plan: 'pro' })
      const { id } = await makeDeck(app.services, pia.user, { slug: 'lent', visibility: 'self' })
      const links = `/api/v1/decks/${id}/access_tokens`
      const createLink = async () => (await pia.post(links, { access_token: {} })).body as { id: number; token: string }
      const host = await hostOf('lent')
      const frameBy = async (query: string, who: Pick<TestPerson, 'get'> = app.visitor()) => {
        const { pathname } = frameIn((await who.get(`/pia/lent${query}`)).text)
        return async () => (await app.visitor().get(pathname, { host })).status
      }
      const [one, two] = [await createLink(), await createLink()]
      const [own, byOne, byTwo] = [
        await frameBy('', pia),
        await frameBy(`?token=${one.token}`),
        await frameBy(`?token=${two.token}`),
      ]
      expect([await own(), await byOne(), await byTwo()]).toEqual([200, 200, 200])
      expect((await pia.delete(`${links}/${one.id}`)).status).toBe(204)
      expect([await own(), await byOne(), await byTwo()]).toEqual([200, 404, 200])
      expect((await pia.put(`${links}/${two.id}`, { access_token: { password: 'sesame' } })).status).toBe(200)
      expect([await own(), await byOne(), await byTwo()]).toEqual([200, 404, 404])
    })

    test('a frame URL with a public token is a 404 once the deck is private', async () => {
      const { id } = await makeDeck(app.services, ada.user, { slug: 'was-open' })
      const { keys } = app.services
      const ticket = { deckId: id, version: 1, mode: 'show', notes: false, autoplay: true, earlier: false } as const
      const expires = app.services.now().getTime() + 60_000
      const path = `/d/1/${signFrameToken(keys, { ...ticket, grant: 'public', expires })}`
      const host = await hostOf('was-open')
      expect((await app.visitor().get(path, { host })).status).toBe(200)
      expect((await ada.put(`/api/v1/decks/${id}`, { deck: { visibility: 'self' } })).status).toBe(200)
      expect((await app.visitor().get(path, { host })).status).toBe(404)
    })

    test('a frame is served only on its deck’s host, which serves nothing else', async () => {
      const { pathname } = frameIn((await app.visitor().get('/ada/open')).text)
      const own = await hostOf('open')
      const rows: [string, string | undefined, Record<string, string>, number][] = [
        [pathname, await hostOf('bobs'), {}, 404],
        [pathname, undefined, {}, 404],
        [`${pathname}?postMessage=true`, own, {}, 404],
        [pathname, own, { 'service-worker': 'script' }, 404],
        ['/', own, {}, 404],
        ['/ada/open', own, {}, 404],
        ['/api/v1/decks/1.json', own, {}, 404],
        ['/a/../../package.json', own, {}, 404],
        ['/a/missing.js', own, {}, 404],
        ['/m/nothing-here.png', own, {}, 404],
        ['/m/--------.png', own, {}, 404],
        ['/canvas', own, {}, 404],
      ]
      for (const [path, host, headers, status] of rows) {
        const answer = await app.visitor().get(path, { headers, ...(host ? { host } : {}) })
        expect([path, host, answer.status]).toEqual([path, host, status])
      }
    })

    test('a frame contains no notes and no hidden slides', async () => {
      const slides = ['<p>Shown</p>', '<p>Also</p>', '<p>Whole</p>']
      const deck = await makeDeck(app.services, bob.user, { slug: 'noted', slides })
      const [first, second, third] = deck.slideIds as [string, string, string]
      const stacks = [singleStack(first), singleStack(second), verticalStack([third], { 'data-visibility': 'hidden' })]
      await app.services.database.write
        .updateTable('deck_structures')
        .set({ structure: JSON.stringify({ stacks, after: '' }) })
        .where('deck_id', '=', deck.id)
        .execute()
      const write = (id: string | undefined, html: string) =>
        app.services.database.write
          .updateTable('deck_slides')
          .set({ html, notes: 'psst' })
          .where('slide_id', '=', String(id))
          .execute()
      await write(
        first,
        `<section data-id="${first}" data-notes="psst &quot;x"><p>Shown</p><aside class="notes">psst</aside></section>`,
      )
      await write(second, `<section data-id="${second}" data-visibility="hidden"><p>Also</p></section>`)
      const page = await app.visitor().get('/bob/noted')
      const frame = await app.visitor().get(frameIn(page.text).pathname, { host: await hostOf('noted') })
      expect(frame.text).toMatch(new RegExp(`<section data-id="${first}" ?><p>Shown</p></section>`))
      for (const text of [page.text, frame.text]) {
        expect(text).not.toContain('psst')
        expect(text).not.toContain('Also')
        expect(text).not.toContain('Whole')
      }
    })
  })

  test('only editors of the deck can preview a revision, which shows its own content', async () => {
    const deck = await makeDeck(app.services, ada.user, { slug: 'told', slides: ['<p>First words</p>'] })
    const [slide] = deck.slideIds
    const changed = { [String(slide)]: `<section data-id="${slide}"><p>Other words</p></section>` }
    const save = { version: 1, save_id: 'preview-test-1', slides: { changed } }
    expect((await ada.put(`/api/v1/decks/${deck.id}`, { deck: save })).status).toBe(200)
    const now = new Date()
    const { id: oldest } = await app.services.database.write
      .insertInto('deck_revisions')
      .values({ deck_id: deck.id, version: 1, user_id: ada.user.id, created_at: now, updated_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    const page = await ada.get(`/ada/told/preview?revision=${oldest}`)
    expect([page.status, page.headers['x-ancestors']]).toEqual([200, "'self'"])
    const frame = await app.visitor().get(frameIn(page.text).pathname, { host: await hostOf('told') })
    expect([frame.status, frame.headers['cache-control']]).toEqual([200, 'private, no-store'])
    expect(frame.text).toContain('First words')
    expect(frame.text).not.toContain('Other words')
    const others = await makeDeck(app.services, ada.user, { slug: 'untold', slides: ['<p>x</p>'] })
    for (const [who, path] of [
      [app.visitor(), `/ada/told/preview?revision=${oldest}`],
      [bob, `/ada/told/preview?revision=${oldest}`],
      [ada, '/ada/told/preview?revision=0'],
      [ada, '/ada/told/preview'],
      [ada, `/ada/untold/preview?revision=${oldest}`],
    ] as const) {
      expect([path, (await who.get(path)).status]).toEqual([path, 404])
    }
    expect(others.id).not.toBe(deck.id)
  })

  test('uploaded media are served only by content hosts, and run no scripts', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    await app.services.files.put('media/drawing-1.svg', Buffer.from(svg), 'image/svg+xml')
    const moved = await app.visitor().get('/m/drawing-1.svg')
    expect([moved.status, moved.headers.location]).toEqual([
      302,
      `http://${mediaLabel(app.services.keys)}.localhost:3000/m/drawing-1.svg`,
    ])
    const { status, headers } = await app.visitor().get('/m/drawing-1.svg', { host: await hostOf('open') })
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
    })
  })

  test('the canvas page runs no script', async () => {
    const { status, text, headers } = await app.visitor().get('/canvas')
    expect(status).toBe(200)
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'none'; .*frame-ancestors 'self'$/,
    )
    expect(text).not.toContain('<script')
  })
})
