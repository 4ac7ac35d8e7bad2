import { beforeAll, describe, expect, test } from 'vitest'
import { makeDeck, makeTeam, makeTheme, testPassword } from '../../testing/factories.ts'
import { fileForm, sampleFont, sampleFontWithBits } from '../../testing/sample-fonts.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { loadDeckFor } from '../decks/load-deck.ts'
import { defineJobs } from '../jobs.ts'
import { fontsVersion, touchFonts } from './queries.ts'

const bold = () => sampleFont('woff2', 'KaTeX_Main-Bold')

eachDatabase((makeApp) => {
  let app: TestApp
  beforeAll(async () => {
    app = await makeApp()
    defineJobs(app.services)
  })

  const upload = (who: TestClient, bytes: Uint8Array, base = '/api/v1') => {
    const { body, headers } = fileForm(bytes, 'font.woff2')
    return who.request('POST', `${base}/own_fonts.json`, { body, headers })
  }
  const list = async (who: TestClient) => (await who.get('/api/v1/own_fonts.json')).body
  const fontsOf = async (deckId: number) => (await loadDeckFor(app.services.database.read, deckId, null))?.fonts
  const stored = async (url: string) => (await app.services.files.read(url.replace('/m/', 'media/'))) !== null

  test('an upload is stored as it is, listed, and counted as storage', async () => {
    const ann = await app.person()
    const { status, body } = await upload(ann, sampleFont())
    expect([status, body]).toMatchObject([
      201,
      {
        ...{ family: 'KaTeX_Typewriter', format: 'woff2', weight_min: 400, weight_max: 400, style: 'normal' },
        ...{ embeddable: true, size: sampleFont().length, url: expect.stringMatching(/^\/m\/[\da-f]{32}\.woff2$/) },
      },
    ])
    expect(await list(ann)).toMatchObject({ total: 1, results: [{ id: body.id }] })
    expect((await ann.get('/api/v1/media.json')).body.storage.value).toBe(sampleFont().length)
    expect(await app.services.files.read(body.url.replace('/m/', 'media/'))).toEqual(sampleFont())
  })

  test('a repeated upload adds nothing, and another file of a face replaces it', async () => {
    const ann = await app.person()
    const first = await upload(ann, sampleFont('woff2'))
    expect((await upload(ann, sampleFont('woff2'))).body).toEqual(first.body)
    const second = await upload(ann, sampleFont('ttf'))
    expect((await list(ann)).results).toEqual([second.body])
    await app.services.jobs.idle()
    expect([await stored(first.body.url), await stored(second.body.url)]).toEqual([false, true])
  })

  test('two changes at once give the fonts two versions', async () => {
    const owner = { user: (await app.person()).user.id }
    const { write } = app.services.database
    await Promise.all([touchFonts(write, owner), touchFonts(write, owner)])
    expect(await fontsVersion(write, owner)).toBe(2)
  })

  test.each([
    ['no file', null, 'Please choose one font file (WOFF2, WOFF, TTF or OTF), up to 10 MB'],
    ['a picture', Buffer.from('GIF89a'), 'Please choose a font file: WOFF2, WOFF, TTF or OTF'],
    ['a damaged font', sampleFont().subarray(0, 900), 'This font file is damaged'],
    ['11 MB', Buffer.alloc(10_050_000), 'Please choose one font file (WOFF2, WOFF, TTF or OTF), up to 10 MB'],
  ])('%s is refused and changes nothing', async (_, bytes, message) => {
    const ann = await app.person()
    const answer = bytes ? await upload(ann, bytes) : await ann.post('/api/v1/own_fonts.json', {})
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([422, expect.stringContaining(message)])
    expect((await list(ann)).total).toBe(0)
  })

  test('a full storage refuses a font', async () => {
    const ann = await app.person()
    const { database, settings } = app.services
    const full = { user_id: ann.user.id, team_id: null, key: 'media/full.png', label: 'x', content_type: 'image/png' }
    const picture = { width: 1, height: 1, inline: false, hidden: false, content_hash: 'x', created_at: new Date() }
    await database.write
      .insertInto('media')
      .values({ ...full, ...picture, size: settings.storagePerUser })
      .execute()
    expect((await upload(ann, sampleFont())).status).toBe(422)
  })

  describe('a deck', () => {
    let acme: number
    let owner: TestPerson
    beforeAll(async () => {
      acme = (await makeTeam(app.services, 'acme')).id
      owner = await app.person({ team_id: acme, membership_role: 'owner', plan: 'enterprise' })
    })

    test('may use the fonts of its owner, its team and its theme, and each change shows at once', async () => {
      const member = await app.person({ team_id: acme, membership_role: 'member' })
      const ofTeam = await upload(owner, bold(), '/api/v1/team')
      expect(ofTeam.status).toBe(201)
      const own = await upload(member, sampleFont())
      const personal = await makeDeck(app.services, member.user, { team_id: null })
      const theme = await makeTheme(app.services, { team_id: acme })
      const themed = await makeDeck(app.services, member.user, { team_id: null, theme_id: theme.id })
      const shared = await makeDeck(app.services, member.user, { team_id: acme })
      const urls = async (id: number) => (await fontsOf(id))?.map(({ url }) => url).sort()
      const both = [ofTeam.body.url, own.body.url].sort()
      expect([await urls(personal.id), await urls(themed.id), await urls(shared.id)]).toEqual([
        [own.body.url],
        both,
        both,
      ])
      expect((await member.delete(`/api/v1/own_fonts/${own.body.id}`)).status).toBe(204)
      expect([await urls(personal.id), await urls(themed.id)]).toEqual([[], [ofTeam.body.url]])
    })

    test('of a team keeps no fonts of a former member', async () => {
      const gone = await app.person({ team_id: acme, membership_role: 'member' })
      await upload(gone, sampleFont())
      const deck = await makeDeck(app.services, gone.user, { team_id: acme })
      await app.services.database.write
        .updateTable('users')
        .set({ team_id: null })
        .where('id', '=', gone.user.id)
        .execute()
      expect((await fontsOf(deck.id))?.map(({ family }) => family)).not.toContain('KaTeX_Typewriter')
    })
  })

  test('a font whose license forbids embedding is marked', async () => {
    const ann = await app.person()
    expect((await upload(ann, await sampleFontWithBits(2))).body).toMatchObject({ format: 'ttf', embeddable: false })
  })

  test('a deleted account leaves no font', async () => {
    const ann = await app.person()
    const { url } = (await upload(ann, sampleFont())).body
    expect((await ann.delete('/users.json', { user: { password: testPassword } })).status).toBe(204)
    await app.services.jobs.idle()
    expect(await stored(url)).toBe(false)
  })
})
