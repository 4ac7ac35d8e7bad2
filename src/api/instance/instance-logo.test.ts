import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { limits } from '../../rules/limits.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'

const path = '/api/v1/admin/instance/logo.json'

/** The body of an upload; `bytes` null: a form without a file. */
function form(bytes: Uint8Array | null) {
  const disposition = bytes ? 'form-data; name="file"; filename="logo.png"' : 'form-data; name="text"'
  const head = `--b\r\ncontent-disposition: ${disposition}\r\ncontent-type: ${bytes ? 'image/png' : 'text/plain'}\r\n\r\n`
  const body = Buffer.concat([Buffer.from(head), bytes ?? Buffer.from('x'), Buffer.from('\r\n--b--\r\n')])
  return { body, headers: { 'content-type': 'multipart/form-data; boundary=b' } }
}

const png = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()

eachDatabase((makeApp) => {
  let app: TestApp
  let operator: TestPerson
  beforeAll(async () => {
    app = await makeApp()
    operator = await app.person({ operator: true })
  })
  const upload = async (bytes: Uint8Array | null, by = operator) => by.request('POST', path, form(bytes))
  const stored = async () => {
    const keys: string[] = []
    for await (const key of app.services.files.list()) if (key.startsWith('logos/')) keys.push(key)
    return keys
  }

  test('a logo is stored as WebP in its proportions, shown to everybody, replaced and removed', async () => {
    const set = await upload(await png(800, 200))
    expect([set.status, set.body.logo_url]).toEqual([
      200,
      expect.stringMatching(/^\/api\/v1\/instance\/logo\?v=[\da-f]{8}$/),
    ])
    const shown = await app.visitor().get(set.body.logo_url)
    expect([shown.status, shown.headers['content-type']]).toEqual([200, 'image/webp'])
    const { width, height } = await sharp(shown.bytes).metadata()
    expect([width, height]).toEqual([320, 80])
    // For mail programs that show no WebP.
    const inMails = await app.visitor().get(`${set.body.logo_url}&as=png`)
    expect([inMails.status, inMails.headers['content-type']]).toEqual([200, 'image/png'])
    expect(await sharp(inMails.bytes).metadata()).toMatchObject({ format: 'png', width: 320, height: 80 })
    const again = await upload(await png(100, 100))
    expect(again.body.logo_url).not.toBe(set.body.logo_url)
    expect(await stored()).toHaveLength(1)
    expect((await operator.delete(path)).body.logo_url).toBeNull()
    expect([(await app.visitor().get(again.body.logo_url)).status, await stored()]).toEqual([404, []])
  })

  describe('an upload is refused at its field, and keeps the present logo:', () => {
    const tooLarge = limits.upload.imageKilobytes * 1000 + 1
    const bad: readonly (readonly [string, () => Uint8Array | null, RegExp])[] = [
      ['without a file', () => null, /^Required$/],
      ['of text', () => Buffer.from('no picture'), /^Only image files, please$/],
      ['of nothing', () => Buffer.alloc(0), /^Only image files, please$/],
      [
        'of an SVG, which could refer to other files',
        () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>'),
        /^Only image files, please$/,
      ],
      ['of a PDF', () => Buffer.from('%PDF-1.7\n'), /^Only image files, please$/],
      ['of a PNG that ends early', () => Buffer.from('89504e470d0a1a0a', 'hex'), /^Only image files, please$/],
      ['that is too large', () => randomBytes(tooLarge), /^No more than \d+ mb please$/],
    ]
    let before: string
    beforeAll(async () => {
      before = (await upload(await png(60, 60))).body.logo_url
      expect(before).toContain('/logo?v=')
    })
    test.each(bad)('%s', async (_, bytes, message) => {
      const answer = await upload(bytes())
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['picture']])
      expect(answer.body.errors.picture[0]).toMatch(message)
      const after = (await operator.get('/api/v1/admin/instance.json')).body.logo_url
      expect([after, (await stored()).length]).toEqual([before, 1])
    })
  })

  test('only operators set or remove a logo; others do not learn that the console exists', async () => {
    const user = await app.person()
    const before = (await upload(await png(60, 60))).body.logo_url
    expect((await upload(await png(9, 9), user)).status).toBe(404)
    expect((await user.delete(path)).status).toBe(404)
    expect((await app.visitor().request('POST', path, form(await png(9, 9)))).status).not.toBe(200)
    expect((await operator.get('/api/v1/admin/instance.json')).body.logo_url).toBe(before)
  })
})
