import type { FastifyInstance } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { createContentHosts } from '../../server/content/content-hosts.ts'
import { serveContent } from '../../server/content/serve-content.ts'
import type { Services } from '../../server/services.ts'
import { makeDeck, makeTeam } from '../../testing/factories.ts'
import { fakePlayerBuild as build } from '../../testing/fake-player-build.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import { deckPageDocuments } from '../../web/pages/deck/deck-page-documents.ts'
import { livePage } from '../../web/pages/live/live-page.ts'
import { createViewCounter } from '../decks/view-counter.ts'
import { createMediaReader } from '../media/read-media.ts'
import type { Pages } from '../pages/pages.ts'
import { deckFrameSource } from './frame-source.ts'
import { mountLivePages } from './mount-live-pages.ts'
import { cachedOutlines } from './outlines.ts'

/** Sends a page's markup and data without the shell, which needs the built web app. */
const pages = {
  send: async (_request, reply, page) => {
    const body = typeof page.body === 'function' ? page.body('N', '') : page.body
    reply.header('x-entry', page.entry).header('x-quiet', String(page.quiet ?? false))
    return reply.type('text/html').send(`${body}<i>${JSON.stringify(page.data)}</i>`)
  },
  sendShared: async () => false,
} as Partial<Pages> as Pages

function mount(server: FastifyInstance, services: Services): void {
  const hosts = createContentHosts(services.settings, services.keys)
  const frames = deckFrameSource({ services, build, fontSources: () => [] })
  const media = createMediaReader(services)
  serveContent(server, { services, hosts: () => hosts, frames, media, build, files: new Map(), canvas: () => '' })
  const outlines = cachedOutlines(services.database.read)
  const views = createViewCounter(services)
  const shared = {
    services,
    pages,
    hosts: () => hosts,
    frames,
    outlines,
    views,
    build: 'build',
    documents: deckPageDocuments,
  }
  mountLivePages(server, { ...shared, livePage })
}

const dataOf = (html: string) => JSON.parse(/<i>(.*)<\/i>$/s.exec(html)?.[1] ?? 'null')

