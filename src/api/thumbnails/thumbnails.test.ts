import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { PictureTooSlow } from '../../server/chromium/picture-too-slow.ts'
import type { Services } from '../../server/services.ts'
import { makeDeck } from '../../testing/factories.ts'
import { fileForm, sampleFont } from '../../testing/sample-fonts.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import { defineJobs } from '../jobs.ts'
import { placeholderPicture } from './placeholder.ts'

eachDatabase((makeApp) => {
  let app: TestApp
  let ann: TestPerson
  /** Rendered documents, in order. A fake replaces the browser, since these tests are about handling its images. */
  const drawn: string[] = []
  let slow = false

  beforeAll(async () => {
    app = await makeApp()
    ann = await app.person({ plan: 'pro' })
    const screenshot = async (html: string, size: { width: number; height: number }) => {
      drawn.push(html)
      if (slow) throw new PictureTooSlow(15_000)
      const create = { ...size, channels: 3 as const, background: 'red' }
      return new Uint8Array(await sharp({ create }).webp().toBuffer())
    }
    const services: Services = { ...app.services, pictures: { ...app.services.pictures, screenshot } }
    defineJobs(services, { slideDocument: (_deck, html) => ({ html }) })
  })
  const work = () => app.services.jobs.idle()

  describe('refusals', () => {
    test('users who may not see a deck get no thumbnail', async () => {
      const deck = await makeDeck(app.services, ann.user, { visibility: 'self' })
      const stranger = await app.person()
      expect((await stranger.get(`/api/v1/decks/${deck.id}/thumbnail`)).status).toBe(404)
      expect((await app.visitor().get(`/api/v1/decks/${deck.id}/thumbnail`)).status).toBe(404)
      expect((await stranger.post(`/api/v1/decks/${deck.id}/thumbnails.json`)).status).toBe(404)
    })

    test('users who may not edit a deck cannot request a new thumbnail', async () => {
      const deck = await makeDeck(app.services, ann.user)
      expect((await (await app.person()).post(`/api/v1/decks/${deck.id}/thumbnails.json`)).status).toBe(403)
    })
  })

  test('other sites can load thumbnails of public decks only', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' }
    const request = async (visibility: 'all' | 'self') => {
      const deck = await makeDeck(app.services, ann.user, { visibility })
      const answer = await ann.get(`/api/v1/decks/${deck.id}/thumbnail`, { headers })
      return [answer.status, answer.headers['cross-origin-resource-policy']]
    }
    expect(await request('all')).toEqual([200, 'cross-origin'])
    expect(await request('self')).toEqual([200, 'same-origin'])
  })

  test('the placeholder shows the deck’s title, escaped', async () => {
    const deck = await makeDeck(app.services, ann.user, { title: '</text><script>alert(1)</script>' })
    const answer = await app.visitor().get(`/api/v1/decks/${deck.id}/thumbnail`)
    expect(answer.headers['content-type']).toBe('image/svg+xml')
    expect(answer.text).not.toContain('<script')
    expect(answer.text).toContain('&lt;script&gt;')
  })

  test('the preview image for other sites is a JPEG of 1200x630, for users who may see the deck', async () => {
    const deck = await makeDeck(app.services, ann.user, { visibility: 'all', slides: ['<h1>Bees</h1>'] })
    const path = `/api/v1/decks/${deck.id}/sharing_picture`
    expect((await app.visitor().get(path)).headers['content-type']).toBe('image/svg+xml')
    await ann.post(`/api/v1/decks/${deck.id}/thumbnails.json`)
    await work()
    const answer = await app.visitor().get(path)
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'image/jpeg'])
    expect(answer.headers['cross-origin-resource-policy']).toBe('cross-origin')
    expect(await sharp(answer.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
    await ann.post(`/api/v1/decks/${deck.id}/publish.json`, { visibility: 'self' })
    expect((await app.visitor().get(path)).status).toBe(404)
  })

  test('a requested thumbnail shows the first slide, and its URL changes with it', async () => {
    const deck = await makeDeck(app.services, ann.user, { slides: ['first slide', 'second slide'] })
    expect((await ann.post(`/api/v1/decks/${deck.id}/thumbnails.json`)).status).toBe(204)
    await work()
    expect(drawn.at(-1)).toContain('first slide')
    expect(drawn.at(-1)).not.toContain('second slide')
    const { body } = await ann.get(`/api/v1/decks/${deck.id}.json`)
    const picture = await app.visitor().get(body.thumbnail_url)
    expect(picture).toMatchObject({ status: 200 })
    expect(picture.headers['content-type']).toBe('image/webp')
    expect(picture.headers['cache-control']).toBe('private, max-age=86400')
    const before = drawn.length
    await ann.post(`/api/v1/decks/${deck.id}/thumbnails.json`)
    await work()
    expect(drawn.length).toBe(before)
  })

  test('a changed font redraws the decks that have it, and their URLs change', async () => {
    const family = "font-family: 'KaTeX_Typewriter'"
    const made = await Promise.all(
      [`<p style="${family}">set</p>`, '<p>plain</p>'].map((slide) =>
        makeDeck(app.services, ann.user, { slides: [slide] }),
      ),
    )
    for (const { id } of made) await ann.post(`/api/v1/decks/${id}/thumbnails.json`)
    await work()
    const urls = () =>
      Promise.all(made.map(async ({ id }) => (await ann.get(`/api/v1/decks/${id}.json`)).body.thumbnail_url))
    const before = await urls()
    const { body, headers } = fileForm(sampleFont(), 'font.woff2')
    expect((await ann.request('POST', '/api/v1/own_fonts.json', { body, headers })).status).toBe(201)
    app.advance(61_000)
    await work()
    const after = await urls()
    expect([after[0] !== before[0], after[1] === before[1]]).toEqual([true, true])
    expect((await ann.get(after[0])).headers['cache-control']).toBe('private, max-age=86400')
  })

  test('a theme that is changed or deleted redraws its decks, and their URLs change', async () => {
    const bea = await app.person({ plan: 'enterprise' })
    const theme = (await bea.post('/api/v1/themes.json', { theme: { name: 'Sea' } })).body
    const made = [
      await makeDeck(app.services, bea.user, { slides: ['<h1>Waves</h1>'], theme_id: theme.id }),
      await makeDeck(app.services, bea.user, { slides: ['<h1>Dunes</h1>'] }),
    ]
    for (const { id } of made) await bea.post(`/api/v1/decks/${id}/thumbnails.json`)
    await work()
    const urls = () =>
      Promise.all(made.map(async ({ id }) => (await bea.get(`/api/v1/decks/${id}.json`)).body.thumbnail_url))
    const redrawn = async () => {
      const before = await urls()
      app.advance(61_000)
      await work()
      const after = await urls()
      return after.map((url, at) => url !== before[at])
    }
    await bea.put(`/api/v1/themes/${theme.id}.json`, { theme: { name: 'Deep sea', version: theme.version } })
    expect(await redrawn()).toEqual([true, false])
    await bea.delete(`/api/v1/themes/${theme.id}.json`)
    expect(await redrawn()).toEqual([true, false])
  })

  test('a thumbnail that timed out is not retried for its version, and the previous thumbnail stays', async () => {
    const deck = await makeDeck(app.services, ann.user, { slides: ['quick'] })
    const requestThumbnail = async () => {
      app.advance(61_000)
      expect((await ann.post(`/api/v1/decks/${deck.id}/thumbnails.json`)).status).toBe(204)
      await work()
    }
    await requestThumbnail()
    const save = (version: number) =>
      ann.put(`/api/v1/decks/${deck.id}.json`, { deck: { version, data: `<section><p>v${version}</p></section>` } })
    const { body } = await save(deck.version)
    slow = true
    const before = drawn.length
    await requestThumbnail()
    await requestThumbnail()
    slow = false
    await requestThumbnail()
    expect(drawn.length).toBe(before + 1)
    expect((await ann.get(`/api/v1/decks/${deck.id}/thumbnail`)).headers['content-type']).toBe('image/webp')
    await save(body.deck?.version ?? body.version)
    await requestThumbnail()
    expect(drawn.length).toBe(before + 2)
  })

  test('the first save renders a thumbnail at once, later saves at most one a minute, and old files are deleted', async () => {
    const made = await ann.post('/api/v1/decks.json', {
      deck: { title: 'Drawn', data: '<section><p>v1</p></section>' },
    })
    await work()
    expect(drawn.at(-1)).toContain('v1')
    const keyOf = async () =>
      (
        await app.services.database.read
          .selectFrom('decks')
          .selectAll()
          .where('id', '=', made.body.id)
          .executeTakeFirstOrThrow()
      ).thumbnail_key as string
    const first = await keyOf()
    for (let version = 1; version <= 3; version++) {
      const data = `<section><p>v${version + 1}</p></section>`
      await ann.put(`/api/v1/decks/${made.body.id}.json`, { deck: { version, data } })
    }
    const waiting = await app.services.database.read
      .selectFrom('jobs')
      .selectAll()
      .where('state', '=', 'waiting')
      .where('kind', '=', 'thumbnail')
      .execute()
    expect(waiting).toHaveLength(1)
    expect((waiting[0]?.run_at.getTime() ?? 0) - app.services.now().getTime()).toBeGreaterThan(30_000)
    app.advance(61_000)
    await work()
    expect(drawn.at(-1)).toContain('v4')
    expect(await keyOf()).not.toBe(first)
    expect(await app.services.files.read(first)).toBeNull()
  })
})

test('a long title is shortened in the placeholder', () => {
  const svg = placeholderPicture({ title: 'word '.repeat(40), theme_color: 'black-mint', theme_font: 'asul' })
  expect(svg.match(/<text/g)?.length).toBe(4)
  expect(svg).toContain('…')
})
