import type { FastifyInstance } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { createContentHosts } from '../../server/content/content-hosts.ts'
import type { Services } from '../../server/services.ts'
import { makeDeck } from '../../testing/factories.ts'
import { fakePlayerBuild as build } from '../../testing/fake-player-build.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { deckPageDocuments } from '../../web/pages/deck/deck-page-documents.ts'
import { createViewCounter } from '../decks/view-counter.ts'
import type { Pages } from '../pages/pages.ts'
import { deckFrameSource } from './frame-source.ts'
import { mountDeckPages } from './mount-deck-pages.ts'
import { cachedOutlines } from './outlines.ts'

/** Sends a page without its shell. Headers show the options that the page passed to the shell. */
const pages = {
  send: async (_request, reply, page) => {
    const { head = '', data, meta, policy, quiet, entry } = page
    const body = typeof page.body === 'function' ? page.body('N', '') : page.body
    reply.header('x-shell', JSON.stringify({ quiet, hidden: meta.hidden, entry, ancestors: policy?.ancestors ?? [] }))
    return reply
      .type('text/html')
      .send(`${meta.title}<b>${meta.image ?? ''}</b>${head}${body}<i>${JSON.stringify(data)}</i>`)
  },
  sendShared: async () => false,
} as Partial<Pages> as Pages

function mount(server: FastifyInstance, services: Services): void {
  const hosts = createContentHosts(services.settings, services.keys)
  const frames = deckFrameSource({ services, build, fontSources: () => [] })
  mountDeckPages(server, {
    ...{ services, pages, hosts: () => hosts, frames, build: 'build', documents: deckPageDocuments },
    outlines: cachedOutlines(services.database.read),
    views: createViewCounter(services),
  })
}