eachDatabase((makeApp) => {
  let app: TestApp
  let ada: TestPerson
  let bob: TestPerson
  let editor: TestPerson

  /** A deck with a note on its first slide. */
  async function notedDeck(slug: string, fields: Record<string, unknown> = {}) {
    const deck = await makeDeck(app.services, ada.user, { slug, slides: ['<p>Shown</p>', '<p>Next</p>'], ...fields })
    const { write } = app.services.database
    const [first = ''] = deck.slideIds
    await write.updateTable('deck_slides').set({ notes: 'psst' }).where('slide_id', '=', first).execute()
    return { ...deck, first }
  }

  beforeAll(async () => {
    app = await makeApp({ extend: mount })
    ada = await app.person({ username: 'ada', plan: 'pro' })
    bob = await app.person({ username: 'bob' })
    editor = await app.person({ username: 'edna' })
    const deck = await notedDeck('talk')
    await notedDeck('told', { share_notes: true })
    await notedDeck('secret', { visibility: 'self' })
    const now = app.services.now()
    const role = { role: 'editor', active: true, status: 'disconnected' } as const
    await app.services.database.write
      .insertInto('deck_users')
      .values({ deck_id: deck.id, user_id: editor.user.id, email: editor.user.email, ...role, created_at: now })
      .execute()
  })

  test.each([
    ['a visitor', () => app.visitor(), '', 'live.ts'],
    ['another user', () => bob, '', 'live.ts'],
    ['the owner', () => ada, '', 'stage.tsx'],
    ['an editor of the deck', () => editor, '', 'stage.tsx'],
    ['the owner who asks for the audience’s view', () => ada, '?present=false', 'live.ts'],
    ['another user who asks to present', () => bob, '?present=true', 'live.ts'],
  ])('/live of %s uses the right entry', async (_who, client, query, entry) => {
    const { status, headers } = await client().get(`/ada/talk/live${query}`)
    expect([status, headers['x-entry'], headers['cache-control']]).toEqual([200, entry, 'no-store'])
  })

  test.each(['/ada/secret/live', '/ada/secret/speaker', '/ada/nothing/live', '/nobody/talk/speaker'])(
    '%s is a 404 for visitors and other users',
    async (path) => {
      for (const client of [app.visitor(), bob]) expect((await client.get(path)).status).toBe(404)
    },
  )

  describe('the speaker view', () => {
    test('contains the private notes for presenters, and redirects everyone else', async () => {
      for (const client of [ada, editor]) {
        const { status, text } = await client.get('/ada/talk/speaker')
        expect(status).toBe(200)
        expect(Object.values(dataOf(text).notes)).toEqual(['psst'])
      }
      const visitor = await app.visitor().get('/ada/talk/speaker')
      expect([visitor.status, visitor.headers.location]).toEqual([
        302,
        '/users/sign_in?return_to=%2Fada%2Ftalk%2Fspeaker',
      ])
      const other = await bob.get('/ada/talk/speaker')
      expect([other.status, other.headers.location]).toEqual([302, '/ada/talk'])
      for (const { text } of [visitor, other]) expect(text).not.toContain('psst')
    })

    test('has two frames, and the frame of the next slide does not autoplay', async () => {
      const { frame, nextFrame } = dataOf((await ada.get('/ada/talk/speaker')).text)
      expect([frame.url, nextFrame.url]).toEqual([
        expect.stringMatching(/-speaker-/),
        expect.stringMatching(/-preview-quiet-/),
      ])
      for (const { url } of [frame, nextFrame]) {
        const { pathname, host } = new URL(url)
        const { status, text } = await app.visitor().get(pathname, { host })
        expect(status).toBe(200)
        expect(text).not.toContain('psst')
        expect(text).toContain('--frame-max-scale:10}')
      }
    })

    test('uses the layout that the user chose last', async () => {
      await ada.put('/api/v1/user_settings', { user_settings: { speaker_layout: 'tall' } })
      expect(dataOf((await ada.get('/ada/talk/speaker')).text).settings.speaker_layout).toBe('tall')
    })
  })

  describe('the notes', () => {
    test.each([
      ['not shared', 'talk', true, false],
      ['shared but not shown', 'told', false, false],
      ['shared and shown', 'told', true, true],
      ['neither', 'talk', false, false],
    ])('%s: the audience gets notes only if they are shared and shown', async (_what, slug, shown, gets) => {
      const { id } = await app.services.database.read
        .selectFrom('decks')
        .select('id')
        .where('slug', '=', slug)
        .executeTakeFirstOrThrow()
      const state = JSON.stringify({ indexh: 0, indexv: 0, present_notes: shown })
      expect((await ada.put(`/api/v1/decks/${id}/stream.json`, { state })).status).toBe(200)
      for (const [client, query] of [
        [app.visitor(), ''],
        [ada, '?present=false'],
      ] as const) {
        const { text } = await client.get(`/ada/${slug}/live${query}`)
        expect(text.includes('psst')).toBe(gets)
        const { pathname, host } = new URL(/src="(http[^"]+\/d\/[^"]+)"/.exec(text)?.[1] ?? 'http://none.invalid')
        expect((await app.visitor().get(pathname, { host })).text).not.toContain('psst')
      }
    })
  })

  test.each([
    ['presenter', () => ada],
    ['audience', () => app.visitor()],
  ])('the slides of the %s scale up to ten times on a large screen', async (_who, client) => {
    const { text } = await client().get('/ada/talk/live')
    const { pathname, host } = new URL(/"?(http:[^"\\ ]+\/d\/[^"#\\ ]+)/.exec(text)?.[1] ?? 'http://none.invalid')
    const frame = await app.visitor().get(pathname, { host })
    expect(frame.text).toContain('--frame-max-scale:10}')
    expect(JSON.parse(/id="player-settings">(.*?)<\/script>/.exec(frame.text)?.[1] ?? '{}').maxScale).toBe(10)
  })

  test.each([
    ['in a team', 'acme', 'http://acme.localhost:3000'],
    ['in no team', null, 'http://localhost:3000'],
  ])('the live URL of a deck %s is on its host', async (_what, slug, origin) => {
    const team_id = slug === null ? null : (await makeTeam(app.services, slug)).id
    const owner = await app.person({ plan: 'enterprise', team_id })
    await makeDeck(app.services, owner.user, { slug: 'talk' })
    const path = `/${owner.user.username}/talk/live`
    const { host } = new URL(origin)
    const { deck, share } = dataOf((await (await app.signIn(owner.user, host)).get(path, { host })).text)
    expect([deck.liveUrl, share.deck.teamSlug]).toEqual([origin + path, slug])
  })

  test('a follower who joins late starts at the presenter’s slide', async () => {
    const { id } = await notedDeck('late')
    await ada.put(`/api/v1/decks/${id}/stream.json`, { state: JSON.stringify({ indexh: 1, indexv: 0 }) })
    const { text } = await app.visitor().get('/ada/late/live')
    expect(text).toMatch(/src="http[^"]+\/d\/[^"]+#\/1"/)
    expect(JSON.parse(dataOf(text).stream)).toMatchObject({ indexh: 1, indexv: 0 })
  })
})
