import { beforeAll, describe, expect, test } from 'vitest'
import { makeDeck } from '../../testing/factories.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import { deleteOldContent } from '../revisions/queries.ts'
import { restoreRevision } from '../revisions/restore.ts'
import { deleteDeck, updateDeck } from './queries.ts'

const section = (id: string, inner: string) => `<section data-id="${id}">${inner}</section>`
const freshId = (n: number) => n.toString(16).padStart(32, '0')

eachDatabase((makeApp) => {
  let app: TestApp
  let owner: TestPerson
  beforeAll(async () => {
    app = await makeApp()
    owner = await app.person({ plan: 'pro' })
  })

  async function deckOf(...slides: string[]) {
    const made = await makeDeck(app.services, owner.user, { slides, title: 'Saved' })
    const path = `/api/v1/decks/${made.id}`
    return {
      ...made,
      save: (deck: object) => owner.put(`${path}.json`, { deck }),
      data: async () => (await owner.get(`${path}/data.json`)).body as { data: string; version: number; notes: object },
      rows: () =>
        app.services.database.read
          .selectFrom('deck_slides')
          .selectAll()
          .where('deck_id', '=', made.id)
          .orderBy('since')
          .execute(),
      revisions: async () => (await owner.get(`${path}/revisions.json`)).body,
      path,
    }
  }

  describe('a save', () => {
    test('saving one slide writes only that slide and makes a new version', async () => {
      const deck = await deckOf('one', 'two', 'three')
      const [first = ''] = deck.slideIds
      const before = (await deck.data()).data
      const answer = await deck.save({ version: 1, slides: { changed: { [first]: section(first, 'one!') } } })
      expect(answer).toMatchObject({ status: 200, body: { version: 2, removed: {}, cleaned: {}, slide_count: 3 } })
      expect((await deck.data()).data).toBe(before.replace('>one<', '>one!<'))
      expect(await deck.rows()).toHaveLength(4)
    })

    test('saving only notes leaves the slide’s HTML unchanged', async () => {
      const deck = await deckOf('one', 'two')
      const [first = ''] = deck.slideIds
      const before = (await deck.data()).data
      const answer = await deck.save({ version: 1, slides: { notes: { [first]: 'remember' } } })
      expect(answer.body.notes).toEqual({ [first]: 'remember' })
      expect(await deck.data()).toMatchObject({ data: before, version: 2, notes: { [first]: 'remember' } })
      await deck.save({ version: 2, slides: { notes: { [first]: '' } } })
      expect((await deck.data()).notes).toEqual({})
    })

    test('saving an order adds, moves and removes slides; removed slides stay in the earlier revision', async () => {
      const deck = await deckOf('one', 'two')
      const [first = '', second = ''] = deck.slideIds
      const third = freshId(3)
      const order = [second, [third, first]]
      const added = await deck.save({ version: 1, slides: { order, changed: { [third]: section(third, 'three') } } })
      expect(added).toMatchObject({ status: 200, body: { slide_count: 3 } })
      const { data } = await deck.data()
      expect(data.replace(/ data-id="[0-9a-f]+"/g, '').replace(/\s/g, '')).toBe(
        '<section>two</section><section><section>three</section><section>one</section></section>',
      )
      const removed = await deck.save({ version: 2, slides: { order: [second] } })
      expect(removed.body.slide_count).toBe(1)
      expect((await deck.data()).data).not.toContain('three')
      const { results } = await deck.revisions()
      const earlier = await owner.get(`${deck.path}/revisions/${results[1].id}.json`)
      expect(earlier.body.data).toContain('three')
    })

    test('saving a whole deck writes only changed slides', async () => {
      const deck = await deckOf('one', 'two')
      const { data } = await deck.data()
      await deck.save({ version: 1, data })
      expect(await deck.rows()).toHaveLength(2)
      await deck.save({ version: 2, data: data.replace('>two<', '>second<') })
      expect(await deck.rows()).toHaveLength(3)
      expect((await deck.data()).data).toBe(data.replace('>two<', '>second<'))
    })

    test('saving settings makes a new version, since frames are cached by version, but no revision', async () => {
      const deck = await deckOf('one')
      const answer = await deck.save({ transition: 'zoom', font_typekit: 'abc', font_google: 'Roboto' })
      expect(answer.body).toMatchObject({ version: 2, transition: 'zoom', font_typekit: 'abc', font_google: 'Roboto' })
      expect((await owner.get(`${deck.path}.json`)).body).toMatchObject({ font_typekit: 'abc', font_google: 'Roboto' })
      expect((await deck.revisions()).total).toBe(0)
    })

    test('saving without changes makes no version', async () => {
      const deck = await deckOf('one')
      expect((await deck.save({ version: 1 })).body.version).toBe(1)
    })
  })

  describe('a save is refused for', () => {
    test('content without a base version', async () => {
      const deck = await deckOf('one')
      const [first = ''] = deck.slideIds
      const answer = await deck.save({ slides: { changed: { [first]: section(first, 'x') } } })
      expect(answer).toMatchObject({ status: 422, body: { errors: { version: ['Required'] } } })
    })

    test.each([
      ['a slide that is not in the deck', { changed: { [freshId(9)]: section(freshId(9), 'x') } }],
      ['notes of a missing slide', { notes: { [freshId(9)]: 'x' } }],
      ['an order that names a slide without content', { order: [freshId(9)] }],
      [
        'an order that names a slide twice',
        { order: [freshId(9), freshId(9)], changed: { [freshId(9)]: section(freshId(9), 'x') } },
      ],
      ['a slide under another id', { order: [freshId(9)], changed: { [freshId(9)]: section(freshId(8), 'x') } }],
      [
        'two sections as one slide',
        { order: [freshId(9)], changed: { [freshId(9)]: `${section(freshId(9), 'x')}<section>y</section>` } },
      ],
      [
        'a section inside the slide',
        { order: [freshId(9)], changed: { [freshId(9)]: section(freshId(9), '<section>y</section>') } },
      ],
      ['an invalid id', { changed: { nonsense: '<section></section>' } }],
      ['notes of 10001 characters', { notes: { [freshId(9)]: 'x'.repeat(10_001) } }],
    ])('%s', async (_name, slides) => {
      const deck = await deckOf('one')
      const answer = await deck.save({ version: 1, slides })
      expect(answer.status).toBe(422)
      expect(answer.body.errors).toBeDefined()
      expect((await deck.data()).version).toBe(1)
    })

    test('a slide of more than a megabyte', async () => {
      const deck = await deckOf('one')
      const [first = ''] = deck.slideIds
      const answer = await deck.save({
        version: 1,
        slides: { changed: { [first]: section(first, 'x'.repeat(1_000_001)) } },
      })
      expect(answer.status).toBe(413)
    })
  })

  describe('when the sanitizer removed something', () => {
    test('the removals are reported per slide, and the author can read the original', async () => {
      const deck = await deckOf('one')
      const [first = ''] = deck.slideIds
      const sent = section(first, '<p onclick="alert(1)">one</p>')
      const answer = await deck.save({ version: 1, slides: { changed: { [first]: sent } } })
      expect(answer.body.removed[first]).toMatchObject([{ what: 'attribute', name: 'onclick' }])
      const original = await owner.get(`${deck.path}/slides/${first}/original.json`)
      expect(original).toMatchObject({ status: 200, body: { html: sent, version: 2 } })
      const stranger = await app.person()
      expect((await stranger.get(`${deck.path}/slides/${first}/original.json`)).status).toBe(403)
      expect((await deck.data()).data).not.toContain('onclick')
    })

    test.each([
      ['a changed slide', (id: string, html: string) => ({ slides: { changed: { [id]: html } } })],
      ['a whole deck', (_id: string, html: string) => ({ data: html })],
    ])('%s: the answer contains the stored slide, even for a repeated save', async (_name, sent) => {
      const deck = await deckOf('one')
      const [first = ''] = deck.slideIds
      const html = section(first, '<p onclick="alert(1)">one</p>')
      const save = { version: 1, save_id: 'save-clean', ...sent(first, html) }
      const [once, again] = [await deck.save(save), await deck.save(save)]
      expect(once.body.cleaned).toEqual({ [first]: section(first, '<p>one</p>') })
      expect((await deck.data()).data).toContain(once.body.cleaned[first])
      expect(again.body).toMatchObject({ version: 2, cleaned: once.body.cleaned, removed: once.body.removed })
    })

    test('the answer for a new deck contains only the slides that were changed', async () => {
      const [first, second] = [freshId(1), freshId(2)]
      const changed = { [first]: section(first, '<p onclick="x()">one</p>'), [second]: section(second, 'two') }
      const slides = { order: [first, second], changed }
      const made = await owner.post('/api/v1/decks.json', { deck: { title: 'Cleaned', slides } })
      expect(made).toMatchObject({ status: 201, body: { cleaned: { [first]: section(first, '<p>one</p>') } } })
      expect(Object.keys(made.body.cleaned)).toEqual([first])
    })

    test('only the newest original of a slide is stored', async () => {
      const deck = await deckOf('one')
      const [first = ''] = deck.slideIds
      for (const version of [1, 2, 3]) {
        const html = section(first, `<p onclick="alert(${version})">${version}</p>`)
        await deck.save({ version, slides: { changed: { [first]: html } } })
      }
      const { read } = app.services.database
      const kept = await read.selectFrom('slide_originals').select('version').where('slide_id', '=', first).execute()
      expect(kept).toEqual([{ version: 4 }])
    })
  })

  describe('a repeated save', () => {
    test('writes nothing and gets the first answer', async () => {
      const deck = await deckOf('one')
      const [first = ''] = deck.slideIds
      const sent = {
        version: 1,
        save_id: 'save-0001',
        slides: { changed: { [first]: section(first, '<p onclick="x">1</p>') } },
      }
      const [once, again] = [await deck.save(sent), await deck.save(sent)]
      expect(again).toMatchObject({ status: 200, body: { version: 2, removed: once.body.removed } })
      expect((await deck.data()).version).toBe(2)
    })

    test('is answered with its own version even after later saves, so that the client notices them', async () => {
      const deck = await deckOf('one')
      const [first = ''] = deck.slideIds
      const sent = { version: 1, save_id: 'save-0002', slides: { changed: { [first]: section(first, 'a') } } }
      await deck.save(sent)
      await deck.save({ version: 2, slides: { changed: { [first]: section(first, 'b') } } })
      expect((await deck.save(sent)).body.version).toBe(2)
      expect((await deck.data()).data).toContain('>b<')
    })

    test('concurrent repetitions of a save make one version', async () => {
      const deck = await deckOf('one')
      const [first = ''] = deck.slideIds
      const sent = { version: 1, save_id: 'save-0003', slides: { changed: { [first]: section(first, 'a') } } }
      const answers = await Promise.all([deck.save(sent), deck.save(sent), deck.save(sent)])
      expect(answers.map((answer) => [answer.status, answer.body.version])).toEqual([
        [200, 2],
        [200, 2],
        [200, 2],
      ])
    })
  })

  describe('a stale save', () => {
    test('is refused with exactly the changes since its base version', async () => {
      const deck = await deckOf('one', 'two', 'three')
      const [first = '', second = '', third = ''] = deck.slideIds
      await deck.save({ version: 1, title: 'Renamed', slides: { changed: { [first]: section(first, 'theirs') } } })
      await deck.save({ version: 2, slides: { order: [first, third], notes: { [third]: 'note' } } })
      const stale = await deck.save({ version: 1, slides: { changed: { [second]: section(second, 'mine') } } })
      expect(stale.status).toBe(409)
      expect(stale.body).toMatchObject({
        error: 'Newer version available',
        version: 3,
        deck: { title: 'Renamed', version: 3 },
      })
      expect(stale.body.slides.changed).toEqual({
        [first]: section(first, 'theirs'),
        [third]: section(third, 'three'),
      })
      expect(stale.body.slides.notes[third]).toBe('note')
      expect(stale.body.slides.structure.stacks.map((stack: { slides: string[] }) => stack.slides)).toEqual([
        [first],
        [third],
      ])
      const sameOrder = await deck.save({ version: 2, slides: { changed: { [first]: section(first, 'x') } } })
      expect(Object.keys(sameOrder.body.slides.changed)).toEqual([third])
      expect((await deck.data()).data).toContain('theirs')
    })

    test('exactly one of many concurrent saves of the same version succeeds', async () => {
      const deck = await deckOf('one')
      const [first = ''] = deck.slideIds
      const saves = Array.from({ length: 8 }, (_, n) =>
        deck.save({ version: 1, slides: { changed: { [first]: section(first, `try ${n}`) } } }),
      )
      const statuses = (await Promise.all(saves)).map((answer) => answer.status)
      expect(statuses.filter((status) => status === 200)).toHaveLength(1)
      expect(statuses.filter((status) => status === 409)).toHaveLength(7)
      expect((await deck.data()).version).toBe(2)
    })

    test('a forced save succeeds, and the overwritten content stays in a revision', async () => {
      const deck = await deckOf('one', 'two')
      const [first = '', second = ''] = deck.slideIds
      await deck.save({ version: 1, slides: { changed: { [first]: section(first, 'theirs') } } })
      const forced = await deck.save({
        version: 1,
        force: true,
        slides: { changed: { [first]: section(first, 'mine') } },
      })
      expect(forced).toMatchObject({ status: 200, body: { version: 3 } })
      expect((await deck.data()).data).toContain('>mine<')
      const { results } = await deck.revisions()
      const theirs = await owner.get(`${deck.path}/revisions/${results[1].id}.json`)
      expect(theirs.body.data).toContain('>theirs<')
      expect(theirs.body.data).toContain(section(second, 'two'))
    })

    test('a forced save restores slides that others deleted', async () => {
      const deck = await deckOf('one', 'two')
      const [first = '', second = ''] = deck.slideIds
      await deck.save({ version: 1, slides: { order: [first] } })
      const strayed = await deck.save({
        version: 1,
        force: true,
        slides: { changed: { [second]: section(second, 'mine') } },
      })
      expect(strayed.body.slide_count).toBe(2)
      await deck.save({ version: 3, slides: { order: [first] } })
      const ordered = await deck.save({ version: 3, force: true, slides: { order: [second, first] } })
      expect(ordered).toMatchObject({ status: 200, body: { slide_count: 2 } })
      expect((await deck.data()).data).toContain(section(second, 'mine'))
    })
  })

  describe('revisions', () => {
    test('saves of one user within five minutes share a revision, and later saves do not', async () => {
      const deck = await deckOf('one')
      const [first = ''] = deck.slideIds
      const write = (version: number, text: string) =>
        deck.save({ version, slides: { changed: { [first]: section(first, text) } } })
      await write(1, 'a')
      await write(2, 'b')
      expect((await deck.revisions()).total).toBe(1)
      app.advance(5 * 60_000 + 1)
      await write(3, 'c')
      expect((await deck.revisions()).total).toBe(2)
    })

    test('restoring stores the old slides as a new version and keeps the versions between', async () => {
      const deck = await deckOf('one', 'two')
      const [first = '', second = ''] = deck.slideIds
      await deck.save({
        version: 1,
        slides: { changed: { [first]: section(first, 'old') }, notes: { [first]: 'note' } },
      })
      const old = await deck.data()
      const oldId = (await deck.revisions()).results[0].id
      app.advance(5 * 60_000 + 1)
      await deck.save({ version: 2, slides: { order: [first], changed: { [first]: section(first, 'new') } } })
      const restored = await owner.post(`${deck.path}/revisions/${oldId}/restore.json`)
      expect(restored).toMatchObject({ status: 200, body: { version: 4, slide_count: 2, notes: { [first]: 'note' } } })
      expect(await deck.data()).toMatchObject({ data: old.data, notes: old.notes })
      const { results, total } = await deck.revisions()
      expect(total).toBe(3)
      const between = await owner.get(`${deck.path}/revisions/${results[1].id}.json`)
      expect(between.body.data).toContain('>new<')
      expect(between.body.data).not.toContain(second)
    })

    test('restoring checks again under the lock whether the deck is trashed or edited by another user', async () => {
      const deck = await deckOf('one')
      const [first = ''] = deck.slideIds
      await deck.save({ version: 1, slides: { changed: { [first]: section(first, 'x') } } })
      const revisionId = (await deck.revisions()).results[0].id
      const { services } = app
      const deckId = deck.id
      const restoreAfter = (change: object) =>
        services.database.transaction(async (trx) => {
          await updateDeck(trx, deckId, change)
          await restoreRevision(services, trx, { deckId, revisionId, user: owner.user })
        })
      await expect(restoreAfter({ trashed_at: services.now() })).rejects.toMatchObject({ status: 404 })
      const other = await app.person()
      await expect(restoreAfter({ editor_user_id: other.user.id })).rejects.toMatchObject({ status: 403 })
      const gone = services.database.transaction(async (trx) => {
        await deleteDeck(trx, deckId)
        await restoreRevision(services, trx, { deckId, revisionId, user: owner.user })
      })
      await expect(gone).rejects.toMatchObject({ status: 404 })
      expect((await owner.get(`${deck.path}.json`)).body.version).toBe(2)
    })

    test('are not accessible through another deck', async () => {
      const [one, other] = [await deckOf('one'), await deckOf('other')]
      const [first = ''] = one.slideIds
      await one.save({ version: 1, slides: { changed: { [first]: section(first, 'x') } } })
      const { id } = (await one.revisions()).results[0]
      expect((await owner.get(`${other.path}/revisions/${id}.json`)).status).toBe(404)
      expect((await owner.post(`${other.path}/revisions/${id}/restore.json`)).status).toBe(404)
      const stranger = await app.person()
      expect((await stranger.get(`${one.path}/revisions/${id}.json`)).status).toBe(403)
    })

    test('cleanup keeps the newest revisions complete and deletes the rest', async () => {
      const deck = await deckOf('one', 'two')
      const [first = ''] = deck.slideIds
      for (let n = 1; n <= 8; n++) {
        if (n % 2 === 0) app.advance(5 * 60_000 + 1)
        await deck.save({ version: n, slides: { changed: { [first]: section(first, `v${n}`) } } })
      }
      expect((await deck.revisions()).total).toBe(5)
      await app.services.database.transaction((trx) => deleteOldContent(trx, deck.id, 3))
      const { results, total } = await deck.revisions()
      expect(total).toBe(3)
      const contents = []
      for (const { id } of results) contents.push((await owner.get(`${deck.path}/revisions/${id}.json`)).body.data)
      expect(contents.map((data: string) => /v\d/.exec(data)?.[0])).toEqual(['v8', 'v7', 'v5'])
      expect(contents.every((data: string) => data.includes('>two<'))).toBe(true)
      expect(await deck.rows()).toHaveLength(4)
    })
  })
})
