import { globSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { makeDeck, makeTheme, testPassword } from '../../testing/factories.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import { destroyDeck } from '../decks/change-state.ts'
import { defineJobs } from '../jobs.ts'
import { putFile } from './file-references.ts'

const hour = 60 * 60 * 1000
const bytes = new Uint8Array([1, 2, 3])

eachDatabase((makeApp) => {
  let app: TestApp
  let ann: TestPerson
  beforeEach(async () => {
    app = await makeApp()
    defineJobs(app.services)
    ann = await app.person()
  })

  /** Advances the clock and runs the job. */
  const pass = async (ms: number) => {
    app.advance(ms)
    const { database, jobs } = app.services
    await database.transaction((trx) => jobs.add(trx, 'clear-unused-files', {}))
    await jobs.idle()
  }
  const there = async (key: string) => (await app.services.files.read(key)) !== null

  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  /** A multipart form with an image. */
  async function pictureForm(): Promise<Buffer> {
    const png = await sharp({ create: { width: 900, height: 900, channels: 3, background: '#c33' } })
      .png()
      .toBuffer()
    const head =
      '--x\r\ncontent-disposition: form-data; name="file"; filename="p.png"\r\ncontent-type: image/png\r\n\r\n'
    return Buffer.concat([Buffer.from(head), png, Buffer.from('\r\n--x--\r\n')])
  }

  /** Stores one file of each kind that rows reference. */
  async function usedFiles(): Promise<string[]> {
    const { database } = app.services
    const body = await pictureForm()
    const { url, thumb_url: small } = (await ann.post('/api/v1/media', body, { headers })).body
    await ann.post('/api/v1/users/picture', body, { headers })
    const { picture_key: picture } = await database.read
      .selectFrom('users')
      .select('picture_key')
      .where('id', '=', ann.user.id)
      .executeTakeFirstOrThrow()
    await putFile(app.services, 'thumbnails/1-used.webp', bytes, 'image/webp')
    await makeDeck(app.services, ann.user, { thumbnail_key: 'thumbnails/1-used.webp' })
    return [url, small]
      .map((path: string) => path.replace('/m/', 'media/'))
      .concat(picture ?? '', 'thumbnails/1-used.webp')
  }

  describe('an orphaned file', () => {
    test('is deleted after a day, and referenced files stay', async () => {
      const used = await usedFiles()
      const unused = ['media/nobody.png', 'media/nobody-small.webp', 'pictures/nobody.webp', 'thumbnails/9-old.webp']
      for (const key of unused)
        await putFile(app.services, key, bytes, key.endsWith('png') ? 'image/png' : 'image/webp')
      await pass(0)
      await pass(23 * hour)
      expect(await Promise.all([...unused, ...used].map(there))).toEqual(Array(8).fill(true))
      await pass(2 * hour)
      expect(await Promise.all(unused.map(there))).toEqual([false, false, false, false])
      expect(await Promise.all(used.map(there))).toEqual([true, true, true, true])
      expect(await app.services.database.read.selectFrom('unused_files').selectAll().execute()).toEqual([])
    })

    test('stays if a row references it within a day, and is deleted a day after that row', async () => {
      await putFile(app.services, 'thumbnails/1-late.webp', bytes, 'image/webp')
      await pass(0)
      const deck = await makeDeck(app.services, ann.user, { thumbnail_key: 'thumbnails/1-late.webp' })
      await pass(30 * hour)
      expect(await there('thumbnails/1-late.webp')).toBe(true)
      await app.services.database.transaction((trx) => destroyDeck(app.services, trx, deck))
      await pass(23 * hour)
      expect(await there('thumbnails/1-late.webp')).toBe(true)
      await pass(2 * hour)
      expect(await there('thumbnails/1-late.webp')).toBe(false)
    })

    test('is deleted even among many others', async () => {
      const { files } = app.services
      for (let n = 0; n < 450; n += 1) await putFile(app.services, `media/many-${n}.png`, bytes, 'image/png')
      await pass(0)
      await pass(25 * hour)
      let left = 0
      for await (const _ of files.list()) left += 1
      expect(left).toBe(0)
    })

    test('a file of another instance in the same store is never deleted', async () => {
      await app.services.files.put('media/another-instance.png', bytes, 'image/png')
      for (let days = 0; days < 5; days += 1) await pass(25 * hour)
      expect(await there('media/another-instance.png')).toBe(true)
    })

    test('is deleted later if the store was unavailable when its row was deleted', async () => {
      const keys = await usedFiles()
      await pass(30 * hour)
      const { files, database } = app.services
      const { id } = await database.read.selectFrom('media').select('id').executeTakeFirstOrThrow()
      vi.spyOn(files, 'delete').mockRejectedValueOnce(new Error('The store is away'))
      await ann.delete(`/api/v1/media/${id}`)
      await ann.delete('/api/v1/users/picture')
      const deck = await database.read.selectFrom('decks').selectAll().executeTakeFirstOrThrow()
      await database.transaction((trx) => destroyDeck(app.services, trx, deck))
      expect(await Promise.all(keys.map(there))).toEqual([true, true, true, true])
      await pass(25 * hour)
      await pass(25 * hour)
      expect(await Promise.all(keys.map(there))).toEqual([false, false, false, false])
    })

    test.each([
      ['its image is deleted', (id: number) => ann.delete(`/api/v1/media/${id}`)],
      ['its owner is deleted', () => ann.delete('/users.json', { user: { password: testPassword } })],
    ])('stays after %s while a slide or template references it', async (_, remove) => {
      const { id, url, thumb_url } = (await ann.post('/api/v1/media', await pictureForm(), { headers })).body
      const [key, small] = [url, thumb_url].map((path: string) => path.replace('/m/', 'media/')) as [string, string]
      const bob = await app.person()
      // Adds decks before and after, more than one batch has.
      const others = async () => {
        for (let n = 0; n < 30; n += 1) await makeDeck(app.services, bob.user, { title: `Other ${n}` })
      }
      await others()
      const deck = await makeDeck(app.services, bob.user, { slides: [`<img src="${url}" alt="">`] })
      await others()
      expect((await remove(id)).status).toBe(204)
      await app.services.jobs.idle()
      expect([await there(key), await there(small)]).toEqual([true, false])
      await pass(30 * hour)
      expect(await there(key)).toBe(true)
      const html = `<section><img src="${url}" alt=""></section>`
      const made = await bob.post('/api/v1/slide_templates.json', { slide_template: { label: 'Red', html } })
      expect(made.status).toBe(201)
      await app.services.database.transaction((trx) => destroyDeck(app.services, trx, deck))
      await pass(30 * hour)
      expect(await there(key)).toBe(true)
      expect((await bob.delete(`/api/v1/slide_templates/${made.body.id}.json`)).status).toBe(204)
      await pass(30 * hour)
      expect(await there(key)).toBe(false)
    })

    test('stays while a theme or an earlier version of it references it', async () => {
      const { id, url } = (await ann.post('/api/v1/media', await pictureForm(), { headers })).body
      const key = url.replace('/m/', 'media/')
      const { database } = app.services
      const theme = await makeTheme(app.services, { user_id: ann.user.id, css: `.a{background:url(${url})}` })
      await ann.delete(`/api/v1/media/${id}`)
      await pass(30 * hour)
      expect(await there(key)).toBe(true)
      await database.write.updateTable('themes').set({ css: '' }).execute()
      const content = JSON.stringify({ html: `<img src="${url}">` })
      await database.write
        .insertInto('theme_versions')
        .values({ theme_id: theme.id, version: 1, user_id: null, content, size: 9, created_at: new Date() })
        .execute()
      await pass(30 * hour)
      expect(await there(key)).toBe(true)
      await database.write.deleteFrom('theme_versions').execute()
      await pass(30 * hour)
      expect(await there(key)).toBe(false)
    })
  })
})

test('the API stores files only through putFile', () => {
  const putting = globSync('src/api/**/*.ts').filter(
    (path) => !path.endsWith('.test.ts') && /\bfiles\.put\(/.test(readFileSync(path, 'utf8')),
  )
  expect(putting).toEqual(['src/api/orphaned-files/file-references.ts'])
})
