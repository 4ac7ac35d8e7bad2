import { createHash } from 'node:crypto'
import { unzipSync } from 'fflate'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { SANITIZER_VERSION } from '../../document/sanitize/sanitize.ts'
import type { JobHandler } from '../../server/jobs/run-job.ts'
import { makeDeck } from '../../testing/factories.ts'
import { mountDecks } from '../../testing/mount-decks.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import { defineJobs } from '../jobs.ts'
import { createMediaReader } from './read-media.ts'

const hour = 60 * 60 * 1000
const drawing = (inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 50" width="100" height="50">${inside}</svg>`
const turbulence = (octaves: number) => `<feTurbulence numOctaves="${octaves}"/>`
/** The output of the sanitizer's first version, and today's. */
const old = drawing(`<filter id="svg-f">${turbulence(9999)}</filter><path d="M0 0h9"/>`)
const clean = drawing(`<filter id="svg-f">${turbulence(5)}</filter><path d="M0 0h9"/>`)
const masked = (n: number) => `<rect width="9" height="9" mask="url(&quot;#svg-p${n}&quot;)"/>`
/** Nested masks, each used twice by the mask before it. The sanitizer's first version stored them. */
const refused = drawing(
  [...Array(20).keys()].map((n) => `<mask id="svg-p${n}">${masked(n + 1).repeat(2)}</mask>`).join('') + masked(0),
)
const refusal = 'The drawing repeats its parts too often'
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

eachDatabase((makeApp) => {
  let app: TestApp
  let ann: TestPerson
  let job: JobHandler
  beforeEach(async () => {
    app = await makeApp({ extend: mountDecks })
    const { jobs } = app.services
    const every = vi.spyOn(jobs, 'every')
    defineJobs(app.services)
    job = every.mock.calls.find(([kind]) => kind === 'clean-drawings-again')?.[2] as JobHandler
    every.mockRestore()
    ann = await app.person()
  })

  /** Runs the job once, as a worker does. `lost`: its lease is lost before it begins. */
  const run = (lost = false) => {
    const signal = lost ? AbortSignal.abort() : new AbortController().signal
    return job({ id: 1, payload: {}, attempt: 1, signal, progress: async () => {} })
  }
  let files = 0
  /** Stores an SVG as the sanitizer's first version did. Returns its key. */
  async function uploaded(svg: string): Promise<string> {
    files += 1
    const key = `media/uploaded-long-ago-${files}.svg`
    await app.services.files.put(key, Buffer.from(svg), 'image/svg+xml')
    const about = { user_id: ann.user.id, key, label: 'Old', content_type: 'image/svg+xml' }
    const size = { size: Buffer.byteLength(svg), width: 100, height: 50 }
    await app.services.database.write
      .insertInto('media')
      .values({ ...about, ...size, inline: false, hidden: false, content_hash: sha256(key), created_at: new Date() })
      .execute()
    return key
  }
  /** Sets the content hash of the only SVG to that of its source. */
  const setHash = (source: string) =>
    app.services.database.write
      .updateTable('media')
      .set({ content_hash: sha256(source) })
      .execute()
  function upload(svg: string) {
    const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.svg"\r\n'
    const body = Buffer.from(`${head}content-type: image/svg+xml\r\n\r\n${svg}\r\n--x--\r\n`)
    return ann.post('/api/v1/media.json', body, { headers: { 'content-type': 'multipart/form-data; boundary=x' } })
  }
  const stored = async (key: string) => String(Buffer.from((await app.services.files.read(key)) ?? ''))
  const rowOf = (key: string) =>
    app.services.database.read.selectFrom('media').selectAll().where('key', '=', key).executeTakeFirstOrThrow()
  /** The bytes that a browser gets for an SVG in a slide. */
  async function sent(key: string): Promise<string> {
    const redirect = await app.visitor().get(key.replace('media/', '/m/'))
    const to = new URL(String(redirect.headers.location))
    const answer = await app.server.inject({ url: to.pathname, headers: { host: to.host } })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/svg+xml'])
    expect(answer.headers['content-length']).toBe(String(answer.rawPayload.length))
    return answer.body
  }

  describe('an SVG of an older sanitizer', () => {
    test('is sanitized again when sent, before the job has stored it', async () => {
      const key = await uploaded(old)
      expect([await sent(key), await sent(key)]).toEqual([clean, clean])
      expect(await stored(key)).toBe(old)
    })

    test('is stored again by the job under the same URL, with its new size', async () => {
      const key = await uploaded(old)
      expect(await run()).toEqual({ cleaned: 1 })
      expect([await stored(key), await sent(key)]).toEqual([clean, clean])
      expect(await rowOf(key)).toMatchObject({
        size: clean.length,
        sanitizer_version: SANITIZER_VERSION,
        refusal: null,
      })
      const { storage, results } = (await ann.get('/api/v1/media.json')).body
      expect([storage.value, results[0].size, results[0].refusal]).toEqual([clean.length, clean.length, null])
    })

    test('stays one item after a repeated upload of its file', async () => {
      const key = await uploaded(old)
      await setHash(old)
      await run()
      expect(await upload(old)).toMatchObject({ status: 201, body: { url: key.replace('media/', '/m/') } })
    })

    test('is sanitized again in the account export', async () => {
      const key = await uploaded(old)
      const answer = await app.server.inject({
        url: '/api/v1/users/export',
        headers: { host: 'localhost:3000', cookie: `session=${ann.cookie('session')}` },
      })
      const exported = unzipSync(answer.rawPayload)[key]
      expect(String(Buffer.from(exported ?? []))).toBe(clean)
    })
  })

  describe('the job', () => {
    test('sanitizes each SVG once, even if there are more than a batch has', async () => {
      const keys: string[] = []
      for (let n = 0; n < 45; n += 1) keys.push(await uploaded(old))
      const put = vi.spyOn(app.services.files, 'put')
      expect(await run()).toEqual({ cleaned: 45 })
      expect(await Promise.all(keys.map(stored))).toEqual(Array(45).fill(clean))
      expect(await run()).toEqual({ cleaned: 0 })
      expect(put).toHaveBeenCalledTimes(45)
    })

    test('continues where a killed worker stopped, even between storing the file and the row', async () => {
      const keys = [await uploaded(old), await uploaded(old), await uploaded(old)]
      const { files: store } = app.services
      const put = store.put.bind(store)
      vi.spyOn(store, 'put')
        .mockImplementationOnce(put)
        .mockImplementationOnce(async (...file) => {
          await put(...file)
          throw new Error('Killed')
        })
      await expect(run()).rejects.toThrow('Killed')
      expect(await Promise.all(keys.map(stored))).toEqual([clean, clean, old])
      expect((await rowOf(keys[1] as string)).sanitizer_version).toBe(1)
      expect(await run()).toEqual({ cleaned: 2 })
      expect(await Promise.all(keys.map(stored))).toEqual([clean, clean, clean])
      for (const key of keys) {
        expect(await rowOf(key)).toMatchObject({ size: clean.length, sanitizer_version: SANITIZER_VERSION })
      }
    })

    test('stops when its lease is lost', async () => {
      const key = await uploaded(old)
      await expect(run(true)).rejects.toThrow('lease')
      expect(await stored(key)).toBe(old)
    })

    test('skips images and newer SVGs', async () => {
      const picture = { user_id: ann.user.id, key: 'media/a-picture.png', label: 'x', content_type: 'image/png' }
      const about = { size: 1, width: 1, height: 1, inline: false, hidden: false, content_hash: sha256('png') }
      const { write } = app.services.database
      await write
        .insertInto('media')
        .values({ ...picture, ...about, created_at: new Date() })
        .execute()
      expect((await upload(old)).status).toBe(201)
      const read = vi.spyOn(app.services.files, 'read')
      expect(await run()).toEqual({ cleaned: 0 })
      expect(read).not.toHaveBeenCalled()
    })

    test('does not restore deleted files', async () => {
      const key = await uploaded(old)
      expect(await sent(key)).toBe(clean)
      await app.services.files.delete(key)
      const redirect = await app.visitor().get(key.replace('media/', '/m/'))
      const to = new URL(String(redirect.headers.location))
      expect((await app.server.inject({ url: to.pathname, headers: { host: to.host } })).statusCode).toBe(404)
    })

    test('leaves only an orphaned file if the owner deletes the SVG meanwhile, and deletes that file a day later', async () => {
      const key = await uploaded(old)
      const { files: store, database, jobs } = app.services
      const put = store.put.bind(store)
      const { id } = await rowOf(key)
      vi.spyOn(store, 'put').mockImplementationOnce(async (...file) => {
        expect((await ann.delete(`/api/v1/media/${id}.json`)).status).toBe(204)
        await jobs.idle()
        await put(...file)
      })
      await run()
      expect(await stored(key)).toBe(clean)
      app.advance(25 * hour)
      await database.transaction((trx) => jobs.add(trx, 'clear-unused-files', {}))
      await jobs.idle()
      expect(await store.read(key)).toBeNull()
    })

    test('continues after a missing file, and retries it in the next run', async () => {
      const [gone, there] = [await uploaded(old), await uploaded(old)]
      await app.services.files.delete(gone)
      expect(await run()).toEqual({ cleaned: 1 })
      expect([await app.services.files.read(gone), await stored(there)]).toEqual([null, clean])
      expect((await rowOf(gone)).sanitizer_version).toBeLessThan(SANITIZER_VERSION)
      await app.services.files.put(gone, Buffer.from(old), 'image/svg+xml')
      expect(await run()).toEqual({ cleaned: 1 })
      expect(await stored(gone)).toBe(clean)
    })
  })

  describe('an SVG that today’s sanitizer refuses', () => {
    const empty = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 50" width="100" height="50"/>'

    test('is sent as an empty SVG of its size; the owner sees the reason, and the file is kept', async () => {
      const [key, other] = [await uploaded(refused), await uploaded(old)]
      expect(await sent(key)).toBe(empty)
      expect(await run()).toEqual({ cleaned: 2 })
      expect([await stored(key), await stored(other)]).toEqual([refused, clean])
      const { results } = (await ann.get('/api/v1/media.json')).body
      expect(results.map((one: { refusal: string | null }) => one.refusal)).toEqual([null, refusal])
      const parts: Buffer[] = []
      for await (const part of (await createMediaReader(app.services)(key))?.body ?? []) parts.push(Buffer.from(part))
      expect(String(Buffer.concat(parts))).toBe(empty)
    })

    test('is refused when its file is uploaded again', async () => {
      await uploaded(refused)
      await setHash(refused)
      await run()
      expect(await upload(refused)).toMatchObject({ status: 422, body: { error: refusal } })
    })

    test('is shown again if a later version accepts it', async () => {
      const key = await uploaded(refused)
      await run()
      await app.services.files.put(key, Buffer.from(old), 'image/svg+xml')
      await app.services.database.write.updateTable('media').set({ sanitizer_version: 1 }).execute()
      await run()
      expect(await rowOf(key)).toMatchObject({ refusal: null, size: clean.length })
      expect(await sent(key)).toBe(clean)
    })
  })

  test('an SVG that its owner deleted is sanitized for decks that still reference it', async () => {
    const key = await uploaded(old)
    await makeDeck(app.services, (await app.person()).user, { slides: [`<img src="${key.replace('media', '/m')}">`] })
    const { id } = await rowOf(key)
    expect((await ann.delete(`/api/v1/media/${id}.json`)).status).toBe(204)
    await app.services.jobs.idle()
    const read = vi.spyOn(app.services.files, 'read')
    expect([await sent(key), await sent(key)]).toEqual([clean, clean])
    expect(read).toHaveBeenCalledTimes(1)
  })
})
