import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { messages } from '../../rules/messages.ts'
import { BrowserTooLarge } from '../../server/chromium/browser-errors.ts'
import { unfinishedFiles } from '../../server/process-folder.ts'
import { makeDeck, testPassword } from '../../testing/factories.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { defineJobs } from '../jobs.ts'
import type { ExportFormat, ExportInput } from './export-format.ts'

type Run = ExportFormat<'pdf'>['run']

eachDatabase((makeApp) => {
  let app: TestApp
  let ann: TestPerson
  let deckId: number
  /** What the maker of PDFs does; a fake, since these tests are about jobs. */
  let run: Run
  let inputs: ExportInput[] = []
  const writes: Run = async (input) => {
    inputs.push(input)
    input.progress(2, 2)
    const path = join(input.folder, 'file')
    await writeFile(path, `PDF of ${JSON.stringify(input.content.notes)}`)
    return { path, notes: [{ slide: '2', text: 'Look at this' }] }
  }

  beforeAll(async () => {
    app = await makeApp({ settings: { publicPdf: true } })
    ann = await app.person({ plan: 'pro' })
    const makers = { pdf: { run: (...given) => run(...given) } as ExportFormat<'pdf'> }
    const withPrintedDeck = () => Promise.reject(new Error('No browser here'))
    defineJobs(app.services, { exports: { makers: makers as never, withPrintedDeck } })
  })
  beforeEach(async () => {
    run = writes
    inputs = []
    const deck = await makeDeck(app.services, ann.user, { title: 'Bees & „wasps“', slides: ['<p>1</p>', '<p>2</p>'] })
    deckId = deck.id
    await app.services.database.write
      .updateTable('deck_slides')
      .set({ notes: 'Say this' })
      .where('slide_id', '=', deck.slideIds[0] as string)
      .execute()
  })

  const path = () => `/api/v1/decks/${deckId}/exports`
  const start = (person: TestPerson, body: object = { type: 'pdf' }) => person.post(`${path()}.json`, body)
  const work = () => app.services.jobs.idle()
  const fileKeys = async () => {
    const keys: string[] = []
    for await (const key of app.services.files.list()) if (key.startsWith('exports/')) keys.push(key)
    return keys
  }

  test('an export waits, is made and downloaded, and is in the list with size and age', async () => {
    const made = await start(ann, { deck_export: { type: 'pdf', options: { pages: 'step' } } })
    expect(made.status).toBe(201)
    const options = { pages: 'step', size: 'slide', notes: false, hidden: false }
    expect(made.body).toMatchObject({ type: 'pdf', status: 'pending', url: null, options, error: null })
    await work()
    const { body } = await ann.get(`${path()}/${made.body.id}.json`)
    expect(body).toMatchObject({
      status: 'finished',
      slide: 2,
      slides: 2,
      report: [{ slide: '2', text: 'Look at this' }],
    })
    expect(Date.parse(body.expires_at) - Date.parse(body.created_at)).toBe(24 * 3_600_000)
    const file = await ann.get(body.url)
    expect(file.headers['content-disposition']).toBe('attachment; filename="Bees wasps.pdf"')
    expect([file.headers['content-type'], file.bytes.byteLength]).toEqual(['application/pdf', body.size])
    const list = await ann.get(`${path()}.json`)
    expect(list.body).toMatchObject({ total: 1, results: [body] })
  })

  test('an export says which version it has, also after a save while it waited', async () => {
    const { body } = await start(ann)
    expect(body.version).toBe(1)
    const data = '<section>Later</section>'
    const saved = await ann.put(`/api/v1/decks/${deckId}.json`, { deck: { data, version: 1 } })
    expect(saved.status).toBe(200)
    await work()
    expect(inputs[0]?.content.version).toBe(2)
    expect((await ann.get(`${path()}/${body.id}.json`)).body.version).toBe(2)
  })

  describe('refusals', () => {
    test.each([
      [{ type: 'doc' }],
      [{}],
      [{ type: 'pdf', options: { pages: 'none' } }],
      [{ type: 'pdf', options: { colour: 'red' } }],
      [{ type: 'pdf', options: [] }],
    ])('unusable options add nothing: %j', async (body) => {
      expect((await start(ann, body)).status).toBe(422)
      expect((await ann.get(`${path()}.json`)).body.total).toBe(0)
    })

    test('an export is its user’s alone, also for the owner of the deck', async () => {
      const bob = await app.person()
      const { write } = app.services.database
      const person = { deck_id: deckId, user_id: bob.user.id, role: 'editor' as const, active: true }
      await write
        .insertInto('deck_users')
        .values({ ...person, status: 'idle', created_at: new Date() })
        .execute()
      const { id } = (await start(bob)).body
      await work()
      expect((await bob.get(`${path()}/${id}/download`)).status).toBe(200)
      for (const url of [`${path()}/${id}.json`, `${path()}/${id}/download`]) {
        expect((await ann.get(url)).status).toBe(404)
      }
      expect((await ann.delete(`${path()}/${id}.json`)).status).toBe(404)
      expect((await ann.get(`${path()}.json`)).body.total).toBe(0)
      // A former editor has no access to the file either.
      await write.deleteFrom('deck_users').where('user_id', '=', bob.user.id).execute()
      await ann.post(`/api/v1/decks/${deckId}/publish.json`, { visibility: 'self' })
      expect((await bob.get(`${path()}/${id}/download`)).status).toBe(404)
    })

    test('others export public decks only as PDF, where the instance allows it, and never notes or hidden slides', async () => {
      const stranger = await app.person()
      await app.services.database.write
        .updateTable('decks')
        .set({ visibility: 'all' })
        .where('id', '=', deckId)
        .execute()
      for (const name of ['notes', 'hidden'])
        expect((await start(stranger, { type: 'pdf', options: { [name]: true } })).status).toBe(403)
      expect((await start(stranger)).status).toBe(201)
      await work()
      expect(inputs[0]?.readable).toEqual({ notes: false, hidden: false })
      expect(inputs[0]?.content.notes).toEqual({})
      expect((await app.visitor().post(`${path()}.json`, { type: 'pdf' })).status).toBe(401)
      const strict = await makeApp()
      const other = await strict.person()
      const deck = await makeDeck(strict.services, other.user, { visibility: 'all' })
      const asked = (await strict.person()).post(`/api/v1/decks/${deck.id}/exports.json`, { type: 'pdf' })
      expect((await asked).status).toBe(403)
    })
  })

  test('editors’ exports have notes and hidden slides on request', async () => {
    await start(ann, { type: 'pdf', options: { notes: true } })
    await work()
    expect(inputs[0]?.readable).toEqual({ notes: true, hidden: true })
    expect(Object.values(inputs[0]?.content.notes ?? {})).toEqual(['Say this'])
  })

  test('the same export that is not finished is not started twice', async () => {
    const first = await start(ann)
    expect((await start(ann)).body.id).toBe(first.body.id)
    expect((await start(ann, { type: 'pdf', options: { notes: true } })).body.id).not.toBe(first.body.id)
    await work()
    expect((await start(ann)).body.id).not.toBe(first.body.id)
    await work()
  })

  test('a failed export is tried once more, and then says so in the specified words', async () => {
    let tries = 0
    run = async () => {
      tries += 1
      throw new Error('The browser crashed')
    }
    const { id } = (await start(ann)).body
    const working = work()
    // The second attempt need not wait.
    await waitFor(async () => {
      const retried = app.services.database.write.updateTable('jobs').set({ run_at: new Date(0) })
      const { numUpdatedRows } = await retried
        .where('kind', '=', 'export')
        .where('state', '=', 'waiting')
        .where('attempts', '=', 1)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    })
    await working
    const { body } = await ann.get(`${path()}/${id}.json`)
    expect(body).toMatchObject({ status: 'failed', error: messages.export.pdf, url: null })
    expect(tries).toBe(2)
    expect((await ann.get(`${path()}/${id}/download`)).status).toBe(404)
  })

  test('an export whose folder cannot be made is tried again, with nothing left that watches it', async () => {
    const folder = unfinishedFiles(app.services.settings.dataDir)
    await rm(folder, { recursive: true })
    await writeFile(folder, '')
    const timers = vi.spyOn(globalThis, 'setInterval')
    const ended = vi.spyOn(globalThis, 'clearInterval')
    const { id } = (await start(ann)).body
    const working = work()
    const { read, write } = app.services.database
    const failedOnce = read.selectFrom('jobs').select('id').where('kind', '=', 'export').where('attempts', '=', 1)
    await waitFor(async () => (await failedOnce.where('state', '=', 'waiting').execute()).length > 0)
    const watching = timers.mock.results.filter((_, at) => timers.mock.calls[at]?.[1] === 400)
    expect(watching).toHaveLength(1)
    expect(ended).toHaveBeenCalledWith(watching[0]?.value)
    vi.restoreAllMocks()
    await rm(folder)
    await write
      .updateTable('jobs')
      .set({ run_at: new Date(0) })
      .where('attempts', '=', 1)
      .execute()
    await working
    expect((await ann.get(`${path()}/${id}.json`)).body.status).toBe('finished')
  })

  test('an export that needs too much memory fails at once, and says why', async () => {
    let tries = 0
    run = async () => {
      tries += 1
      throw new BrowserTooLarge(1_200_000_000)
    }
    const { id } = (await start(ann)).body
    await work()
    const { body } = await ann.get(`${path()}/${id}.json`)
    const report = [{ slide: null, text: 'The slides need too much memory to be drawn' }]
    expect(body).toMatchObject({ status: 'failed', error: messages.export.pdf, report })
    expect(tries).toBe(1)
  })

  test.each([
    [61_000, 'failed', ['A slide takes longer than 60 seconds to draw']],
    [59_000, 'finished', ['Look at this']],
  ])('an export that did not get further for %d ms has %s', async (ms, status, texts) => {
    const real = performance.now.bind(performance)
    run = async (input) => {
      input.progress(1, 3)
      vi.spyOn(performance, 'now').mockImplementation(() => real() + ms)
      const { read } = app.services.database
      // The progress is written by what looks at the time.
      await waitFor(async () => {
        const rows = await read.selectFrom('deck_exports').select('slide').where('deck_id', '=', deckId).execute()
        return rows.some(({ slide }) => slide === 1)
      })
      input.signal.throwIfAborted()
      return writes(input, { pages: 'slide', size: 'slide', notes: false, hidden: false })
    }
    const { id } = (await start(ann)).body
    await work().finally(() => vi.restoreAllMocks())
    const { body } = await ann.get(`${path()}/${id}.json`)
    expect([body.status, body.report.map(({ text }: { text: string }) => text)]).toEqual([status, texts])
  })

  test('the job knows the language of the browser that asked', async () => {
    await ann.post(`${path()}.json`, { type: 'pdf' }, { headers: { 'accept-language': 'fr-CA,fr;q=0.8' } })
    await work()
    expect(inputs[0]?.language).toBe('fr-CA')
  })

  test('an export whose job is dead has failed, and is never stuck', async () => {
    const { id } = (await start(ann)).body
    const { write } = app.services.database
    const { job_id: job } = await write
      .selectFrom('deck_exports')
      .select('job_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await write.updateTable('jobs').set({ state: 'dead' }).where('id', '=', job).execute()
    expect((await ann.get(`${path()}/${id}.json`)).body.status).toBe('failed')
    await app.services.database.transaction((trx) => app.services.jobs.add(trx, 'clear-exports', {}))
    await work()
    const row = await write.selectFrom('deck_exports').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(row.status).toBe('failed')
  })

  test('a canceled export ends its work, leaves no file and is gone', async () => {
    let aborted = false
    let started = () => {}
    const isRunning = new Promise<void>((resolve) => {
      started = resolve
    })
    run = (input) =>
      new Promise((_, reject) => {
        started()
        input.progress(1, 2)
        input.signal.addEventListener('abort', () => {
          aborted = true
          reject(input.signal.reason)
        })
      })
    const before = await fileKeys()
    const { id } = (await start(ann)).body
    const working = work()
    await isRunning
    expect((await ann.get(`${path()}/${id}.json`)).body.status).toBe('processing')
    expect((await ann.delete(`${path()}/${id}.json`)).status).toBe(204)
    await working
    expect(aborted).toBe(true)
    expect((await ann.get(`${path()}/${id}.json`)).status).toBe(404)
    expect(await fileKeys()).toEqual(before)
  })

  test('files are deleted after a day, with their deck and with their user', async () => {
    await work()
    const before = (await fileKeys()).length
    await start(ann)
    await work()
    expect(await fileKeys()).toHaveLength(before + 1)
    app.advance(25 * 3_600_000)
    expect((await ann.get(`${path()}.json`)).body.total).toBe(0)
    await app.services.database.transaction((trx) => app.services.jobs.add(trx, 'clear-exports', {}))
    await work()
    expect(await fileKeys()).toEqual([])
    expect(await app.services.database.read.selectFrom('deck_exports').select('id').execute()).toEqual([])
    const bob = await app.person()
    const deck = await makeDeck(app.services, bob.user)
    expect((await bob.post(`/api/v1/decks/${deck.id}/exports.json`, { type: 'pdf' })).status).toBe(201)
    await work()
    const [key] = await fileKeys()
    expect((await readFile(join(app.services.settings.dataDir, 'files', key as string))).toString()).toContain('PDF')
    expect((await bob.delete('/users.json', { user: { password: testPassword } })).status).toBe(204)
    await work()
    expect(await fileKeys()).toEqual([])
  })
})
