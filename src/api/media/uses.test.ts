import { randomBytes, randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeDeck } from '../../testing/factories.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import { defineJobs } from '../jobs.ts'
import { completeDeckMedia } from './complete-deck-media.ts'

eachDatabase((makeApp) => {
  let app: TestApp
  let ann: TestPerson
  let bob: TestPerson
  beforeAll(async () => {
    app = await makeApp()
    defineJobs(app.services)
    ann = await app.person({ plan: 'pro' })
    bob = await app.person({ plan: 'pro' })
  })

  async function picture(user_id = ann.user.id): Promise<{ id: number; key: string; url: string }> {
    const key = `media/${randomUUID().replaceAll('-', '')}.png`
    const { database, files, now } = app.services
    await files.put(key, new Uint8Array([1]), 'image/png')
    const { id } = await database.write
      .insertInto('media')
      .values({
        ...{ user_id, team_id: null, key, label: 'Logo', content_type: 'image/png', size: 1, created_at: now() },
        ...{ width: 1, height: 1, inline: false, hidden: false, content_hash: key },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, key, url: key.replace('media/', '/m/') }
  }
  const shows = ({ url }: { url: string }) => `<div class="block-content"><img src="${url}" alt=""></div>`
  const uses = async (who: TestPerson, { id }: { id: number }) => (await who.get(`/api/v1/media/${id}/uses.json`)).body
  const idsOf = (decks: { id: number }[]) => decks.map(({ id }) => id).sort((a, b) => a - b)
  const dataOf = async (who: TestPerson, deckId: number) => (await who.get(`/api/v1/decks/${deckId}/data`)).body.data

  async function addEditor(deckId: number, userId: number): Promise<void> {
    const { database, now } = app.services
    await database.write
      .insertInto('deck_users')
      .values({
        ...{ deck_id: deckId, user_id: userId, role: 'editor', active: true, status: 'disconnected' },
        created_at: now(),
      })
      .execute()
  }

  test('an image’s uses are the decks that the asker sees, and the number of the others', async () => {
    const image = await picture()
    const mine = await makeDeck(app.services, ann.user, { visibility: 'self', slides: [shows(image), shows(image)] })
    const open = await makeDeck(app.services, bob.user, { title: 'Bob’s', slides: ['<h1>x</h1>', shows(image)] })
    await makeDeck(app.services, bob.user, { visibility: 'self', slides: [shows(image)] })
    const trashed = await makeDeck(app.services, ann.user, { slides: [shows(image)] })
    await ann.delete(`/api/v1/decks/${trashed.id}`)
    // Another image, with the first one's URL as the beginning of its own.
    await makeDeck(app.services, ann.user, { slides: [`<img src="${image.url}x">`] })
    const found = await uses(ann, image)
    expect(found).toMatchObject({ total: 2, others: 1, page: 1 })
    expect(idsOf(found.results)).toEqual([mine.id, open.id])
    expect(found.results.map((deck: { editable: boolean }) => deck.editable)).toEqual([false, true])
    expect(found.results[0]).toMatchObject({ title: 'Bob’s', user: { username: bob.user.username, team_slug: null } })
    expect((await bob.get(`/api/v1/media/${image.id}/uses`)).status).toBe(404)
  })

  test('the uses follow saves, forks and restored revisions', async () => {
    const image = await picture()
    const { id, slideIds, version } = await makeDeck(app.services, ann.user, { slides: ['<h1>x</h1>'] })
    const slide = slideIds[0] as string
    const save = async (html: string, at: number) => {
      const changed = { [slide]: `<section data-id="${slide}">${html}</section>` }
      const answer = await ann.put(`/api/v1/decks/${id}`, { deck: { version: at, slides: { changed } } })
      return answer.body.version
    }
    const second = await save(shows(image), version)
    expect(idsOf((await uses(ann, image)).results)).toEqual([id])
    const fork = (await ann.post(`/api/v1/decks/${id}/fork`, {})).body
    expect(idsOf((await uses(ann, image)).results)).toEqual([id, fork.id])
    app.advance(10 * 60_000)
    await save('<h1>x</h1>', second)
    expect(idsOf((await uses(ann, image)).results)).toEqual([fork.id])
    const revisions = (await ann.get(`/api/v1/decks/${id}/revisions`)).body.results
    expect((await ann.post(`/api/v1/decks/${id}/revisions/${revisions[1].id}/restore`, {})).status).toBe(200)
    expect(idsOf((await uses(ann, image)).results)).toEqual([id, fork.id])
  })

  test('markup with thousands of addresses, or with one too long for an index, is saved', async () => {
    const image = await picture()
    const deck = await makeDeck(app.services, ann.user, { slides: ['<h1>x</h1>', '<h1>y</h1>'] })
    const many = Array.from({ length: 2_000 }, (_, index) => `/m/${index}.png`).join(' ')
    const long = `/m/${randomBytes(6_000).toString('hex')}.png`
    const texts = [`<p>${many}</p>`, `${shows(image)}<p>${long}</p>`]
    const changed = Object.fromEntries(
      deck.slideIds.map((id, index) => [id, `<section data-id="${id}">${texts[index]}</section>`]),
    )
    const saved = await ann.put(`/api/v1/decks/${deck.id}`, { deck: { version: deck.version, slides: { changed } } })
    expect(saved.status).toBe(200)
    expect(idsOf((await uses(ann, image)).results)).toEqual([deck.id])
    const listed = app.services.database.read.selectFrom('deck_media').select('key').where('deck_id', '=', deck.id)
    expect((await listed.execute()).length).toBeLessThanOrEqual(501)
  })

  test('the logo of a deck’s footer is a use, and is replaced too', async () => {
    const [old, next] = [await picture(), await picture()]
    const footerOf = (src: string) => JSON.stringify({ logo: { src, alt: 'Acme', place: 'top-end', size: 'medium' } })
    const deck = await makeDeck(app.services, ann.user, { slides: ['<h1>x</h1>'], footer: footerOf(old.url) })
    const both = await makeDeck(app.services, ann.user, { slides: [shows(old)], footer: footerOf(old.url) })
    await makeDeck(app.services, ann.user, { slides: ['<h1>x</h1>'], footer: footerOf(`${old.url}.png`) })
    const trashed = await makeDeck(app.services, ann.user, { footer: footerOf(old.url) })
    await ann.delete(`/api/v1/decks/${trashed.id}`)
    const ids = [both.id, deck.id]
    expect((await uses(ann, old)).results.map(({ id }: { id: number }) => id)).toEqual(ids)
    const answer = await ann.post(`/api/v1/media/${old.id}/replace`, { media: { replacement_id: next.id } })
    expect(answer.body.changed.map(({ id }: { id: number }) => id)).toEqual(ids)
    for (const id of ids) {
      const saved = (await ann.get(`/api/v1/decks/${id}`)).body
      expect([saved.footer, saved.version]).toEqual([footerOf(next.url), deck.version + 1])
    }
    expect(await dataOf(ann, both.id)).toContain(next.url)
    expect((await uses(ann, old)).total).toBe(0)
  })

  describe('replacing an image', () => {
    test('saves the decks that the asker may edit, each as a revision, and no others', async () => {
      const [old, next] = [await picture(), await picture()]
      const slides = [shows(old), `<p>${old.url}x ${old.url}.png</p>`]
      const mine = await makeDeck(app.services, ann.user, { visibility: 'self', slides })
      const shared = await makeDeck(app.services, bob.user, {
        ...{ slides: [shows(old)], editor_user_id: ann.user.id },
      })
      await addEditor(shared.id, ann.user.id)
      const busy = await makeDeck(app.services, bob.user, { slides: [shows(old)], editor_user_id: bob.user.id })
      await addEditor(busy.id, ann.user.id)
      await makeDeck(app.services, bob.user, { visibility: 'self', slides: [shows(old)] })
      const answer = await ann.post(`/api/v1/media/${old.id}/replace.json`, { media: { replacement_id: next.id } })
      expect(answer.status).toBe(200)
      expect([idsOf(answer.body.changed), idsOf(answer.body.unchanged), answer.body.others]).toEqual([
        [mine.id, shared.id],
        [busy.id],
        1,
      ])
      const html = await dataOf(ann, mine.id)
      expect(html).toContain(`<img src="${next.url}" alt="">`)
      expect(html).toContain(`${old.url}x ${old.url}.png`)
      expect(await dataOf(ann, busy.id)).toContain(`"${old.url}"`)
      expect(idsOf((await uses(ann, next)).results)).toEqual([mine.id, shared.id])
      expect(await uses(ann, old)).toMatchObject({ total: 1, others: 1 })
      const saved = (await ann.get(`/api/v1/decks/${mine.id}`)).body
      expect(saved.version).toBe(mine.version + 1)
      const { results } = (await ann.get(`/api/v1/decks/${mine.id}/revisions`)).body
      expect(results[0]).toMatchObject({ version: saved.version, user: { id: ann.user.id } })
      // Repeated, it finds nothing to change.
      const again = await ann.post(`/api/v1/media/${old.id}/replace`, { media: { replacement_id: next.id } })
      expect(again.body.changed).toEqual([])
    })

    test('is refused with an image of another library, and with itself', async () => {
      const [old, foreign] = [await picture(), await picture(bob.user.id)]
      const deck = await makeDeck(app.services, ann.user, { slides: [shows(old)] })
      for (const replacement_id of [foreign.id, old.id, 999_999]) {
        const answer = await ann.post(`/api/v1/media/${old.id}/replace`, { media: { replacement_id } })
        expect([answer.status, answer.body.error]).toEqual([422, 'Please choose another image of this library'])
      }
      expect(await dataOf(ann, deck.id)).toContain(old.url)
    })
  })

  test('a deleted image leaves the library at once, and its file a day after the last deck with it', async () => {
    const image = await picture()
    const deck = await makeDeck(app.services, ann.user, { slides: [shows(image)] })
    expect((await ann.delete(`/api/v1/media/${image.id}`)).status).toBe(204)
    const { results } = (await ann.get('/api/v1/media?per_page=100')).body
    expect(results.map(({ id }: { id: number }) => id)).not.toContain(image.id)
    const clear = async () => {
      const { database, jobs } = app.services
      app.advance(25 * 60 * 60_000)
      await database.transaction((trx) => jobs.add(trx, 'clear-unused-files', {}))
      await jobs.idle()
    }
    await clear()
    expect(await app.services.files.read(image.key)).not.toBeNull()
    await app.services.database.write.deleteFrom('decks').where('id', '=', deck.id).execute()
    await clear()
    expect(await app.services.files.read(image.key)).toBeNull()
  })

  test('slides that a process of a release before has saved are listed by a job', async () => {
    const image = await picture()
    const deck = await makeDeck(app.services, ann.user, { slides: [shows(image), '<p>none</p>'] })
    await app.services.database.write.deleteFrom('deck_media').where('deck_id', '=', deck.id).execute()
    expect((await uses(ann, image)).total).toBe(0)
    const run = { signal: new AbortController().signal, progress: async () => undefined }
    expect(await completeDeckMedia(app.services, run)).toBe(1)
    expect(idsOf((await uses(ann, image)).results)).toEqual([deck.id])
  })
})
