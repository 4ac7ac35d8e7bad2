import { unzipSync } from 'fflate'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { SANITIZER_VERSION } from '../../document/sanitize/sanitize.ts'
import type { JobHandler } from '../../server/jobs/run-job.ts'
import { makeDeck } from '../../testing/factories.ts'
import { frameIn, mountDecks } from '../../testing/mount-decks.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import { defineJobs } from '../jobs.ts'
import { setResanitizedTemplate } from '../slide-templates/queries.ts'
import { sizeOfAll } from './content-queries.ts'

/** The output of the sanitizer's first version, and today's. */
const old = '<p style="filter: blur(9999px);">x</p>'
const clean = '<p style="filter: blur(100px);">x</p>'
const script = '<script>alert(1)</script>'
/** Markup that is nested deeper than today's sanitizer accepts. */
const refused = `${'<div>'.repeat(120)}y${'</div>'.repeat(120)}`

eachDatabase((makeApp) => {
  let app: TestApp
  let ann: TestPerson
  const jobs = new Map<string, JobHandler>()
  beforeEach(async () => {
    app = await makeApp({ extend: mountDecks })
    const every = vi.spyOn(app.services.jobs, 'every')
    defineJobs(app.services)
    for (const [kind, , handler] of every.mock.calls) jobs.set(kind, handler)
    every.mockRestore()
    ann = await app.person()
  })

  /** Runs a job once, as a worker does. `lost`: its lease is lost before it begins. */
  const run = (kind = 'clean-slides-again', lost = false) => {
    const signal = lost ? AbortSignal.abort() : new AbortController().signal
    return jobs.get(kind)?.({ id: 1, payload: {}, attempt: 1, signal, progress: async () => {} })
  }
  const section = (id: string, inside: string) => `<section data-id="${id}">${inside}</section>`

  /** A deck stored by the sanitizer's first version: a stack of two slides with markup around them. */
  async function oldDeck(inside = old) {
    const deck = await makeDeck(app.services, ann.user, { slides: [inside, 'Two'] })
    const style = 'filter: blur(9999px);'
    const stack = { slides: deck.slideIds, attributes: { style }, before: old, gaps: ['', old, ''] }
    const structure = JSON.stringify({ stacks: [stack], after: old })
    const { write } = app.services.database
    await write.updateTable('deck_slides').set({ sanitizer_version: 1 }).execute()
    await write.updateTable('deck_structures').set({ structure, sanitizer_version: 1 }).execute()
    return { ...deck, path: `/api/v1/decks/${deck.id}`, first: deck.slideIds[0] as string }
  }
  const slides = () => app.services.database.read.selectFrom('deck_slides').selectAll().orderBy('since').execute()
  const structures = () => app.services.database.read.selectFrom('deck_structures').selectAll().execute()
  const bytesOf = async (id: number) =>
    (
      await app.services.database.read
        .selectFrom('decks')
        .select('content_bytes')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).content_bytes

  describe('content of an older sanitizer is sanitized again when read', () => {
    type Deck = Awaited<ReturnType<typeof oldDeck>>
    const readers: Record<string, (deck: Deck) => Promise<string>> = {
      'as the deck': async ({ path }) => (await ann.get(`${path}/data.json`)).text,
      'as the newer version for an open window': async ({ path }) => (await ann.get(`${path}/newer.json?since=0`)).text,
      'in the answer to a refused save': async ({ path, first }) => {
        const sent = { version: 0, slides: { changed: { [first]: section(first, 'Mine') } } }
        const answer = await ann.put(`${path}.json`, { deck: sent })
        expect(answer.status).toBe(409)
        return answer.text
      },
      'in a frame': async ({ slug }) => {
        const frame = frameIn((await ann.get(`/${ann.user.username}/${slug}`)).text)
        return (await app.server.inject({ url: frame.pathname, headers: { host: frame.host } })).body
      },
      'in an export': async ({ id, slug }) => {
        const headers = { host: 'localhost:3000', cookie: `session=${ann.cookie('session')}` }
        const { rawPayload } = await app.server.inject({ url: '/api/v1/users/export', headers })
        return Buffer.from(unzipSync(rawPayload)[`decks/${id}-${slug}/slides.html`] ?? []).toString()
      },
      'as a fork': async ({ path }) => {
        const fork = (await ann.post(`${path}/fork.json`)).body
        return (await ann.get(`/api/v1/decks/${fork.id}/data.json`)).text
      },
      'after a changed slide order': async ({ path, slideIds }) => {
        const sent = { version: 1, slides: { order: [[...slideIds].reverse()] } }
        expect((await ann.put(`${path}.json`, { deck: sent })).status).toBe(200)
        return (await ann.get(`${path}/data.json`)).text
      },
    }
    test.each(Object.entries(readers))('%s', async (_name, read) => {
      const text = await read(await oldDeck())
      expect(text).not.toContain('9999')
      // Five occurrences: the slide, the stack, and the markup before, between and after the slides.
      expect(text.split('blur(100px)').length - 1).toBe(5)
    })
  })

  describe('the job', () => {
    test('stores slides and the markup between them, and updates the deck’s size', async () => {
      const { id } = await oldDeck()
      expect(await run()).toEqual({ cleaned: 3 })
      expect(JSON.stringify([await slides(), await structures()])).not.toContain('9999')
      const rows = await slides()
      expect([...rows, ...(await structures())].map((row) => row.sanitizer_version)).toEqual(
        Array(3).fill(SANITIZER_VERSION),
      )
      expect(await bytesOf(id)).toBe(sizeOfAll(rows))
      expect(await run()).toEqual({ cleaned: 0 })
    })

    test('keeps the original of a changed slide, unless the author’s own original is stored', async () => {
      const { path, first } = await oldDeck(old + script)
      await run()
      const original = () => ann.get(`${path}/slides/${first}/original.json`)
      expect((await original()).body.html).toBe(section(first, old + script))
      const sent = { version: 1, slides: { changed: { [first]: section(first, `Sent${script}`) } } }
      expect((await ann.put(`${path}.json`, { deck: sent })).status).toBe(200)
      await app.services.database.write
        .updateTable('deck_slides')
        .set({ sanitizer_version: 1, html: section(first, old + script) })
        .where('slide_id', '=', first)
        .execute()
      await run()
      expect((await original()).body.html).toContain('Sent')
    })

    test('continues after refused slides, which stay unchanged and are shown empty', async () => {
      const { path, first } = await oldDeck(refused)
      expect(await run()).toEqual({ cleaned: 2 })
      expect((await slides()).find((slide) => slide.slide_id === first)?.html).toBe(section(first, refused))
      expect((await ann.get(`${path}/data.json`)).body.data).toContain(section(first, ''))
    })

    test('sanitizes more rows than a batch has, and stops when its lease is lost', async () => {
      const many = await makeDeck(app.services, ann.user, { slides: Array(120).fill(old) })
      await app.services.database.write.updateTable('deck_slides').set({ sanitizer_version: 1 }).execute()
      await expect(run('clean-slides-again', true)).rejects.toThrow('lease')
      expect((await slides()).every((slide) => slide.sanitizer_version === 1)).toBe(true)
      expect(await run()).toEqual({ cleaned: 120 })
      expect(await bytesOf(many.id)).toBe(sizeOfAll(await slides()))
    })

    test('does not overwrite a concurrent save, and counts its size once', async () => {
      const { id, path, first } = await oldDeck()
      const { database } = app.services
      const transaction = database.transaction.bind(database)
      const write = vi.spyOn(database, 'transaction')
      write.mockImplementationOnce(async (work) => {
        const sent = { version: 1, slides: { changed: { [first]: section(first, 'Mine') } } }
        expect((await ann.put(`${path}.json`, { deck: sent })).status).toBe(200)
        return transaction(work)
      })
      await run()
      write.mockRestore()
      const rows = (await slides()).filter((slide) => slide.until === null)
      expect(rows.map((slide) => slide.html)).toContain(section(first, 'Mine'))
      expect(await bytesOf(id)).toBe(sizeOfAll(rows))
    })
  })

  describe('a slide template of an older sanitizer', () => {
    const id = '883f371966dc26b1674a3b635ee4aa4d'
    /** A template stored by the sanitizer's first version. */
    async function oldTemplate(inside: string): Promise<number> {
      const template = { label: 'Old', html: section(id, inside), size: section(id, inside).length }
      const times = { created_at: new Date(), updated_at: new Date() }
      const row = await app.services.database.write
        .insertInto('slide_templates')
        .values({ user_id: ann.user.id, ...template, ...times })
        .returning('id')
        .executeTakeFirstOrThrow()
      return row.id
    }
    const stored = () => app.services.database.read.selectFrom('slide_templates').selectAll().execute()

    test('is sanitized again when listed, renamed and exported', async () => {
      const path = `/api/v1/slide_templates/${await oldTemplate(old)}.json`
      const headers = { host: 'localhost:3000', cookie: `session=${ann.cookie('session')}` }
      const exported = await app.server.inject({ url: '/api/v1/users/export', headers })
      const account = JSON.parse(Buffer.from(unzipSync(exported.rawPayload)['account.json'] ?? []).toString())
      expect([
        (await ann.get('/api/v1/slide_templates.json')).body.results[0].html,
        (await ann.put(path, { slide_template: { label: 'New' } })).body.html,
        account.slide_templates[0].html,
      ]).toEqual(Array(3).fill(section(id, clean)))
    })

    test('is stored by the job; a refused template stays unchanged and is listed empty', async () => {
      await oldTemplate(refused)
      await oldTemplate(old)
      expect(await run('clean-templates-again')).toEqual({ cleaned: 1 })
      const html = section(id, clean)
      expect(await stored()).toMatchObject([
        { html: section(id, refused), sanitizer_version: 1 },
        { html, size: html.length, sanitizer_version: SANITIZER_VERSION },
      ])
      const { results } = (await ann.get('/api/v1/slide_templates.json')).body
      expect(results.map((one: { html: string }) => one.html)).toEqual([html, section(id, '')])
    })

    test('is sanitized once by the job, and new templates never', async () => {
      await oldTemplate(old)
      const made = await ann.post('/api/v1/slide_templates.json', { slide_template: { html: section(id, old) } })
      expect([made.status, made.body.html]).toEqual([201, section(id, clean)])
      const changed = await oldTemplate(old)
      const path = `/api/v1/slide_templates/${changed}.json`
      expect((await ann.put(path, { slide_template: { html: section(id, 'Mine') } })).status).toBe(200)
      // A job that read the template before the change must not overwrite it.
      const { write } = app.services.database
      expect(await setResanitizedTemplate(write, changed, section(id, clean), SANITIZER_VERSION)).toBe(false)
      expect(await run('clean-templates-again')).toEqual({ cleaned: 1 })
      expect(await run('clean-templates-again')).toEqual({ cleaned: 0 })
    })
  })
})
