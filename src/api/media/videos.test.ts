import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limits } from '../../rules/limits.ts'
import { messages } from '../../rules/messages.ts'
import { mountDecks } from '../../testing/mount-decks.ts'
import { uploadOf } from '../../testing/multipart.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import { box, element, mp4, mp4Track, playableWebm, webm } from '../../testing/videos.ts'
import { defineJobs } from '../jobs.ts'
import { readVideo, videoTypeOf } from './video/read-video.ts'

const folder = mkdtempSync(join(tmpdir(), 'lectern-videos-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the header of a video', () => {
  const read = async (bytes: Buffer) => {
    const path = join(folder, 'video')
    writeFileSync(path, bytes)
    return readVideo(path, videoTypeOf(bytes)!)
  }

  test.each([
    ['an MP4', mp4(), { type: 'video/mp4', width: 1280, height: 720, duration: 12_500 }],
    [
      'an MP4 that a phone recorded upright',
      mp4({ tracks: [mp4Track('vide', 'hvc1', { width: 1920, height: 1080, turned: true })] }),
      { type: 'video/mp4', width: 1080, height: 1920, duration: 12_500 },
    ],
    ['a WebM', playableWebm, { type: 'video/webm', width: 32, height: 18, duration: 3_946 }],
    ['a WebM without a duration', webm(), { type: 'video/webm', width: 640, height: 360, duration: null }],
  ])('%s states its size and duration', async (_, bytes, facts) => {
    const { duration, ...found } = await read(bytes)
    const { duration: expected, ...others } = facts
    expect(found).toEqual(others)
    expect(duration).toBe(expected)
  })

  test('a codec that browsers cannot play is told apart from a broken file', async () => {
    await expect(read(mp4({ tracks: [mp4Track('vide', 'mp4v')] }))).rejects.toMatchObject({ fault: 'codec' })
    await expect(read(mp4().subarray(0, -1))).rejects.toMatchObject({ fault: 'container' })
  })
})

const invalidImage = 'Invalid file. We support PNG, JPG, GIF and SVG files up to 10 MB'

eachDatabase((makeApp) => {
  let app: TestApp
  let ann: TestPerson
  beforeAll(async () => {
    app = await makeApp({ settings: { videoUploads: true }, extend: mountDecks })
    defineJobs(app.services)
    ann = await app.person()
  })
  const upload = (bytes: Buffer, name: string, type: string) =>
    ann.request('POST', '/api/v1/media.json', uploadOf(bytes, name, type))

  test('without the setting a video is refused like any other file, and pages do not offer it', async () => {
    const other = await makeApp()
    const bob = await other.person()
    const { status, body } = await bob.request('POST', '/api/v1/media.json', uploadOf(mp4(), 'a.mp4', 'video/mp4'))
    expect([status, body.error]).toEqual([422, invalidImage])
  })

  test('a video is stored with its duration and without its words, counted, and replaced by videos only', async () => {
    const place = box('udta', box('©xyz', '+47.3667+008.5500/'))
    const places = mp4Track('meta', 'gpmd')
    const { status, body } = await upload(mp4({ inside: [place, places] }), 'My film.mp4', 'video/mp4')
    expect(status).toBe(201)
    expect(body).toMatchObject({
      label: 'My film',
      content_type: 'video/mp4',
      duration: 12.5,
      width: 1280,
      height: 720,
    })
    expect(body.thumb_url).toBe(body.url)
    const stored = Buffer.from((await app.services.files.read(String(body.url).replace('/m/', 'media/'))) ?? [])
    expect([stored.length, ...['47.3667', 'gpmd'].map((word) => stored.includes(word))]).toEqual([
      body.size,
      false,
      false,
    ])
    const { body: list } = await ann.get('/api/v1/media.json')
    expect(list.storage.value).toBe(body.size)
    await app.services.jobs.idle()
    const again = await upload(mp4({ inside: [place, places] }), 'Again.mp4', 'video/mp4')
    expect(again.body.id).toBe(body.id)
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    const image = await upload(png, 'a.png', 'image/png')
    const answer = await ann.post(`/api/v1/media/${body.id}/replace.json`, { media: { replacement_id: image.body.id } })
    expect([image.status, answer.status]).toEqual([201, 422])
  })

  test('headers of very many parts are refused', async () => {
    const fillers = element('1654ae6b', Buffer.alloc(100_000, 'ec80', 'hex'))
    expect((await upload(webm({ after: [fillers] }), 'a.webm', 'video/webm')).status).toBe(422)
    const codecs = box('trak', box('stsd', Buffer.alloc(8, 1), Buffer.alloc(900)))
    expect((await upload(mp4({ inside: [codecs] }), 'a.mp4', 'video/mp4')).status).toBe(422)
  })

  test('the container decides, not the name; and images keep their limit', async () => {
    expect((await upload(playableWebm, 'a.png', 'image/png')).body.content_type).toBe('video/webm')
    const { body } = await upload(Buffer.from('no video'), 'a.mp4', 'video/mp4')
    expect(body.error).toBe(`${invalidImage}, and MP4 and WebM videos up to 100 MB`)
    const codec = await upload(webm({ codec: 'V_MPEG2' }), 'a.webm', 'video/webm')
    expect(codec.body.error).toBe(messages.media.videoCodec)
    const large = Buffer.concat([
      Buffer.from('\xff\xd8\xff', 'latin1'),
      Buffer.alloc(limits.upload.imageKilobytes * 1000),
    ])
    expect((await upload(large, 'a.jpg', 'image/jpeg')).status).toBe(422)
    const long = mp4({ after: [box('free', Buffer.alloc(limits.upload.imageKilobytes * 1000))] })
    expect((await upload(long, 'a.mp4', 'video/mp4')).status).toBe(201)
  })

  describe('the content host', () => {
    let host: string
    let path: string
    let size: number
    beforeAll(async () => {
      const { body } = await upload(playableWebm, 'film.webm', 'video/webm')
      ;[path, size] = [String(body.url), body.size]
      const moved = await app.visitor().get(path)
      host = new URL(String(moved.headers.location)).host
    })
    const get = (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
      app.visitor().request(method, path, { host, headers })

    test.each([
      ['Our film', "attachment; filename*=UTF-8''Our%20film.webm"],
      ['film.WEBM', "attachment; filename*=UTF-8''film.WEBM"],
      ['../a"b\r\n: é(1).html', "attachment; filename*=UTF-8''..%20a%20b%20%20%C3%A9%281%29.html.webm"],
      [' / ', 'attachment'],
    ])('saves a file requested as a download under its label: %j', async (label, disposition) => {
      const query = `?download=${encodeURIComponent(label)}`
      const moved = await app.visitor().get(path + query)
      expect(new URL(String(moved.headers.location)).search).toBe(query)
      const answer = await app.visitor().request('GET', path + query, { host })
      expect([answer.status, answer.headers['content-disposition']]).toEqual([200, disposition])
      expect((await get()).headers['content-disposition']).toBeUndefined()
    })

    test.each([
      ['no range', {}, 200, null],
      ['the first bytes', { range: 'bytes=0-99' }, 206, [0, 99]],
      ['the rest', { range: 'bytes=100-' }, 206, [100, -1]],
      ['the last bytes', { range: 'bytes=-7' }, 206, [-7, -1]],
      ['more than there is', { range: 'bytes=3000-99999' }, 206, [3000, -1]],
      ['beyond the end', { range: 'bytes=99999-' }, 416, null],
      ['two ranges', { range: 'bytes=0-1,4-5' }, 200, null],
      ['another unit', { range: 'lines=0-1' }, 200, null],
      ['another version', { range: 'bytes=0-99', 'if-range': '"other"' }, 200, null],
      ['a date', { range: 'bytes=0-99', 'if-range': 'Wed, 21 Oct 2015 07:28:00 GMT' }, 200, null],
    ] as const)('answers a request for %s', async (_, sent, status, part) => {
      const answer = await get(sent)
      expect(answer.status).toBe(status)
      const [first, last] = (part ?? [0, size - 1]).map((at) => (at < 0 ? size + at : at)) as [number, number]
      const range = status === 416 ? `bytes */${size}` : part ? `bytes ${first}-${last}/${size}` : undefined
      expect(answer.headers['content-range']).toBe(range)
      const bytes = status === 416 ? 0 : last - first + 1
      expect(answer.headers['content-length']).toBe(String(bytes))
      expect(answer.headers).toMatchObject({ 'content-type': 'video/webm', 'x-content-type-options': 'nosniff' })
    })

    test('keeps a part of the same version, and sends only headers for HEAD', async () => {
      const whole = await get({}, 'HEAD')
      expect(whole).toMatchObject({ status: 200, text: '' })
      expect(whole.headers).toMatchObject({ 'content-length': String(size), 'accept-ranges': 'bytes' })
      const etag = String(whole.headers.etag)
      expect((await get({ range: 'bytes=5-9', 'if-range': etag })).status).toBe(206)
      expect(whole.headers['content-security-policy']).toContain('sandbox')
    })
  })
})
