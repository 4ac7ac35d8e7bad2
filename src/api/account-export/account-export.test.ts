import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeDeck, makeTeam, makeTheme } from '../../testing/factories.ts'
import { sampleFontNamed, sampleFontWithBits } from '../../testing/sample-fonts.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import { addFont } from '../own-fonts/add-font.ts'

const mediaName = 'q7Zr2mKp9wXb4tNc.png'
const pixel = Buffer.from('not really a picture, but bytes all the same')

eachDatabase((makeApp) => {
  let app: TestApp
  beforeAll(async () => {
    app = await makeApp()
  })

  async function download(person: TestPerson): Promise<Record<string, string>> {
    const headers = { host: 'localhost:3000', cookie: `session=${person.cookie('session')}` }
    const answer = await app.server.inject({ url: '/api/v1/users/export', headers })
    expect(answer.headers['content-type']).toBe('application/zip')
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="lectern-${person.user.username}.zip"`)
    const files = unzipSync(answer.rawPayload)
    return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]))
  }

  test('an export needs a session', async () => {
    expect((await app.visitor().get('/api/v1/users/export')).status).toBe(401)
  })

  test('the export of an empty account is a small ZIP with the account’s data', async () => {
    const ann = await app.person()
    const files = await download(ann)
    expect(Object.keys(files).filter((name) => name.startsWith('decks/'))).toEqual([])
    const account = JSON.parse(files['account.json'] as string)
    expect(account.user).toMatchObject({ username: ann.user.username, email: ann.user.email })
    expect(JSON.stringify(files)).not.toMatch(/argon2|password_hash/)
  })

  test('the ZIP has the reports that the user sent, and no others', async () => {
    const [ann, other] = [await app.person(), await app.person()]
    const deck = await makeDeck(app.services, other.user)
    const report = (text: string) => ({ report: { reason: 'spam', text } })
    expect((await ann.post(`/api/v1/decks/${deck.id}/reports`, report('Mine'))).status).toBeLessThan(300)
    expect((await app.visitor().post(`/api/v1/decks/${deck.id}/reports`, report('Not mine'))).status).toBeLessThan(300)
    const { reports } = JSON.parse((await download(ann))['account.json'] as string)
    expect(reports).toMatchObject([{ deck_id: deck.id, reason: 'spam', text: 'Mine' }])
  })

  test('the ZIP says how the user signs in, without secrets', async () => {
    const ann = await app.person()
    const { write } = app.services.database
    const now = app.services.now()
    const own = { user_id: ann.user.id, created_at: now }
    const later = { expires_at: new Date(now.getTime() + 60_000) }
    const token = { ...own, ...later, name: 'Deploy script', scope: 'read' as const, token_hash: 'secret-1' }
    const key = { credential_id: 'secret-2', public_key: 'secret-3', user_handle: 'secret-4', transports: '[]' }
    await write.insertInto('api_tokens').values(token).execute()
    await write
      .insertInto('passkeys')
      .values({ ...own, ...key, name: 'Laptop', counter: 0 })
      .execute()
    await write
      .insertInto('authenticators')
      .values({ ...own, secret_sealed: 'secret-5', confirmed_at: now })
      .execute()
    await write
      .insertInto('recovery_codes')
      .values({ ...own, code_hash: 'secret-6' })
      .execute()
    const change = { email: 'next@example.org', family: 'secret-7', token_hash: 'secret-8' }
    await write
      .insertInto('email_changes')
      .values({ ...own, ...later, ...change })
      .execute()
    const files = await download(ann)
    const { security } = JSON.parse(files['account.json'] as string)
    expect(security).toMatchObject({
      api_tokens: [{ name: 'Deploy script', scope: 'read' }],
      passkeys: [{ name: 'Laptop' }],
      two_step: { enabled_at: now.toISOString(), recovery_codes_left: 1 },
      email_change: { email: 'next@example.org' },
    })
    expect(JSON.stringify(files)).not.toContain('secret-')
  })

  describe('the ZIP contains everything that the user owns', () => {
    let files: Record<string, string>
    let folder: string
    beforeAll(async () => {
      const ann = await app.person()
      const bob = await app.person()
      const { services } = app
      await services.files.put(`media/${mediaName}`, pixel, 'image/png')
      const slides = [`<img src="/m/${mediaName}" alt="x"><p>Hello &amp; goodbye</p>`, '<p>two</p>']
      const title = 'A </title><script>alert(1)</script> & more'
      const deck = await makeDeck(services, ann.user, { title, slug: 'engines', slides, visibility: 'self' })
      await makeDeck(services, ann.user, { title: 'Trashed', slug: 'Engines', trashed_at: services.now() })
      const liked = await makeDeck(services, bob.user, { title: 'Of somebody else', slug: 'liked' })
      const { write } = services.database
      const hidden = await makeDeck(services, bob.user, { slug: 'liked-but-hidden-since', visibility: 'self' })
      for (const { id: deck_id } of [liked, hidden]) {
        await write.insertInto('kudos').values({ deck_id, user_id: ann.user.id, created_at: services.now() }).execute()
      }
      await write
        .updateTable('deck_slides')
        .set({ notes: 'Say <this>\nslowly' })
        .where('slide_id', '=', deck.slideIds[1] as string)
        .execute()
      files = await download(ann)
      folder = `decks/${deck.id}-engines`
    })

    test('the ZIP contains each deck, even from the trash, as an offline page, with stored HTML, settings and notes', () => {
      const names = Object.keys(files).filter((name) => name.startsWith('decks/'))
      expect(names).toHaveLength(6)
      expect(names).toEqual(
        expect.arrayContaining(['index.html', 'slides.html', 'deck.json'].map((file) => `${folder}/${file}`)),
      )
      const deck = JSON.parse(files[`${folder}/deck.json`] as string)
      expect(deck).toMatchObject({ slug: 'engines', visibility: 'self', version: 1 })
      expect(Object.values(deck.notes)).toEqual(['Say <this>\nslowly'])
      expect(files[`${folder}/slides.html`]).toContain(`src="/m/${mediaName}"`)
    })

    test('the page needs no network and runs no script except the player', () => {
      const page = files[`${folder}/index.html`] as string
      expect(page).toContain(`<img src="../../media/${mediaName}" alt="x">`)
      expect(page).toContain('<aside class="notes">Say &lt;this&gt;<br>slowly</aside></section>')
      expect(page).toContain('<title>A &lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; more</title>')
      expect(page.match(/<script(?! type="application\/json")/g)).toHaveLength(3)
      expect(page).not.toMatch(/(src|href)="(https?:)?\/\//)
      for (const [, address] of page.matchAll(/(?:src|href)="\.\.\/\.\.\/([^"]+)"/g)) {
        expect(files).toHaveProperty([address as string])
      }
      expect(files['reveal/slides.css']).not.toContain('@import')
    })

    test('the ZIP contains media and likes, but no data of a liked deck that has become private', () => {
      expect(files[`media/${mediaName}`]).toBe(pixel.toString())
      const account = JSON.parse(files['account.json'] as string)
      expect(account.likes).toMatchObject([{ slug: 'liked' }])
      expect(account.likes).toHaveLength(1)
      expect(JSON.stringify(files)).not.toContain('Of somebody else')
    })
  })

  test('the ZIP contains own slide templates with their images, but nothing of the team', async () => {
    const { services } = app
    const { write } = services.database
    const team = await makeTeam(services, 'acme')
    const ann = await app.person({ team_id: team.id, membership_role: 'owner' })
    const times = { created_at: services.now(), updated_at: services.now() }
    const section = '<section data-id="883f371966dc26b1674a3b635ee4aa4d">'
    const template = (label: string) => ({ label, html: `${section}<img src="/m/${label}.png"></section>`, size: 9 })
    await write
      .insertInto('slide_templates')
      .values([
        { ...template('own-template'), ...times, user_id: ann.user.id },
        { ...template('of-the-team'), ...times, team_id: team.id },
      ])
      .execute()
    for (const name of ['own-template', 'of-the-team'])
      await services.files.put(`media/${name}.png`, pixel, 'image/png')
    const picture = { label: 'x', content_type: 'image/png', size: 9, inline: false, hidden: false, content_hash: 'x' }
    await write
      .insertInto('media')
      .values({ ...picture, key: 'media/of-the-team.png', team_id: team.id, created_at: services.now() })
      .execute()
    const files = await download(ann)
    const account = JSON.parse(files['account.json'] as string)
    expect(account.slide_templates).toMatchObject([{ label: 'own-template', html: template('own-template').html }])
    expect(account.media).toEqual([])
    expect(account.team).toMatchObject({ name: 'acme', slug: 'acme', role: 'owner', state: 'active' })
    expect(Object.keys(files).filter((name) => name.startsWith('media/'))).toEqual(['media/own-template.png'])
  })

  test('the ZIP contains own themes, and decks are drawn with their themes, without scripts', async () => {
    const ann = await app.person({ plan: 'enterprise' })
    const { services } = app
    await services.files.put('media/theme-picture.png', pixel, 'image/png')
    const styles = { html: '<p>Logo</p>', css: 'h1 {\nbackground: url("/m/theme-picture.png");\n}\n' }
    const theme = await makeTheme(services, { ...styles, user_id: ann.user.id, name: 'Brand', js: 'lookAround()' })
    await makeDeck(services, ann.user, { slug: 'themed', slides: ['<p>Hello</p>'], theme_id: theme.id })
    const files = await download(ann)
    const page = Object.entries(files).find(([name]) => /themed.*index\.html$/.test(name))?.[1] as string
    expect(page).toContain('<div class="theme-html"><p>Logo</p></div>')
    expect(page).toContain('url("../../media/theme-picture.png")')
    expect(page).not.toContain('lookAround')
    expect(Object.keys(files)).toContain('media/theme-picture.png')
    const { themes } = JSON.parse(files['account.json'] as string)
    expect(themes).toMatchObject([{ name: 'Brand', ...styles, js: 'lookAround()' }])
  })

  test('the ZIP contains own fonts, and decks embed those whose license allows it', async () => {
    const ann = await app.person()
    const { services } = app
    const library = { owner: { user: ann.user.id }, plan: 'free' as const }
    const { row: free } = await addFont(services, library, () => sampleFontNamed('Tidewatt Mono'))
    const { row: restricted } = await addFont(services, library, () => sampleFontWithBits(2))
    const text = `<p style="font-family: 'Tidewatt Mono'">a</p><p style="font-family: KaTeX_Typewriter">b</p>`
    await makeDeck(services, ann.user, { slug: 'in-fonts', slides: [text] })
    const files = await download(ann)
    const page = Object.entries(files).find(([name]) => /in-fonts.*index\.html$/.test(name))?.[1] as string
    expect(page).toContain(`src:url("../../${free.key}") format("truetype")`)
    expect(page).not.toContain(restricted.key)
    expect(Object.keys(files)).toEqual(expect.arrayContaining([free.key, restricted.key]))
    const { fonts } = JSON.parse(files['account.json'] as string)
    expect(fonts.map(({ family }: { family: string }) => family)).toEqual(['Tidewatt Mono', 'KaTeX_Typewriter'])
  })

  test('a damaged deck is exported as stored and listed in the README; other decks are complete', async () => {
    const ann = await app.person()
    const { services } = app
    await services.files.put('media/brokenpicture1.png', pixel, 'image/png')
    const slides = ['<p>kept</p><img src="/m/brokenpicture1.png" alt="">', '<p>lost</p>']
    const broken = await makeDeck(services, ann.user, { slug: 'broken', slides })
    const empty = await makeDeck(services, ann.user, { slug: 'nothing-left', slides: ['x'] })
    const whole = await makeDeck(services, ann.user, { slug: 'whole', slides: ['<p>all of it</p>'] })
    const { write } = services.database
    const lost = [broken.slideIds[1] as string, ...empty.slideIds]
    await write.deleteFrom('deck_slides').where('slide_id', 'in', lost).execute()
    const files = await download(ann)
    const file = (deck: { id: number; slug: string | null }, name: string) =>
      files[`decks/${deck.id}-${deck.slug}/${name}`] as string
    expect(file(whole, 'index.html')).toContain('<p>all of it</p>')
    expect(file(broken, 'slides.html')).toContain('<p>kept</p>')
    expect(JSON.parse(file(broken, 'deck.json'))).toMatchObject({ slug: 'broken' })
    expect([file(empty, 'slides.html'), files['media/brokenpicture1.png']]).toEqual(['', pixel.toString()])
    const readMe = files['README.txt'] as string
    expect(readMe).toContain(`- decks/${broken.id}-broken\n- decks/${empty.id}-nothing-left\n`)
    expect(readMe).not.toContain('-whole')
  })
})
