import { beforeAll, describe, expect, test } from 'vitest'
import { importMessages } from '../../rules/import-messages.ts'
import { limits } from '../../rules/limits.ts'
import { makeDeck } from '../../testing/factories.ts'
import { fileForm } from '../../testing/sample-fonts.ts'
import { samplePdf } from '../../testing/sample-pdf.ts'
import { paragraph, samplePptx, shape } from '../../testing/sample-pptx.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import { defineJobs } from '../jobs.ts'
import { makeDeckOf } from './import-file.ts'
import { defineImportJobs } from './jobs.ts'

const base = '/api/v1/imports'

eachDatabase((makeApp) => {
  let app: TestApp
  beforeAll(async () => {
    app = await makeApp()
    defineJobs(app.services)
  })

  const send = (who: TestPerson, bytes: Uint8Array, query = '', name = 'Talk.pdf') => {
    const { body, headers } = fileForm(bytes, name)
    return who.request('POST', `${base}.json${query}`, { body, headers })
  }
  /** Imports a file, and returns the state of the import after its end. */
  const imported = async (who: TestPerson, bytes: Uint8Array, query = '', name?: string) => {
    const started = await send(who, bytes, query, name)
    expect([started.status, started.body.status]).toEqual([201, 'pending'])
    await app.services.jobs.idle()
    return (await who.get(`${base}/${started.body.id}.json`)).body
  }
  const media = async (who: TestPerson) =>
    (await app.services.database.read.selectFrom('media').selectAll().where('user_id', '=', who.user.id).execute())
      .length
  const files = async () => {
    const keys: string[] = []
    for await (const key of app.services.files.list()) if (key.startsWith('imports/')) keys.push(key)
    return keys
  }

  describe('a PDF becomes a new deck', () => {
    test('with a slide, a picture and searchable words for each page', async () => {
      const ann = await app.person()
      const done = await imported(ann, samplePdf('Ferns', 'Mosses', 'Lichens'))
      expect(done).toMatchObject({ status: 'finished', slide_count: 3, done: 3, error: null, report: [], mode: 'new' })
      expect(done.images).toHaveLength(3)
      expect(done.deck).toMatchObject({ id: done.deck_id, title: 'Talk', user: { username: ann.user.username } })
      const { data } = (await ann.get(`/api/v1/decks/${done.deck_id}/data.json`)).body
      expect(data.match(/<section/g)).toHaveLength(3)
      for (const [at, word] of ['Ferns', 'Mosses', 'Lichens'].entries()) {
        expect(data).toContain(`<p>${word}</p>`)
        expect(data).toContain(`src="${done.images[at]}"`)
      }
      expect((await ann.get(`/api/v1/decks/${done.deck_id}.json`)).body.slide_size).toBe('1280x720')
      const picture = await app.services.files.read(done.images[0].replace('/m/', 'media/'))
      expect(
        Buffer.from(picture as Uint8Array)
          .subarray(1, 4)
          .toString(),
      ).toBe('PNG')
      const { storage } = (await ann.get('/api/v1/media.json')).body
      expect(storage.value).toBeGreaterThan(3_000)
      expect(await files()).toEqual([])
    })

    test('once, although its job runs again', async () => {
      const ann = await app.person()
      const { id } = (await send(ann, samplePdf('Once'))).body
      await app.services.jobs.add(app.services.database.write, 'import-file', { importId: id })
      await app.services.jobs.idle()
      const decks = app.services.database.read.selectFrom('decks').select('id').where('user_id', '=', ann.user.id)
      expect(await decks.execute()).toHaveLength(1)
    })
  })

  describe('the colors and fonts of a presentation', () => {
    const talk = samplePptx([{ shapes: shape(2, '', paragraph('Ferns'), '<p:ph type="title"/>') }])

    test('become the theme of a new deck, to which its slides refer', async () => {
      const ann = await app.person({ plan: 'pro' })
      const { deck_id: id } = await imported(ann, talk, '', 'Talk.pptx')
      const { theme_id: theme } = (await ann.get(`/api/v1/decks/${id}.json`)).body
      const { colors, heading_font: font } = (await ann.get(`/api/v1/themes/${theme}`)).body
      expect([colors.background, colors.heading, font]).toEqual(['#f0f4f8', '#336699', '"Georgia", serif'])
      const { data } = (await ann.get(`/api/v1/decks/${id}/data.json`)).body
      expect(data).toContain('font-family: var(--r-heading-font); color: var(--r-heading-color);')
      expect(data).not.toContain('data-background-color')
    })

    test('are one theme, however often they are imported, until it is changed', async () => {
      const ann = await app.person({ plan: 'enterprise' })
      const themeOf = async (user: typeof ann) => {
        const { deck_id: id } = await imported(user, talk, '', 'Talk.pptx')
        return (await user.get(`/api/v1/decks/${id}.json`)).body.theme_id
      }
      const first = await themeOf(ann)
      const named = { theme: { name: 'Ours' } }
      expect((await ann.put(`/api/v1/themes/${first}.json`, named)).status).toBe(200)
      expect(await themeOf(ann)).toBe(first)
      expect(await themeOf(await app.person({ plan: 'pro' }))).not.toBe(first)
      const changed = { theme: { css: '.reveal h1 { color: red; }' } }
      expect((await ann.put(`/api/v1/themes/${first}.json`, changed)).status).toBe(200)
      expect(await themeOf(ann)).not.toBe(first)
    })

    test.each<[string, '' | 'append']>([
      ['a new deck, if the plan has no themes', ''],
      ['a deck that has its own', 'append'],
    ])('are written out in slides for %s', async (_, mode) => {
      const ann = await app.person()
      const deck = mode === '' ? null : await makeDeck(app.services, ann.user)
      const done = await imported(ann, talk, deck ? `?deck_id=${deck.id}&mode=${mode}` : '', 'Talk.pptx')
      const address = deck ? `${base}/${done.id}/slides.json` : `/api/v1/decks/${done.deck_id}/data.json`
      const { data } = (await ann.get(address)).body
      expect(data).toContain('color: #336699;')
      expect(data).toContain('data-background-color="#f0f4f8"')
      expect(data).not.toContain('var(--')
    })
  })

  describe('a PDF becomes slides for the editor of a deck', () => {
    test('to append, in the size of its slides, and the deck stays as it is', async () => {
      const ann = await app.person()
      const deck = await makeDeck(app.services, ann.user, { slides: ['one'] })
      const done = await imported(ann, samplePdf('Two'), `?deck_id=${deck.id}&mode=append`)
      expect(done).toMatchObject({ status: 'finished', deck_id: deck.id, mode: 'append' })
      const { body } = await ann.get(`${base}/${done.id}/slides.json`)
      expect(body.settings).toEqual({})
      // 960 x 540 in the middle of 960 x 700.
      expect(body.data).toContain('top: 80px; width: 960px; height: 540px;')
      expect((await ann.get(`/api/v1/decks/${deck.id}.json`)).body).toMatchObject({ version: 1, slide_count: 1 })
      app.advance((limits.import.slideHours + 1) * 3_600_000)
      await app.services.jobs.add(app.services.database.write, 'clear-imports', {})
      await app.services.jobs.idle()
      expect((await ann.get(`${base}/${done.id}/slides.json`)).status).toBe(404)
    })

    test('to replace its slides, with the size of the file', async () => {
      const ann = await app.person()
      const deck = await makeDeck(app.services, ann.user)
      const done = await imported(ann, samplePdf('Two'), `?deck_id=${deck.id}&mode=replace`)
      const { settings } = (await ann.get(`${base}/${done.id}/slides.json`)).body
      expect(settings).toEqual({ slide_size: '1280x720' })
    })

    test('only for those who may edit it', async () => {
      const [ann, ben] = [await app.person(), await app.person()]
      const open = await makeDeck(app.services, ann.user)
      const closed = await makeDeck(app.services, ann.user, { visibility: 'self' })
      expect((await send(ben, samplePdf('A'), `?deck_id=${open.id}`)).status).toBe(403)
      expect((await send(ben, samplePdf('A'), `?deck_id=${closed.id}`)).status).toBe(404)
      expect((await send(ben, samplePdf('A'), '?deck_id=999999')).status).toBe(404)
    })
  })

  describe('an import is refused', () => {
    test.each<[string, () => Uint8Array, string]>([
      ['of no file', () => Buffer.alloc(0), importMessages.noFile],
      ['of another format', () => Buffer.from('Hello'), importMessages.noFile],
    ])('%s', async (_, bytes, message) => {
      const ann = await app.person()
      const answer = await send(ann, bytes())
      expect([answer.status, answer.body.errors]).toEqual([422, { file: [message] }])
    })

    test('of a file over 100 MB, which is not kept', async () => {
      const ann = await app.person()
      const large = Buffer.concat([samplePdf('Large'), Buffer.alloc(limits.upload.importKilobytes * 1000)])
      const answer = await send(ann, large)
      expect([answer.status, answer.body.errors]).toEqual([422, { file: [importMessages.noFile] }])
      expect(await files()).toEqual([])
    })

    test('while too many others have not ended', async () => {
      const ann = await app.person()
      const ids: number[] = []
      while (ids.length < limits.import.open) ids.push((await send(ann, samplePdf('A'))).body.id)
      expect((await send(ann, samplePdf('A'))).body.errors).toEqual({ base: [importMessages.waiting] })
      for (const id of ids) await ann.delete(`${base}/${id}.json`)
      await app.services.jobs.idle()
    })
  })

  describe('an import that fails', () => {
    test('as its slides are refused leaves no theme', async () => {
      const ann = await app.person({ plan: 'pro' })
      const page = (inside: string) =>
        Buffer.from(`<!doctype html><style>.reveal h1{color:red}</style><div class="reveal"><div class="slides">
          <section><h1>A</h1>${inside}</section></div></div>`)
      const themes = async () =>
        (
          await app.services.database.read
            .selectFrom('themes')
            .select('id')
            .where('user_id', '=', ann.user.id)
            .execute()
        ).length
      expect((await imported(ann, page(''), '', 'a.html')).status).toBe('finished')
      expect(await themes()).toBe(1)
      const { database } = app.services
      const row = await database.read
        .selectFrom('imports')
        .selectAll()
        .where('user_id', '=', ann.user.id)
        .executeTakeFirstOrThrow()
      const slides = { html: ['<div>'.repeat(100)], images: [], report: [], add: async () => {}, remark: () => {} }
      const read = {
        head: { slides: 1, title: '', size: { width: 960, height: 700 } },
        slides: { ...slides, withUrls: (text: string) => text },
        settings: { theme: { name: 'Red', css: 'h1{color:red}' } },
      }
      await expect(makeDeckOf(app.services, ann.user, { ...row, id: 9_999_999 }, read)).rejects.toThrow()
      expect(await themes()).toBe(1)
    })

    test('says why, and leaves no picture and no file', async () => {
      const ann = await app.person()
      const done = await imported(ann, samplePdf('Cut').subarray(0, 200))
      expect(done).toMatchObject({ status: 'failed', error: importMessages.damaged, deck_id: null })
      expect([await media(ann), await files()]).toEqual([0, []])
    })

    test('for full storage says so, and leaves no picture', async () => {
      const ann = await app.person()
      const { database, now } = app.services
      await database.write
        .insertInto('media')
        .values({
          ...{
            user_id: ann.user.id,
            team_id: null,
            key: `media/${'f'.repeat(32)}.png`,
            label: 'All',
            search_label: 'all',
          },
          ...{ content_type: 'image/png', size: 10_000_000_000, width: 1, height: 1, inline: false, hidden: false },
          ...{ content_hash: 'x', sanitizer_version: 1, created_at: now() },
        })
        .execute()
      const done = await imported(ann, samplePdf('A', 'B'))
      expect(done).toMatchObject({ status: 'failed', error: 'Your storage is full, please remove some images first' })
      expect(await media(ann)).toBe(1)
    })

    test('because its worker is gone says so after a silence', async () => {
      const ann = await app.person()
      const { id } = (await send(ann, samplePdf('A'))).body
      const { database, now } = app.services
      await database.write
        .updateTable('imports')
        .set({ status: 'processing', updated_at: now() })
        .where('id', '=', id)
        .execute()
      expect((await ann.get(`${base}/${id}.json`)).body.status).toBe('processing')
      app.advance(240_001)
      expect((await ann.get(`${base}/${id}.json`)).body).toMatchObject({
        status: 'failed',
        error: importMessages.silent,
      })
      await app.services.jobs.idle()
      expect(await media(ann)).toBe(0)
    })
  })

  test('an import whose job is gone has failed for who asks, soon also if nobody does, and holds no place', async () => {
    const ann = await app.person()
    const { write } = app.services.database
    const ids: number[] = []
    while (ids.length < limits.import.open) ids.push((await send(ann, samplePdf('A'))).body.id)
    const asked = ids[0]
    const state = async () => (await ann.get(`${base}/${asked}.json`)).body.status
    expect(await state()).toBe('pending')
    await write.updateTable('jobs').set({ state: 'dead' }).where('kind', '=', 'import-file').execute()
    expect(await state()).toBe('failed')
    app.advance(240_001)
    await app.services.jobs.add(write, 'clear-imports', {})
    await app.services.jobs.idle()
    for (const id of ids) {
      const { body } = await ann.get(`${base}/${id}.json`)
      expect(body).toMatchObject({ status: 'failed', error: importMessages.silent })
    }
    expect(await files()).toEqual([])
    const { id } = (await send(ann, samplePdf('A'))).body
    await ann.delete(`${base}/${id}.json`)
  })

  test('imports run beside other jobs, a few at once, and one of a user at a time', () => {
    const defined = new Map<string, unknown>()
    const define = (kind: string, _: unknown, options: unknown) => void defined.set(kind, options)
    defineImportJobs({ ...app.services, jobs: { ...app.services.jobs, define, every: () => {} } })
    expect(defined.get('import-file')).toEqual({ atOnce: 2, onePerOwner: true })
  })

  test('an import that is canceled is gone, with its file and pictures', async () => {
    const ann = await app.person()
    const { id } = (await send(ann, samplePdf('A', 'B'))).body
    expect((await ann.delete(`${base}/${id}.json`)).status).toBe(204)
    await app.services.jobs.idle()
    expect((await ann.get(`${base}/${id}.json`)).status).toBe(404)
    expect([await media(ann), await files()]).toEqual([0, []])
  })

  test('imports of others are hidden', async () => {
    const [ann, ben] = [await app.person(), await app.person()]
    const { id } = (await send(ann, samplePdf('A'))).body
    for (const path of [`${base}/${id}.json`, `${base}/${id}/slides.json`])
      expect((await ben.get(path)).status).toBe(404)
    expect((await ben.delete(`${base}/${id}.json`)).status).toBe(404)
    await app.services.jobs.idle()
  })
})
