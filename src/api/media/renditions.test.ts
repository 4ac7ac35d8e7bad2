import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { makeDeck } from '../../testing/factories.ts'
import { frameIn, mountDecks } from '../../testing/mount-decks.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import { defineJobs } from '../jobs.ts'

eachDatabase((makeApp) => {
  let app: TestApp
  let ann: TestPerson
  beforeAll(async () => {
    app = await makeApp({ extend: mountDecks })
    defineJobs(app.services)
    ann = await app.person({ plan: 'pro' })
  })

  async function upload(bytes: Buffer, type: string) {
    const head = `--b\r\ncontent-disposition: form-data; name="file"; filename="p"\r\ncontent-type: ${type}\r\n\r\n`
    const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--b--\r\n')])
    const headers = { 'content-type': 'multipart/form-data; boundary=b' }
    const answer = await ann.request('POST', '/api/v1/media', { body, headers })
    expect(answer.status).toBe(201)
    return answer.body
  }
  const item = async (id: number) => {
    const { results } = (await ann.get('/api/v1/media?per_page=100')).body
    return results.find((row: { id: number }) => row.id === id)
  }
  const stored = (url: string) => app.services.files.read(url.replace('/m/', 'media/'))
  /** A photo's worth of detail: smaller versions are smaller files. */
  const photo = (width: number, height: number, seed = 30) =>
    sharp({
      create: { width, height, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: seed }, background: '' },
    })

  test('a job makes versions of 960 and 1920 px, upright, and counts their bytes', async () => {
    // The camera was held sideways.
    const jpeg = await photo(140, 2000).jpeg().withMetadata({ orientation: 6 }).toBuffer()
    const uploaded = await upload(jpeg, 'image/jpeg')
    expect(uploaded).toMatchObject({ width: 2000, height: 140, renditions: [] })
    await app.services.jobs.idle()
    const { renditions, size, url, thumb_url } = await item(uploaded.id)
    const base = url.replace('.jpg', '')
    expect(renditions).toEqual([
      { url: `${base}-960.webp`, width: 960, height: 67 },
      { url: `${base}-1920.webp`, width: 1920, height: 134 },
    ])
    const files = await Promise.all([url, thumb_url, `${base}-960.webp`, `${base}-1920.webp`].map(stored))
    expect(files.reduce((sum, file) => sum + (file?.byteLength ?? 0), 0)).toBe(size)
    const { format, width, height, orientation } = await sharp(Buffer.from(files[2] ?? [])).metadata()
    expect({ format, width, height, orientation }).toEqual({ format: 'webp', width: 960, height: 67 })
    const { value } = (await ann.get('/api/v1/media')).body.storage
    expect(value).toBeGreaterThanOrEqual(size)
  })

  test('no version is made of a small picture, an animation and a drawing, nor one that is larger as a file', async () => {
    const frame = () => photo(1100, 10).png().toBuffer()
    const made = [
      await upload(await photo(900, 90).png().toBuffer(), 'image/png'),
      await upload(
        await sharp([await frame(), await frame()], { join: { animated: true } })
          .gif()
          .toBuffer(),
        'image/gif',
      ),
      await upload(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="3000" height="9"/>'), 'image/svg+xml'),
      await upload(
        await sharp({ create: { width: 1000, height: 100, channels: 3, background: 'red' } })
          .png({ palette: true })
          .toBuffer(),
        'image/png',
      ),
    ]
    await app.services.jobs.idle()
    for (const { id, size } of made.slice(0, 3)) expect(await item(id)).toMatchObject({ renditions: [], size })
    const { id, url, thumb_url } = made[3]
    const original = (await stored(url))?.byteLength ?? 0
    const { renditions, size } = await item(id)
    expect(size - original - ((await stored(thumb_url))?.byteLength ?? 0)).toBeLessThanOrEqual(original)
    expect(renditions.length).toBeLessThanOrEqual(1)
  })

  test('decks offer the versions to browsers, in frame and print, while their markup stays as it is', async () => {
    const { id, url } = await upload(await photo(2200, 110, 40).jpeg().toBuffer(), 'image/jpeg')
    await app.services.jobs.idle()
    const { renditions } = await item(id)
    const block = `<div class="block" data-block-type="image" data-block-id="a" style="left: 0px; top: 0px; width: 480px; height: 24px;"><div class="block-content"><img src="${url}" alt="" style="object-fit: cover;"></div></div>`
    const deck = await makeDeck(app.services, ann.user, { slides: [block], slug: `with-${id}` })
    const page = await app.visitor().get(`/${ann.user.username}/with-${id}`)
    const frame = frameIn(page.text)
    const { text } = await app.visitor().get(frame.pathname, { host: frame.host })
    const srcset = `${renditions[0].url} 960w, ${renditions[1].url} 1920w, ${url} 2200w`
    expect(text).toContain(`<img srcset="${srcset}" sizes="min(50vw, 68.6vh)" src="${url}" alt=""`)
    const rendition = await app.visitor().get(renditions[0].url, { host: frame.host })
    expect([rendition.status, rendition.headers['content-type']]).toEqual([200, 'image/webp'])
    expect((await ann.get(`/api/v1/decks/${deck.id}/data`)).body.data).not.toContain('srcset')
    // A deleted image keeps its versions as long as a deck has it: its cached documents refer to them.
    await ann.delete(`/api/v1/media/${id}`)
    const clear = async () => {
      app.advance(25 * 60 * 60_000)
      const { database, jobs } = app.services
      await database.transaction((trx) => jobs.add(trx, 'clear-unused-files', {}))
      await jobs.idle()
      return Promise.all([url, renditions[0].url, renditions[1].url].map(async (one) => (await stored(one)) !== null))
    }
    expect(await clear()).toEqual([true, true, true])
    await app.services.database.write.deleteFrom('decks').where('id', '=', deck.id).execute()
    expect(await clear()).toEqual([false, false, false])
  })

  test('a public deck’s document is cached once its pictures have their versions', async () => {
    const { id, url } = await upload(await photo(1200, 60, 50).jpeg().toBuffer(), 'image/jpeg')
    const { database, jobs } = app.services
    await database.write.deleteFrom('jobs').where('kind', '=', 'make-renditions').execute()
    await makeDeck(app.services, ann.user, { slides: [`<img src="${url}" alt="">`], slug: `early-${id}` })
    const page = await app.visitor().get(`/${ann.user.username}/early-${id}`)
    const { host, pathname } = frameIn(page.text)
    const early = await app.visitor().get(pathname, { host })
    expect([early.headers['cache-control'], early.text.includes('srcset')]).toEqual(['private, no-store', false])
    await database.transaction((trx) => jobs.add(trx, 'make-renditions', { mediaId: id }))
    await jobs.idle()
    const late = await app.visitor().get(pathname, { host })
    expect([late.headers['cache-control'], late.text.includes('srcset')]).toEqual(['private, max-age=600', true])
  })

  test('images from before get their versions by an hourly job', async () => {
    const { id } = await upload(await photo(1000, 50).jpeg().toBuffer(), 'image/jpeg')
    const { database, jobs } = app.services
    await database.write.deleteFrom('jobs').where('kind', '=', 'make-renditions').execute()
    app.advance(2 * 60 * 60_000)
    await database.transaction((trx) => jobs.add(trx, 'make-missing-renditions', {}))
    await jobs.idle()
    expect((await item(id)).renditions).toMatchObject([{ width: 960 }])
  })
})
