import { beforeAll, describe, expect, test } from 'vitest'
import { addCollaborator } from '../../testing/editor-socket.ts'
import { makeDeck } from '../../testing/factories.ts'
import { frameIn, mountDecks } from '../../testing/mount-decks.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'

eachDatabase((makeApp) => {
  let app: TestApp
  let ada: TestPerson
  let bob: TestPerson
  beforeAll(async () => {
    app = await makeApp({ extend: mountDecks })
    ada = await app.person({ username: 'ada', plan: 'pro' })
    bob = await app.person({ username: 'bob' })
    await makeDeck(app.services, ada.user, { slug: 'open', slides: ['<p>One</p>', '<p>Two</p>'] })
    await makeDeck(app.services, ada.user, { slug: 'secret', visibility: 'self' })
    await makeDeck(app.services, ada.user, { slug: 'gone', trashed_at: new Date() })
  })

  const deckOf = (slug: string) =>
    app.services.database.read.selectFrom('decks').selectAll().where('slug', '=', slug).executeTakeFirstOrThrow()

  test('a deck with the default title is called “Untitled” on all pages and “deck” in the API', async () => {
    const { id } = await makeDeck(app.services, ada.user, { slug: 'unnamed', title: 'deck', slides: ['<p>One</p>'] })
    for (const view of ['', '/embed', '/fullscreen', '/export', '/review']) {
      const { status, text } = await ada.get(`/ada/unnamed${view}`)
      expect([view, status, text.includes('Untitled')]).toEqual([view, 200, true])
      expect(text, view).not.toMatch(/>deck<|="deck"|"title":"deck"|“deck”|(Present|Print|of) deck\b/)
    }
    const oembed = await app
      .visitor()
      .get(`/oembed?url=${encodeURIComponent(`${app.services.settings.baseUrl}/ada/unnamed`)}`)
    expect(oembed.body.title).toBe('Untitled')
    expect((await ada.get('/users/decks.html')).text).toContain('<span>Untitled</span>')
    expect((await ada.get(`/api/v1/decks/${id}.json`)).body.title).toBe('deck')
  })

  test('the show page of a public deck offers its comments, and contains none of them', async () => {
    const deck = await makeDeck(app.services, ada.user, { slug: 'discussed', slides: ['<p>One</p>'] })
    await bob.post(`/api/v1/decks/${deck.id}/public_comments`, { comment: { message: 'A secret of bees' } })
    const offers = async (path: string) => {
      const { text } = await app.visitor().get(path)
      expect(text).not.toContain('A secret of bees')
      return text.includes('data-comments')
    }
    expect([await offers('/ada/discussed'), await offers('/ada/discussed/embed')]).toEqual([true, false])
    await ada.put(`/api/v1/decks/${deck.id}`, { deck: { public_comments: false } })
    expect(await offers('/ada/discussed')).toBe(false)
    expect((await ada.get('/ada/secret')).text).not.toContain('data-comments')
  })

  describe('a deck whose author shares the notes', () => {
    const noted = async (slug: string, share_notes: boolean) => {
      const deck = await makeDeck(app.services, ada.user, { slug, share_notes, slides: ['<p>One</p>', '<p>Two</p>'] })
      const [first, second] = deck.slideIds.map(String)
      const write = (id: string | undefined, changes: { notes: string; html?: string }) =>
        app.services.database.write.updateTable('deck_slides').set(changes).where('slide_id', '=', String(id)).execute()
      const html = `<section data-id="${second}" data-visibility="hidden"><p>Two</p></section>`
      await write(first, { notes: 'Say <b>this</b>' })
      await write(second, { notes: 'psst', html })
      return deck
    }

    test('the page shows the notes of visible slides below the slides', async () => {
      await noted('shared-notes', true)
      const { text } = await app.visitor().get('/ada/shared-notes')
      expect(text).toContain('class="view view-show has-notes"')
      expect(text).toContain('data-notes-words>Say &lt;b&gt;this&lt;/b&gt;</p>')
      expect(text).not.toContain('psst')
      const embedded = await app.visitor().get('/ada/shared-notes/embed')
      expect(embedded.text).not.toMatch(/Say (&lt;|<|\\u003c)b/)
    })

    test('pages of other decks show no notes, not even to the owner', async () => {
      await noted('kept-notes', false)
      for (const client of [app.visitor(), ada]) {
        expect((await client.get('/ada/kept-notes')).text).not.toMatch(/Say (&lt;|<|\\u003c)b/)
      }
    })

    test('every viewer can print the shared notes, but only editors can print the notes of other decks', async () => {
      const sheet = async (client: { get: TestPerson['get'] }, slug: string, query: string) => {
        const page = await client.get(`/ada/${slug}/export${query}`)
        const frame = await app.visitor().get(frameIn(page.text).pathname, { host: frameIn(page.text).host })
        expect([page.status, frame.status, frame.text.includes('psst')]).toEqual([200, 200, false])
        return frame.text.includes('Say &lt;b&gt;this')
          ? 'notes'
          : page.text.includes('With notes')
            ? 'offered'
            : 'none'
      }
      expect(await sheet(app.visitor(), 'shared-notes', '')).toBe('offered')
      expect(await sheet(app.visitor(), 'shared-notes', '?notes=1')).toBe('notes')
      expect(await sheet(app.visitor(), 'kept-notes', '?notes=1')).toBe('none')
      expect(await sheet(ada, 'kept-notes', '')).toBe('offered')
      expect(await sheet(ada, 'kept-notes', '?notes=1')).toBe('notes')
    })
  })

  describe('the reviewers’ view', () => {
    test('opens for editors with the slides’ text and notes', async () => {
      const { status, text } = await ada.get('/ada/kept-notes/review')
      expect(status).toBe(200)
      expect(text).toContain('<p class="slide-notes">Say &lt;b&gt;this&lt;/b&gt;</p>')
      expect(text).toContain('<span class="words"><strong>One</strong></span>')
      expect(text).not.toContain('Two')
    })

    test('an open review reads the slides that change: no hidden ones, and notes for editors only', async () => {
      const { id } = await deckOf('kept-notes')
      const viewer = await app.person()
      await addCollaborator(app, id, viewer, 'viewer')
      const rows = app.services.database.read.selectFrom('deck_slides').select(['slide_id', 'html'])
      const slides = await rows.where('deck_id', '=', id).orderBy('html').execute()
      const path = `/ada/kept-notes/review?slides=${slides.map(({ slide_id }) => slide_id).join()}`
      const headers = { accept: 'application/json' }
      const shown = slides.find(({ html }) => !html.includes('hidden'))!
      const html = { [shown.slide_id]: shown.html }
      const read = async (person: TestPerson) => (await person.get(path, { headers })).body
      expect(await read(ada)).toEqual({ version: 1, html, notes: { [shown.slide_id]: 'Say <b>this</b>' } })
      expect(await read(viewer)).toEqual({ version: 1, html, notes: null })
    })

    test('replaces the editor for collaborators who may not edit', async () => {
      const { id } = await deckOf('kept-notes')
      const viewer = await app.person()
      const row = { deck_id: id, user_id: viewer.user.id, role: 'viewer', active: true, status: 'viewing' } as const
      const { write } = app.services.database
      await write
        .insertInto('deck_users')
        .values({ ...row, created_at: app.services.now() })
        .execute()
      expect((await viewer.get('/ada/kept-notes/edit')).headers.location).toBe('/ada/kept-notes/review')
      const { status, text } = await viewer.get('/ada/kept-notes/review')
      expect([status, text.includes('<span class="words"><strong>One</strong></span>')]).toEqual([200, true])
      // Only editors see notes that are not shared.
      expect(text).not.toMatch(/Say (&lt;|<|\\u003c)b/)
      // On the deck's own page it is where editors find 'Edit'.
      const page = (await viewer.get('/ada/kept-notes')).text
      expect(page.match(/href="[^"]*\/review"[^>]*title="Review"/g)).toHaveLength(1)
    })

    test('replaces the editor while another collaborator edits, who alone can save', async () => {
      const { id, version } = await deckOf('kept-notes')
      const editor = await app.person()
      await addCollaborator(app, id, editor)
      expect((await editor.get('/ada/kept-notes/edit')).headers.location).toBe('/ada/kept-notes/review')
      const save = { deck: { title: 'Mine', version } }
      const refused = await editor.put(`/api/v1/decks/${id}.json`, save)
      expect(refused).toMatchObject({ status: 403, body: { error: 'Somebody else edits now', not_editor: true } })
      expect((await deckOf('kept-notes')).version).toBe(version)
      expect((await ada.get('/ada/kept-notes/edit')).headers.location).toBe(undefined)
    })

    test('redirects everyone else to sign-in or to the deck, or is a 404', async () => {
      const answers = await Promise.all([
        app.visitor().get('/ada/open/review'),
        bob.get('/ada/open/review'),
        bob.get('/ada/secret/review'),
      ])
      expect(answers.map(({ status, headers }) => [status, headers.location])).toEqual([
        [302, '/users/sign_in?return_to=%2Fada%2Fopen%2Freview'],
        [302, '/ada/open'],
        [404, undefined],
      ])
    })
  })

  test('the first title changes the address, and the earlier one leads to it for those who may see the deck', async () => {
    const { id } = await makeDeck(app.services, ada.user, { slug: 'deck', title: 'deck', visibility: 'self' })
    const editor = await app.person()
    await addCollaborator(app, id, editor)
    await ada.put(`/api/v1/decks/${id}.json`, { deck: { title: 'Harbor night' } })
    const at = async (person: TestPerson, path: string) => {
      const { status, headers } = await person.get(path)
      return [status, headers.location]
    }
    const { baseUrl } = app.services.settings
    expect(await at(editor, '/ada/deck/review?x=1')).toEqual([302, `${baseUrl}/ada/harbor-night/review?x=1`])
    expect(await at(editor, '/ada/deck/edit')).toEqual([302, `${baseUrl}/ada/harbor-night/edit`])
    expect(await at(editor, `/ada/${id}/review`)).toEqual([200, undefined])
    expect(await at(bob, '/ada/deck/review')).toEqual([404, undefined])
    await makeDeck(app.services, ada.user, { slug: 'deck', title: 'Another' })
    expect(await at(bob, '/ada/deck')).toEqual([200, undefined])
  })

  test('after the plan ended a private deck cannot be edited, and only its owner can publish it', async () => {
    const lapsed = await app.person({ username: 'lapsed', plan: 'free' })
    const deck = await makeDeck(app.services, lapsed.user, { slug: 'kept', title: 'Kept', visibility: 'self' })
    const editor = await app.person()
    const row = { deck_id: deck.id, user_id: editor.user.id, role: 'editor', active: true, status: 'viewing' } as const
    await app.services.database.write
      .insertInto('deck_users')
      .values({ ...row, created_at: app.services.now() })
      .execute()
    const explanationFor = async (client: TestPerson) => {
      const { status, text } = await client.get('/lapsed/kept/edit')
      return [status, text.includes('Editing private decks needs a paid plan'), />Make public<\/button>/.test(text)]
    }
    expect([await explanationFor(lapsed), await explanationFor(editor)]).toEqual([
      [200, true, true],
      [200, true, false],
    ])
    expect((await app.visitor().get('/lapsed/kept/edit')).headers.location).toContain('/users/sign_in')
    expect((await lapsed.post(`/api/v1/decks/${deck.id}/publish`, { visibility: 'all' })).body.deck.slug).toBe('kept')
  })

  test('pages for readers have a reading token; pages for the owner have none', async () => {
    const hasReadingToken = async (client: { get: TestPerson['get'] }, path: string) =>
      /"reading":"[\w.-]+"/.test((await client.get(path)).text)
    for (const view of ['', '/fullscreen', '/embed']) {
      expect([
        view,
        await hasReadingToken(app.visitor(), `/ada/open${view}`),
        await hasReadingToken(bob, `/ada/open${view}`),
      ]).toEqual([view, true, true])
      expect([view, await hasReadingToken(ada, `/ada/open${view}`)]).toEqual([view, false])
    }
  })

  test('the deck’s page links analytics and review only for users who may open them', async () => {
    const linkedViews = async (client: { get: TestPerson['get'] }) => {
      const { text } = await client.get('/ada/open')
      return ['review', 'exports', 'export', 'analytics'].filter((view) => text.includes(`href="/ada/open/${view}"`))
    }
    expect([await linkedViews(ada), await linkedViews(bob), await linkedViews(app.visitor())]).toEqual([
      ['review', 'exports', 'export', 'analytics'],
      ['export'],
      ['export'],
    ])
  })

  test('users who may see a deck find it by username and slug, or by username and id', async () => {
    const { id } = await deckOf('secret')
    const find = async (client: { get: TestPerson['get'] }, path: string) => {
      const { status, body } = await client.get(`/api/v1/users/${path}`)
      return [status, body.id ?? null, 'notes' in body]
    }
    expect(await find(ada, 'ADA/decks/secret')).toEqual([200, id, false])
    expect(await find(ada, `ada/decks/${id}`)).toEqual([200, id, false])
    expect(await find(bob, 'ada/decks/secret')).toEqual([404, null, false])
    expect(await find(app.visitor(), 'ada/decks/gone')).toEqual([404, null, false])
    expect((await find(app.visitor(), 'ada/decks/open'))[0]).toBe(200)
  })
})
