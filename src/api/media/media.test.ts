import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { limits } from '../../rules/limits.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import type { RequestOptions } from '../../testing/test-client.ts'
import { defineJobs } from '../jobs.ts'

const invalidFile = 'Invalid file. We support PNG, JPG, GIF and SVG files up to 10 MB'

function form(bytes: Buffer | string, name: string, type: string): { body: Buffer; headers: Record<string, string> } {
  const boundary = 'a-boundary-that-stands-in-no-file'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`
  const body = Buffer.concat([Buffer.from(head), Buffer.from(bytes), Buffer.from(`\r\n--${boundary}--\r\n`)])
  return { body, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } }
}

const pixels = (width: number, height: number, color: string) =>
  sharp({ create: { width, height, channels: 3, background: color } })

/** A PNG of a few bytes whose header states an enormous size. */
function bomb(width: number, height: number): Buffer {
  const crcTable = Array.from({ length: 256 }, (_, n) => {
    let c = n
    for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1
    return c >>> 0
  })
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data])
    let crc = 0xffffffff
    for (const byte of body) crc = (crcTable[(crc ^ byte) & 255] as number) ^ (crc >>> 8)
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE((crc ^ 0xffffffff) >>> 0)
    return Buffer.concat([length, body, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

eachDatabase((makeApp) => {
  let app: TestApp
  let ann: TestPerson
  let bob: TestPerson
  beforeAll(async () => {
    app = await makeApp()
    defineJobs(app.services)
    ann = await app.person()
    bob = await app.person()
  })

  const upload = (
    person: TestPerson,
    bytes: Buffer | string,
    name: string,
    type: string,
    options: RequestOptions = {},
  ) => {
    const sent = form(bytes, name, type)
    return person.request('POST', '/api/v1/media.json', { ...options, body: sent.body, headers: sent.headers })
  }
  const stored = async (url: string) => {
    const bytes = await app.services.files.read(url.replace('/m/', 'media/'))
    return bytes && Buffer.from(bytes)
  }

  describe('refusals', () => {
    test('a visitor, and a request without the CSRF token', async () => {
      const png = await pixels(2, 2, 'red').png().toBuffer()
      expect((await upload(app.visitor() as TestPerson, png, 'a.png', 'image/png')).status).toBe(401)
      expect((await upload(ann, png, 'a.png', 'image/png', { csrf: false })).status).toBe(422)
      expect((await ann.get('/api/v1/media.json')).body.total).toBe(0)
    })

    test.each([
      ['a text', () => 'hello', 'a.txt', 'text/plain'],
      ['a text with the type PNG', () => 'hello', 'a.png', 'image/png'],
      ['a web page', () => '<!doctype html><h1>x</h1>', 'a.png', 'image/png'],
      ['a program', () => Buffer.from([0x4d, 0x5a, 0, 0, 1, 2]), 'a.gif', 'image/gif'],
      [
        'a truncated PNG',
        async () => (await pixels(50, 50, 'red').png().toBuffer()).subarray(0, 60),
        'a.png',
        'image/png',
      ],
      ['a PNG of 196 megapixels', () => bomb(14_000, 14_000), 'a.png', 'image/png'],
      ['a file of more than 10 MB', () => Buffer.alloc(10_000_001), 'a.png', 'image/png'],
    ])('%s', async (_what, bytes, name, type) => {
      const answer = await upload(ann, await bytes(), name, type)
      expect(answer).toMatchObject({ status: 422, body: { error: invalidFile, errors: { file: [invalidFile] } } })
    })

    test.each([
      ['<p>no drawing</p>', 'Invalid SVG: missing <svg> element'],
      [
        '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h1"/></svg>',
        'SVG error: missing viewBox or width/height',
      ],
    ])('an invalid SVG: %s', async (svg, message) => {
      expect(await upload(ann, svg, 'a.svg', 'image/svg+xml')).toMatchObject({ status: 422, body: { error: message } })
    })

    test('with billing off, an upload beyond STORAGE_PER_USER', async () => {
      const off = await makeApp({ settings: { billing: 'off', storagePerUser: 300 } })
      const owner = await off.person()
      const statuses: number[] = []
      // Each of another size, since a repeated upload is one item.
      for (const width of [20, 21, 22, 23, 24]) {
        const bytes = await pixels(width, 20, 'red').png().toBuffer()
        statuses.push((await upload(owner, bytes, 'a.png', 'image/png')).status)
      }
      expect([statuses[0], statuses.at(-1)]).toEqual([201, 422])
      const { storage } = (await owner.get('/api/v1/media.json')).body
      expect(storage.total).toBe(300)
      expect(storage.value).toBeLessThanOrEqual(300)
      expect(storage.value).toBeGreaterThan(0)
    })

    test('an upload beyond the plan’s storage', async () => {
      const full = await app.person()
      await app.services.database.write
        .insertInto('media')
        .values({
          ...{
            user_id: full.user.id,
            key: 'media/a-large-one.png',
            label: 'x',
            content_type: 'image/png',
            size: 249_999_990,
          },
          ...{ width: 1, height: 1, inline: false, hidden: true, content_hash: 'x', created_at: new Date() },
        })
        .execute()
      const answer = await upload(full, await pixels(20, 20, 'red').png().toBuffer(), 'a.png', 'image/png')
      expect(answer.status).toBe(422)
      expect(answer.body.error).toContain('storage is full')
      expect((await full.get('/api/v1/media.json')).body).toMatchObject({
        total: 0,
        storage: { value: 249_999_990, total: 250_000_000 },
      })
    })
  })

  test.each([
    ['png', 'image/png'],
    ['jpeg', 'image/jpeg'],
    ['gif', 'image/gif'],
    ['webp', 'image/webp'],
    ['avif', 'image/avif'],
  ] as const)('a %s is accepted, re-encoded, and stored at its URL', async (format, type) => {
    const bytes = await pixels(30, 20, { png: 'red', jpeg: 'blue', gif: 'lime', webp: 'navy', avif: 'teal' }[format])
      .toFormat(format)
      .toBuffer()
    const answer = await upload(ann, bytes, `holiday.${format}`, type)
    // An AVIF is stored as WebP.
    const storedFormat = format === 'avif' ? 'webp' : format
    expect(answer).toMatchObject({
      status: 201,
      body: { label: 'holiday', content_type: `image/${storedFormat}`, width: 30, height: 20, hidden: false },
    })
    const { url, thumb_url: thumb, size } = answer.body
    expect(url).toMatch(/^\/m\/[A-Za-z0-9_-]{8,100}\.[a-z0-9]{2,5}$/)
    expect(await sharp((await stored(url)) as Buffer).metadata()).toMatchObject({
      format: storedFormat,
      width: 30,
      height: 20,
    })
    expect((await sharp((await stored(thumb)) as Buffer).metadata()).format).toBe('webp')
    expect(size).toBe(((await stored(url)) as Buffer).length + ((await stored(thumb)) as Buffer).length)
  })

  test('a photo is stored upright and without its location', async () => {
    const exif = { IFD0: { Copyright: 'a secret place' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } }
    const turned = await pixels(40, 20, 'green').withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const { body } = await upload(ann, turned, 'DSC_1.JPG', 'image/jpeg')
    expect(body).toMatchObject({ width: 20, height: 40, label: 'DSC_1' })
    const bytes = (await stored(body.url)) as Buffer
    expect(bytes.includes('secret')).toBe(false)
    expect((await sharp(bytes).metadata()).exif).toBeUndefined()
  })

  test.each(['gif', 'webp'] as const)('an animated %s stays animated', async (format) => {
    const frames = await Promise.all(['red', 'blue', 'lime'].map((color) => pixels(10, 8, color).png().toBuffer()))
    const bytes = await sharp(frames, { join: { animated: true } })
      .toFormat(format)
      .toBuffer()
    const { body } = await upload(ann, bytes, `dance.${format}`, `image/${format}`)
    expect(body).toMatchObject({ width: 10, height: 8 })
    expect((await sharp((await stored(body.url)) as Buffer).metadata()).pages).toBe(3)
  })

  test('a lossless WebP keeps every pixel', async () => {
    const raw = Buffer.from(Array.from({ length: 40 * 30 * 3 }, (_, at) => (at * 7919) % 256))
    const bytes = await sharp(raw, { raw: { width: 40, height: 30, channels: 3 } })
      .webp({ lossless: true })
      .toBuffer()
    const { body } = await upload(ann, bytes, 'screen.webp', 'image/webp')
    expect(
      await sharp((await stored(body.url)) as Buffer)
        .raw()
        .toBuffer(),
    ).toEqual(raw)
  })

  test('an SVG is sanitized and gets width and height', async () => {
    const svg = `<?xml version="1.0"?><!DOCTYPE svg><!-- hi --><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 20" onload="alert(1)"><script>alert(1)</script><path d="M0 0h10v20z"/></svg>`
    const { status, body } = await upload(ann, svg, 'icon.svg', 'image/svg+xml')
    expect(status).toBe(201)
    expect(body).toMatchObject({ content_type: 'image/svg+xml', width: 10, height: 20, thumb_url: body.url })
    const text = String(await stored(body.url))
    for (const gone of ['script', 'onload', 'DOCTYPE', '<?xml', '<!--']) expect(text).not.toContain(gone)
    expect(text).toContain('<path')
  })

  test('a repeated upload of a file is one item, even if the uploads are concurrent or the item is hidden', async () => {
    const carol = await app.person()
    const png = await pixels(11, 11, 'navy').png().toBuffer()
    const [first, second] = await Promise.all([
      upload(carol, png, 'a.png', 'image/png'),
      upload(carol, png, 'a.png', 'image/png'),
    ])
    expect(second.body.id).toBe(first.body.id)
    await carol.put(`/api/v1/media/${first.body.id}.json`, { media: { hidden: true } })
    expect((await upload(carol, png, 'b.png', 'image/png')).body).toMatchObject({ id: first.body.id, hidden: false })
    expect((await upload(bob, png, 'a.png', 'image/png')).body.id).not.toBe(first.body.id)
    expect((await carol.get('/api/v1/media.json')).body.total).toBe(1)
  })

  describe('the library', () => {
    test('can be read and changed only by its owner', async () => {
      const { body } = await upload(ann, await pixels(5, 5, 'teal').png().toBuffer(), 'mine.png', 'image/png')
      const path = `/api/v1/media/${body.id}.json`
      expect((await bob.put(path, { media: { label: 'his' } })).status).toBe(404)
      expect((await bob.delete(path)).status).toBe(404)
      expect(JSON.stringify((await bob.get('/api/v1/media.json')).body)).not.toContain(body.url)
      expect(await stored(body.url)).not.toBeNull()
    })

    test('renames, hides and deletes images', async () => {
      const dora = await app.person()
      const { body } = await upload(dora, await pixels(5, 5, 'gold').png().toBuffer(), 'x.png', 'image/png')
      const path = `/api/v1/media/${body.id}.json`
      expect(await dora.put(path, { media: { label: '' } })).toMatchObject({
        status: 422,
        body: { error: "Label can't be empty" },
      })
      expect((await dora.put(path, { media: { label: 'x'.repeat(201) } })).status).toBe(422)
      expect((await dora.put(path, { media: { inline: true } })).status).toBe(422)
      expect((await dora.put(path, { media: { label: 'Gold' } })).body.label).toBe('Gold')
      expect((await dora.put(path, { media: { hidden: true } })).body.hidden).toBe(true)
      expect((await dora.get('/api/v1/media.json')).body).toMatchObject({ total: 0, results: [] })
      expect(await stored(body.url)).not.toBeNull()
      expect((await dora.get('/api/v1/media.json')).body.storage.value).toBe(body.size)
      expect((await dora.delete(path)).status).toBe(204)
      await app.services.jobs.idle()
      expect(await stored(body.url)).toBeNull()
      expect(await stored(body.thumb_url)).toBeNull()
    })

    test('is listed in pages', async () => {
      const eve = await app.person()
      for (let n = 0; n < 21; n++)
        await upload(
          eve,
          `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${n + 1} 5"><path d="M0 0h1"/></svg>`,
          `${n}.svg`,
          'image/svg+xml',
        )
      const [first, second] = [
        (await eve.get('/api/v1/media.json?page=1')).body,
        (await eve.get('/api/v1/media.json?page=2')).body,
      ]
      expect([first.total, first.results.length, second.results.length, first.per_page]).toEqual([21, 20, 1, 20])
      for (const [rows, taken] of [
        ['5', 5],
        ['0', 1],
        ['1000', limits.list.perPageMax],
      ] as const) {
        const { body } = await eve.get(`/api/v1/media.json?per_page=${rows}`)
        expect([body.per_page, body.results.length]).toEqual([taken, Math.min(taken, 21)])
      }
      expect((await eve.get('/api/v1/media.json?per_page=many')).status).toBe(422)
    })
  })
})
