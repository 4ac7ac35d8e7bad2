import { strToU8, zipSync } from 'fflate'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { limits } from '../../../rules/limits.ts'
import { themeContentOf } from '../../../rules/theme-settings.ts'
import { makeDeck, makeTheme } from '../../../testing/factories.ts'
import { fileForm } from '../../../testing/sample-fonts.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../../testing/test-app.ts'
import { zipDeck } from '../../deck-packages/zip-deck.ts'
import { contentRules } from '../../decks/content-rules.ts'
import { loadDeckFor } from '../../decks/load-deck.ts'
import { readContent } from '../../decks/read-content.ts'
import { defineJobs } from '../../jobs.ts'
import { createMediaReader } from '../../media/read-media.ts'
import { pictureProof } from '../../theme-zips/theme-file.ts'
import { deckThemeOf } from '../../themes/deck-theme.ts'
import { importTheme } from '../imported-theme.ts'

eachDatabase((makeApp) => {
  let app: TestApp
  beforeAll(async () => {
    app = await makeApp()
    defineJobs(app.services)
  })

  const imported = async (who: TestPerson, bytes: Uint8Array, name: string) => {
    const { body, headers } = fileForm(bytes, name)
    const started = await who.request('POST', '/api/v1/imports.json', { body, headers })
    expect(started.status).toBe(201)
    await app.services.jobs.idle()
    const done = (await who.get(`/api/v1/imports/${started.body.id}.json`)).body
    return { done, deck: (await who.get(`/api/v1/decks/${done.deck_id}.json`)).body }
  }
  const slidesOf = async (who: TestPerson, id: number) =>
    (await who.get(`/api/v1/decks/${id}/data.json`)).body.data as string

  describe('a packed deck', () => {
    const packed = async (who: TestPerson, id: number): Promise<Uint8Array> => {
      const { services } = app
      const { deck, theme, fonts, owner } = (await loadDeckFor(services.database.read, id, who.user.id))!
      const content = await readContent(services.database.read, deck, contentRules(services.settings, owner.plan))
      const stream = await zipDeck({
        ...{ deck, content, fonts, theme: deckThemeOf(theme, services.settings), notes: true, hidden: true },
        themeContent: theme && themeContentOf(theme.row),
        readMedia: createMediaReader(services),
        sign: (hash) => services.keys.sign(pictureProof, hash),
      })
      const parts: Buffer[] = []
      for await (const part of stream) parts.push(part as Buffer)
      return Buffer.concat(parts)
    }

    test('comes back with slides, notes, settings, theme and media equal by bytes, also to another user', async () => {
      const [ann, ben] = [await app.person({ plan: 'pro' }), await app.person({ plan: 'pro' })]
      const jpeg = await sharp({ create: { width: 20, height: 10, channels: 3, background: '#c33' } })
        .jpeg()
        .toBuffer()
      const form = fileForm(jpeg, 'a.jpg')
      const { body } = await ann.request('POST', '/api/v1/media.json', { body: form.body, headers: form.headers })
      const url = (body.media?.url ?? body.url) as string
      const theme = await makeTheme(app.services, {
        user_id: ann.user.id,
        name: 'Brand',
        css: 'h1 {\ncolor: red;\n}\n',
        js: 'run()',
      })
      const slides = [`<img src="${url}" alt="x"><p class="mine">One</p>`, '<p>two</p>']
      const { id } = await makeDeck(app.services, ann.user, {
        title: 'Bees',
        slides,
        theme_id: theme.id,
        rtl: true,
        transition: 'zoom',
      })
      const zip = await packed(ann, id)
      for (const who of [ann, ben]) {
        const { done, deck } = await imported(who, zip, 'bees.zip')
        expect(done).toMatchObject({ status: 'finished', slide_count: 2, report: [] })
        expect(deck).toMatchObject({ title: 'Bees', rtl: true, transition: 'zoom' })
        const [before, after] = [await slidesOf(who === ann ? ann : ben, deck.id), await slidesOf(ann, id)]
        const own = /\/m\/[\w-]+\.jpg/.exec(before)![0]
        expect(before.trim()).toBe(after.replaceAll(url, own).trim())
        expect(own === url).toBe(who === ann)
        const stored = (address: string) => app.services.files.read(address.replace('/m/', 'media/'))
        expect(Buffer.compare(Buffer.from((await stored(own))!), Buffer.from((await stored(url))!))).toBe(0)
        const row = await app.services.database.read
          .selectFrom('themes')
          .selectAll()
          .where('id', '=', deck.theme_id)
          .executeTakeFirstOrThrow()
        expect(row).toMatchObject({ name: 'Brand', css: 'h1 {\ncolor: red;\n}\n', js: '', user_id: who.user.id })
      }
    })
  })

  describe('a folder of reveal.js', () => {
    const zip = zipSync({
      'index.html': strToU8(
        '<title>Talk</title><style>.big { color: red; }</style><div class="reveal"><div class="slides"><section><h1 class="big">A</h1><img src="gone.png"></section></div></div>',
      ),
    })

    test.each([
      ['pro', true],
      ['free', false],
    ] as const)('has its styles as a theme, applied on the plan %s: %s', async (plan, isApplied) => {
      const ann = await app.person({ plan })
      const { done, deck } = await imported(ann, zip, 'talk.zip')
      expect(done.status).toBe('finished')
      const themes = await app.services.database.read
        .selectFrom('themes')
        .selectAll()
        .where('user_id', '=', ann.user.id)
        .execute()
      expect(themes).toMatchObject([{ name: 'Styles of Talk', css: '.big {\ncolor: red;\n}\n' }])
      expect(deck.theme_id).toBe(isApplied ? themes[0]!.id : null)
      const messages = done.report.map(({ message }: { message: string }) => message)
      expect(messages.some((one: string) => one.includes('are not applied'))).toBe(!isApplied)
      expect(messages).toContain('The file gone.png is missing')
      expect(await slidesOf(ann, deck.id)).toContain('data-l-missing="gone.png"')
    })

    test('has in its report that its styles are too large for a theme once their files have addresses', async () => {
      const ann = await app.person({ plan: 'pro' })
      const rule = '.a{background:url(import:a)}'
      const theme = { name: 'Big', css: rule.repeat(Math.floor(limits.theme.cssBytes / rule.length)) }
      const slides = { withUrls: (text: string) => text.replaceAll('import:a', '/m/0123456789abcdef.png') } as never
      expect(await importTheme(app.services, ann.user, { plan: 'pro' }, { settings: { theme }, slides })).toEqual({
        ...{ id: undefined, added: null },
        remark: 'The styles of the file could not be kept: This is larger than 512 kB',
      })
    })
  })
})