eachDatabase((makeApp) => {
  let app: TestApp
  let pia: TestPerson
  let deckId: number
  beforeAll(async () => {
    app = await makeApp({ extend: mount })
    pia = await app.person({ username: 'pia', plan: 'pro' })
    const slides = ['<p>hush</p>', '<p>more</p>']
    const deck = { title: 'Top secret', slug: 'secret', visibility: 'self', slides } as const
    deckId = (await makeDeck(app.services, pia.user, deck)).id
  })

  const link = async (password?: string) =>
    (await pia.post(`/api/v1/decks/${deckId}/access_tokens`, { access_token: { password } })).body as {
      id: number
      token: string
    }
  const open = (who: TestClient, token: string, view = '', more = '') =>
    who.get(`/pia/secret${view}?token=${token}${more}`)
  const shellOf = (headers: Readonly<Record<string, unknown>>) => JSON.parse(String(headers['x-shell']))
  const visitorNamed = (name: string) => {
    const client = app.visitor()
    client.setCookie('visitor', `${name}.${app.services.keys.sign('visitor', name)}`)
    return client
  }

  test('a link opens each view, and the links in each view keep the token', async () => {
    const { token } = await link()
    for (const view of ['', '/fullscreen', '/embed', '/export']) {
      const { status, text, headers } = await open(app.visitor(), token, view)
      expect([view, status, text.includes('Top secret')]).toEqual([view, 200, true])
      expect(shellOf(headers)).toMatchObject({ quiet: true, hidden: true })
      const addresses = [...text.matchAll(/href="[^"]*(\/pia\/secret[^"]*)"/g)].map((match) => match[1] ?? '')
      const withoutToken = addresses.filter(
        (address) => !address.includes(token) && !address.includes(encodeURIComponent('=')),
      )
      expect([view, withoutToken]).toEqual([view, []])
    }
    const page = (await open(app.visitor(), token)).text
    expect(page).toContain('<b>http://localhost:3000/brand/sharing.png</b>')
    await app.services.database.write
      .updateTable('decks')
      .set({ thumbnail_version: 1 })
      .where('id', '=', deckId)
      .execute()
    const drawn = (await open(app.visitor(), token)).text
    expect(drawn).toContain(`<b>http://localhost:3000/api/v1/decks/${deckId}/sharing_picture?v=1&token=${token}</b>`)
    expect(page).toContain(`/pia/secret/fullscreen?token=${token}`)
  })

  test('a link does not open a collaborator’s pages: preview, review, editor and analytics', async () => {
    const { token } = await link()
    const locked = await link('sesame')
    for (const view of ['/preview', '/review', '/edit', '/analytics']) {
      for (const one of [token, locked.token]) {
        const { status, text } = await open(app.visitor(), one, view, '&revision=1')
        expect([view, status >= 300, text.includes('Top secret')]).toEqual([view, true, false])
      }
    }
  })

  test('a user with only a link is redirected from the review to the deck, with the token', async () => {
    const { token } = await link()
    const { status, headers } = await open(await app.person(), token, '/review')
    expect([status, headers.location]).toEqual([302, `/pia/secret?token=${token}`])
  })

  test('a link with a password shows only the password form in each view', async () => {
    const { token } = await link('sesame')
    for (const view of ['', '/fullscreen', '/embed']) {
      const { status, text, headers } = await open(app.visitor(), token, view)
      expect([view, status]).toEqual([view, 200])
      expect(text).toContain('type="password"')
      expect(text).not.toMatch(/secret|hush|pia|<iframe/i)
      // An embed must not take the keyboard focus from the page around it.
      expect(text.includes(' autofocus')).toBe(view !== '/embed')
      expect(shellOf(headers)).toEqual({
        ...{ quiet: true, hidden: true, entry: 'password.ts' },
        ancestors: view === '/embed' ? ['*'] : [],
      })
    }
    const visitor = app.visitor()
    await visitor.put(`/access_tokens/${token}`, { access_token: { password: 'sesame' } })
    expect((await open(visitor, token)).text).toContain('Top secret')
    // The owner needs no password, even with a token in the URL.
    expect((await open(pia, token)).text).toContain('Top secret')
  })

  test('a public deck asks for a password only if its URL has the token of a link with a password', async () => {
    const { id } = await makeDeck(app.services, pia.user, { slug: 'open', title: 'Open to all' })
    const { token } = (await pia.post(`/api/v1/decks/${id}/access_tokens`, { access_token: { password: 'x' } })).body
    expect((await app.visitor().get(`/pia/open?token=${token}`)).text).not.toContain('Open to all')
    expect((await app.visitor().get('/pia/open')).text).toContain('Open to all')
    const dead = await app.visitor().get(`/pia/open?token=${'x'.repeat(32)}`)
    expect([dead.status, dead.text.includes('Open to all')]).toEqual([200, true])
  })

  describe('views of a link', () => {
    const counts = async (id: number) => {
      const row = app.services.database.read.selectFrom('access_tokens').select('deck_view_count').where('id', '=', id)
      return (await row.executeTakeFirstOrThrow()).deck_view_count
    }
    const viewsOfDeck = async () => (await pia.get(`/api/v1/decks/${deckId}`)).body.view_count as number

    test('views of a link count once per viewer, for the link and for the deck', async () => {
      const [one, other] = [await link(), await link()]
      const before = await viewsOfDeck()
      const ann = visitorNamed('ann')
      await open(ann, one.token)
      await waitFor(async () => (await counts(one.id)) === 1)
      await open(ann, one.token, '/fullscreen')
      await open(visitorNamed('bert'), one.token)
      await open(pia, one.token)
      await waitFor(async () => (await counts(one.id)) === 2)
      // The same viewer comes through the other link, which counts for that link but not for the deck.
      await open(ann, other.token)
      await waitFor(async () => (await counts(other.id)) === 1)
      expect([await counts(one.id), await viewsOfDeck()]).toEqual([2, before + 2])
      const list = (await pia.get(`/api/v1/decks/${deckId}/access_tokens`)).body.results
      expect(list.find((row: { id: number }) => row.id === one.id).deck_view_count).toBe(2)
    })

    test('views of a link count only after the password', async () => {
      const { id, token } = await link('sesame')
      const cara = visitorNamed('cara')
      await open(cara, token)
      await cara.put(`/access_tokens/${token}`, { access_token: { password: 'sesame' } })
      await open(cara, token)
      await waitFor(async () => (await counts(id)) === 1)
      expect(await counts(id)).toBe(1)
    })
  })
})
