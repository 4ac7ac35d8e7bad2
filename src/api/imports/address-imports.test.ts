import sharp from 'sharp'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { importMessages } from '../../rules/import-messages.ts'
import { limits } from '../../rules/limits.ts'
import { FetchRefused } from '../../server/identity/guarded-fetch.ts'
import { makeDeck } from '../../testing/factories.ts'
import { samplePdf } from '../../testing/sample-pdf.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import { defineJobs } from '../jobs.ts'

type Site = Readonly<Record<string, { readonly type: string; readonly content: string | Buffer }>>

const html = (content: string) => ({ type: 'text/html', content })
const page = (slides: string, head = '') =>
  html(
    `<!doctype html><html><head><title>Rocks</title>${head}</head><body><div class="reveal"><div class="slides">${slides}</div></div></body></html>`,
  )

eachDatabase((makeApp) => {
  let app: TestApp
  let site: Site = {}
  const asked: string[] = []
  beforeAll(async () => {
    app = await makeApp({
      download: async (url, { budget }) => {
        asked.push(url)
        const file = site[url]
        const bytes = Buffer.from(file?.content ?? '')
        budget.bytes -= bytes.length
        if (!file || budget.bytes < 0) throw new FetchRefused('the server answered 404')
        return { url, type: file.type, bytes }
      },
    })
    defineJobs(app.services)
  })
  beforeEach(() => asked.splice(0))

  const start = (who: TestPerson, fields: Record<string, unknown>) =>
    who.post('/api/v1/imports/address.json', { import: fields })
  const imported = async (who: TestPerson, url: string) => {
    const started = await start(who, { url })
    expect([started.status, started.body.status]).toEqual([201, 'pending'])
    await app.services.jobs.idle()
    return (await who.get(`/api/v1/imports/${started.body.id}.json`)).body
  }
  const slidesOf = async (who: TestPerson, id: number) =>
    (await who.get(`/api/v1/decks/${id}/data.json`)).body.data as string

  describe('a page of the web', () => {
    test('becomes a deck with the pictures, styles and fonts that it names; nothing else is asked for', async () => {
      const ann = await app.person({ plan: 'pro' })
      const png = await sharp({ create: { width: 20, height: 10, channels: 3, background: '#c33' } })
        .png()
        .toBuffer()
      site = {
        'https://decks.example/talks/rocks/': page(
          `<section data-background-image="../sky.png"><h1>Granite</h1><img src="img/rock.png?v=2"><a href="/other">x</a></section>
           <section><h2>Basalt</h2><img src="//cdn.example/far.png"><script src="evil.js"></script></section>`,
          '<link rel="stylesheet" href="main.css"><base href="https://decks.example/talks/rocks/">',
        ),
        'https://decks.example/talks/rocks/main.css': {
          type: 'text/css',
          content: '@import "parts/more.css"; .reveal h1 { color: rgb(1, 2, 3); }',
        },
        'https://decks.example/talks/rocks/parts/more.css': {
          type: 'text/css',
          content: '.reveal h2 { background-image: url("../img/wall.png"); }',
        },
        ...Object.fromEntries(
          ['talks/sky.png', 'talks/rocks/img/rock.png?v=2', 'talks/rocks/img/wall.png'].map((path) => [
            `https://decks.example/${path}`,
            { type: 'image/png', content: png },
          ]),
        ),
        'https://cdn.example/far.png': { type: 'image/png', content: png },
      }
      const done = await imported(ann, 'decks.example/talks/rocks/#/2')
      expect(done).toMatchObject({ status: 'finished', format: 'html', slide_count: 2, error: null })
      expect(done).toMatchObject({ file_name: 'decks.example/talks/rocks', deck: { title: 'Rocks' } })
      const data = await slidesOf(ann, done.deck_id)
      expect(data).toMatch(/data-background-image="\/m\//)
      expect(data.match(/<img[^>]* src="\/m\//g)).toHaveLength(2)
      expect(data).not.toMatch(/decks\.example\/talks|cdn\.example|data-l-missing/)
      const { theme_id } = (await ann.get(`/api/v1/decks/${done.deck_id}.json`)).body
      const { css } = (await ann.get(`/api/v1/themes/${theme_id}.json`)).body
      expect(css).toMatch(/rgb\(1, 2, 3\)[\s\S]*|url\("?\/m\//)
      expect(asked.toSorted()).toEqual(Object.keys(site).toSorted())
    })

    test('keeps a place for a picture that cannot be had, with its name', async () => {
      const ann = await app.person()
      site = { 'https://decks.example/a': page('<section><img src="gone.png"></section><section>Two</section>') }
      const done = await imported(ann, 'https://decks.example/a')
      expect(await slidesOf(ann, done.deck_id)).toContain('data-l-missing="gone.png"')
      expect(done.report).toMatchObject([{ slide: 1, message: 'The file gone.png is missing' }])
    })

    test('asks for at most 500 files', async () => {
      const ann = await app.person()
      const pictures = Array.from({ length: 600 }, (_, at) => `<img src="${at}.png">`).join('')
      site = { 'https://decks.example/many': page(`<section>${pictures}</section>`) }
      expect((await imported(ann, 'https://decks.example/many')).status).toBe('finished')
      expect(asked).toHaveLength(limits.import.fetchedFiles)
    })
  })

  test('a file that could be uploaded is imported from its address, too', async () => {
    const ann = await app.person()
    site = {
      'https://files.example/d/talk.pdf': { type: 'application/pdf', content: Buffer.from(samplePdf('A', 'B')) },
    }
    expect(await imported(ann, 'https://files.example/d/talk.pdf')).toMatchObject({ format: 'pdf', slide_count: 2 })
  })

  test('slides of an address are offered to the editor of a deck', async () => {
    const ann = await app.person()
    const deck = await makeDeck(app.services, ann.user)
    site = { 'https://decks.example/a': page('<section>Two</section>') }
    const { body } = await start(ann, { url: 'https://decks.example/a', deck_id: deck.id, mode: 'append' })
    await app.services.jobs.idle()
    expect((await ann.get(`/api/v1/imports/${body.id}/slides.json`)).body.data).toContain('Two')
  })

  describe('is refused:', () => {
    test.each(['', '   ', 'ftp://decks.example/', 'file:///etc/passwd', 'https://a:b@c.example/'])(
      'the address %s',
      async (url) => {
        const answer = await start(await app.person(), { url })
        expect([answer.status, answer.body.errors]).toEqual([422, { url: [importMessages.noAddress] }])
      },
    )

    test.each([
      ['that cannot be fetched', 'https://decks.example/none', importMessages.notFetched],
      ['without a deck', 'https://decks.example/text', importMessages.noDeckThere],
      ['without slides', 'https://decks.example/plain', 'There are no slides in this file: each slide is a section'],
    ])('a page %s', async (_, url, error) => {
      const ann = await app.person()
      site = {
        'https://decks.example/text': { type: 'text/plain', content: 'Hello' },
        'https://decks.example/plain': html('<!doctype html><p>Hello</p>'),
      }
      expect(await imported(ann, url)).toMatchObject({ status: 'failed', error, deck_id: null })
    })

    test('for a deck that the user may not edit, and without an account', async () => {
      const [ann, ben] = [await app.person(), await app.person()]
      const deck = await makeDeck(app.services, ann.user)
      const url = 'https://decks.example/a'
      expect((await start(ben, { url, deck_id: deck.id })).status).toBe(403)
      const visitor = app.visitor()
      expect((await visitor.post('/api/v1/imports/address.json', { import: { url } })).status).toBe(401)
      expect(asked).toEqual([])
    })
  })
})
