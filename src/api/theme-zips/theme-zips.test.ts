import fc from 'fast-check'
import { strToU8, unzipSync, zipSync } from 'fflate'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { type ThemeContent, themeContentOf } from '../../rules/theme-settings.ts'
import { makeTeam } from '../../testing/factories.ts'
import { handMadeZip } from '../../testing/hostile-zip.ts'
import { fileForm, sampleFontNamed, sampleFontWithBits, sampleTables, sfntOf } from '../../testing/sample-fonts.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import { defineJobs } from '../jobs.ts'

const base = '/api/v1/themes'
const family = 'Tidewatt Mono'
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" width="9" height="9"><rect width="5" height="5"/></svg>'

/** A picture whose encoding loses something each time. */
const jpeg = () =>
  sharp({ create: { width: 90, height: 60, channels: 3, noise: { type: 'gaussian', mean: 120, sigma: 40 } } as never })
    .jpeg({ quality: 70 })
    .toBuffer()

eachDatabase((makeApp) => {
  let app: TestApp
  beforeAll(async () => {
    app = await makeApp({ settings: { themeScripts: 'managers' } })
    defineJobs(app.services)
  })
  const author = () => app.person({ plan: 'enterprise' })

  const send = (who: TestPerson, path: string, bytes: Uint8Array, name: string) => {
    const { body, headers } = fileForm(bytes, name)
    return who.request('POST', path, { body, headers })
  }
  const upload = (who: TestPerson, zip: Uint8Array, query = '') =>
    send(who, `${base}/upload.json${query}`, zip, 'theme.zip')
  const download = async (who: TestPerson, id: number) => (await who.get(`${base}/${id}/download`)).bytes
  const stored = (url: string) => app.services.files.read(url.replace('/m/', 'media/'))
  const addressesIn = (theme: ThemeContent) =>
    [...JSON.stringify(theme).matchAll(/\/m\/[\w-]+\.\w+/g)].map(([url]) => url)
  /** A theme without the names of its files. */
  const plain = (theme: ThemeContent) =>
    JSON.parse(JSON.stringify(themeContentOf(theme)).replaceAll(/\/m\/[\w-]+\./g, '/m/x.')) as ThemeContent
  const counts = async () => {
    const { read: db } = app.services.database
    const tables = ['themes', 'theme_versions', 'media', 'fonts'] as const
    return Promise.all(tables.map(async (table) => (await db.selectFrom(table).selectAll().execute()).length))
  }

  /** A theme with two pictures and a font. */
  async function brand(who: TestPerson, more: Partial<ThemeContent> = {}) {
    const photo = (await send(who, '/api/v1/media.json', await jpeg(), 'Harbor.jpg')).body
    const logo = (await send(who, '/api/v1/media.json', Buffer.from(svg), 'Logo.svg')).body
    const font = (await send(who, '/api/v1/own_fonts.json', await sampleFontNamed(family), 'mono.ttf')).body
    const theme = {
      ...{ name: 'Tidewatt / 2026', center: false, font: 'merriweather', palette: '#112233,#aabbcc' },
      ...{ colors: { 'accent-1': '#b3123f' }, heading_font: `'${family}', sans-serif` },
      html: `<p><img src="${logo.url}" alt=""></p>`,
      less: `@brand: #b3123f;\n.slides { background: url("${photo.url}"); h2 { color: @brand; } }`,
      snippets: [{ title: 'Logo', template: `<img src="${logo.url}" alt="">` }],
      ...more,
    }
    const made = await who.post(`${base}.json`, { theme })
    expect(made.status).toBe(201)
    return { theme: made.body, photo, logo, font }
  }

  describe('a theme that is downloaded, deleted and uploaded again', () => {
    test('is equal, with the bytes of its pictures and fonts', async () => {
      const ann = await author()
      const { theme, photo, logo, font } = await brand(ann)
      const before = await Promise.all([logo.url, photo.url, font.url].map(stored))
      const answer = await ann.get(`${base}/${theme.id}/download`)
      expect(answer.headers['content-disposition']).toBe('attachment; filename="Tidewatt  2026.zip"')
      const files = Object.keys(unzipSync(answer.bytes)).map((name) => name.replace(/[\da-f]{16,}/, '#'))
      expect(files.sort()).toEqual(['fonts/Tidewatt-Mono-#.ttf', 'pictures/#.jpg', 'pictures/#.svg', 'theme.json'])
      await ann.delete(`${base}/${theme.id}`)
      for (const { id } of [photo, logo]) await ann.delete(`/api/v1/media/${id}`)
      await ann.delete(`/api/v1/own_fonts/${font.id}`)
      await app.services.jobs.idle()
      const { status, body } = await upload(ann, answer.bytes)
      expect([status, body.notes, body.scripts]).toEqual([200, [], null])
      expect(plain(body.theme)).toEqual(plain(theme))
      const after = await Promise.all([...new Set(addressesIn(body.theme))].map(stored))
      expect(after).toEqual(before.slice(0, 2))
      expect((await ann.get('/api/v1/media.json')).body.results.map(({ label }: { label: string }) => label)).toEqual([
        'Harbor',
        'Logo',
      ])
      const fonts = (await ann.get('/api/v1/own_fonts.json')).body.results
      expect([fonts[0].family, await stored(fonts[0].url)]).toEqual([family, before[2]])
    })

    test('while all of it is there adds a theme and nothing else', async () => {
      const ann = await author()
      const { theme } = await brand(ann)
      const zip = await download(ann, theme.id)
      const [themes, versions, ...others] = await counts()
      const { body } = await upload(ann, zip)
      expect(themeContentOf(body.theme)).toEqual(themeContentOf(theme))
      expect(await counts()).toEqual([Number(themes) + 1, Number(versions) + 1, ...others])
    })

    test('by another user is theirs, with copies of the files', async () => {
      const [ann, bob] = [await author(), await author()]
      const { theme } = await brand(ann)
      const { body } = await upload(bob, await download(ann, theme.id))
      expect(plain(body.theme)).toEqual(plain(theme))
      expect(addressesIn(body.theme).some((url) => addressesIn(theme).includes(url))).toBe(false)
      expect((await ann.get(`${base}/${body.theme.id}.json`)).status).toBe(404)
    })
  })

  test('a theme that names a picture of another library is downloaded without its label, and names of no files do no harm', async () => {
    const [ann, bob] = [await author(), await author()]
    const photo = (await send(ann, '/api/v1/media.json', await jpeg(), 'Merger with Acme.jpg')).body
    const html = `<p><img src="${photo.url}" alt=""> /m/.. /m/--------.png</p>`
    const { body } = await bob.post(`${base}.json`, { theme: { html } })
    const about = JSON.parse(Buffer.from(unzipSync(await download(bob, body.id))['theme.json']!).toString())
    expect(about.pictures).toMatchObject([{ address: photo.url, label: '' }])
  })

  test('whatever a theme says, it is equal after a download and an upload', async () => {
    const ann = await author()
    const text = fc.string({ maxLength: 40 }).map((value) => value.replaceAll(/[<>&\p{C}]/gu, ''))
    const theme = fc.record({
      name: fc.string({ minLength: 1, maxLength: 30 }).filter((name) => /^\w/.test(name) && !/\p{C}/u.test(name)),
      center: fc.boolean(),
      html: text.map((value) => `<p>${value}</p>`),
      less: fc.constantFrom('', '@a: 3px;\nh2 { margin: @a * 2; }', '.a { .b { color: red } }'),
      css: fc.constantFrom('', 'h1 { color: #123456; }'),
      colors: fc.dictionary(fc.constantFrom('text', 'link', 'accent-3'), fc.constantFrom('#112233', '#abcdef')),
      palette: fc.constantFrom('', '#112233,#445566'),
      snippets: fc.array(fc.record({ title: text, template: text }), { maxLength: 3 }),
    })
    const law = fc.asyncProperty(theme, async (sent) => {
      const made = await ann.post(`${base}.json`, { theme: sent })
      expect(made.status).toBe(201)
      const zip = await download(ann, made.body.id)
      await ann.delete(`${base}/${made.body.id}`)
      const again = await upload(ann, zip)
      expect(themeContentOf(again.body.theme)).toEqual(themeContentOf(made.body))
      await ann.delete(`${base}/${again.body.theme.id}`)
    })
    await fc.assert(law, { numRuns: 12 })
  })

  test('a font whose license forbids embedding is left out, and the uploader is told', async () => {
    const ann = await author()
    await send(ann, '/api/v1/own_fonts.json', await sampleFontWithBits(2), 'a.ttf')
    const { body } = await ann.post(`${base}.json`, { theme: { body_font: "'KaTeX_Typewriter'" } })
    const zip = await download(ann, body.id)
    expect(Object.keys(unzipSync(zip))).toEqual(['theme.json'])
    expect((await upload(ann, zip)).body.notes).toEqual([
      'The license of “KaTeX_Typewriter” forbids to pass the font on: it is not in the file.',
    ])
  })

  test('a font that a file names many times is read once', async () => {
    const ann = await author()
    const tables = await sampleTables()
    const large = sfntOf(tables.set('glyf', Buffer.concat([tables.get('glyf') as Buffer, Buffer.alloc(5_000_000)])))
    const fonts = Array.from({ length: 150 }, () => ({ file: 'a.ttf' }))
    const about = { lectern: 'theme', version: 1, theme: {}, fonts }
    const zip = zipSync({ 'theme.json': strToU8(JSON.stringify(about)), 'a.ttf': large })
    expect((await upload(ann, zip)).status).toBe(200)
    expect((await ann.get('/api/v1/own_fonts.json')).body.total).toBe(1)
  })

  describe('scripts in a file', () => {
    const scripts = [{ url: 'https://example.org/a.js', integrity: null }]
    const zip = zipSync({
      'theme.json': strToU8(JSON.stringify({ lectern: 'theme', version: 1, theme: { js: 'run()', scripts } })),
    })
    const manager = async () => {
      const { id } = await makeTeam(app.services, `team-${Math.random().toString(36).slice(2, 8)}`)
      return app.person({ team_id: id, membership_role: 'owner', plan: 'enterprise' })
    }

    test('are shown to a user who may write them, and nothing is created', async () => {
      const boss = await manager()
      const before = await counts()
      const { body } = await upload(boss, zip)
      expect(body).toEqual({ theme: null, scripts: { js: 'run()', scripts }, notes: [] })
      expect(await counts()).toEqual(before)
    })

    test.each([
      ['take', { js: 'run()', scripts }, []],
      ['leave', { js: '', scripts: [] }, ['The scripts of this theme were left out']],
    ])('are handled as that user decides: %s', async (choice, content, notes) => {
      expect((await upload(await manager(), zip, `?scripts=${choice}`)).body).toMatchObject({ theme: content, notes })
    })

    test.each(['ask', 'take'])('are left out for a user who may not write them: %s', async (choice) => {
      const { body } = await upload(await author(), zip, `?scripts=${choice}`)
      expect(body).toMatchObject({
        ...{ theme: { js: '', scripts: [] }, notes: ['The scripts of this theme were left out'] },
      })
    })
  })

  describe('a file is refused, and changes nothing', () => {
    const zipOf = (about: unknown, files: Record<string, Uint8Array> = {}) =>
      zipSync({ 'theme.json': strToU8(typeof about === 'string' ? about : JSON.stringify(about)), ...files })
    const theme = (fields: object, more: object = {}) => ({ lectern: 'theme', version: 1, theme: fields, ...more })
    const address = '/m/0123456789abcdef.png'
    const noFile = 'Please choose the ZIP file of a theme, up to 100 MB'
    test.each<[string, () => Uint8Array | Promise<Uint8Array>, string]>([
      ['that is no ZIP', () => strToU8('Hello'), 'This ZIP file is damaged'],
      ['that is another ZIP', () => zipSync({ 'a.txt': strToU8('Hello') }), noFile],
      ['whose theme.json is no JSON', () => zipOf('{'), noFile],
      ['whose theme.json is of something else', () => zipOf({ version: 1 }), noFile],
      ['of a newer version', () => zipOf({ ...theme({}), version: 2 }), 'newer version of Lectern'],
      ['with a link', () => handMadeZip([{ name: 'theme.json', attributes: 0xa1ff0000 }]), 'contains a link'],
      ["with '..'", () => zipOf(theme({}), { '../a.png': strToU8('x') }), 'an unsafe name'],
      ['with a mistake in a field', () => zipOf(theme({ colors: { text: 'red' } })), 'a mistake in “colors”'],
      ['with a mistake in its LESS', () => zipOf(theme({ less: 'h1 { color: @no; }' })), '@no is undefined'],
      [
        'without a picture that it names',
        () => zipOf(theme({}, { pictures: [{ address, file: 'pictures/a.png' }] })),
        'it has no pictures/a.png',
      ],
      [
        'with a picture that is none, after one that is',
        async () => {
          const pictures = ['a', 'b'].map((name) => ({ address: `/m/0123456789abcde${name}.jpg`, file: `${name}.jpg` }))
          return zipOf(theme({}, { pictures }), { 'a.jpg': await jpeg(), 'b.jpg': strToU8('no picture') })
        },
        'Invalid file',
      ],
      [
        'with a damaged font, after a picture',
        async () => {
          const more = { pictures: [{ address, file: 'a.jpg' }], fonts: [{ file: 'a.ttf' }] }
          const font = (await sampleFontNamed('Broken')).subarray(0, 900)
          return zipOf(theme({}, more), { 'a.jpg': await jpeg(), 'a.ttf': font })
        },
        'This font file is damaged',
      ],
    ])('%s', async (_, make, message) => {
      const ann = await author()
      const before = await counts()
      const answer = await upload(ann, await make())
      expect([answer.status, JSON.stringify(answer.body)]).toEqual([422, expect.stringContaining(message)])
      await app.services.jobs.idle()
      expect(await counts()).toEqual(before)
    })

    test('with a proof that this server has not made: its picture is encoded again', async () => {
      const ann = await author()
      const photo = await sharp(await jpeg())
        .withExif({ IFD0: { Copyright: 'hidden' } })
        .jpeg()
        .toBuffer()
      const html = '<img src="/m/0123456789abcdef.jpg" alt="">'
      const pictures = [{ address: '/m/0123456789abcdef.jpg', file: 'a.jpg', proof: 'x'.repeat(43) }]
      const { body } = await upload(ann, zipOf(theme({ html }, { pictures }), { 'a.jpg': photo }))
      const [url] = addressesIn(body.theme)
      const kept = (await stored(String(url))) as Buffer
      expect([photo.includes('hidden'), kept.includes('hidden')]).toEqual([true, false])
    })
  })

  test('HTML of a file passes the sanitizer', async () => {
    const html = '<p onclick="run()">Hello</p><script>run()</script>'
    const about = { lectern: 'theme', version: 1, theme: { html } }
    const { body } = await upload(await author(), zipSync({ 'theme.json': strToU8(JSON.stringify(about)) }))
    expect(body.theme.html).toBe('<p>Hello</p>')
    expect(body.theme.removed.html.length).toBeGreaterThan(0)
  })
})
