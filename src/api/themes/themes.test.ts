import { beforeAll, describe, expect, test } from 'vitest'
import { SANITIZER_VERSION } from '../../document/sanitize/sanitize.ts'
import { limits } from '../../rules/limits.ts'
import { messages } from '../../rules/messages.ts'
import { makeDeck, makeTeam, makeTheme } from '../../testing/factories.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import type { BuiltInTheme } from '../../themes/built-in-theme.ts'
import { builtInThemes } from '../../themes/index.ts'

const base = '/api/v1/themes'
const keys = [
  ...['id', 'name', 'center', 'rolling_links', 'font', 'color', 'transition', 'background_transition'],
  ...['font_typekit', 'font_google', 'html', 'less', 'css', 'js', 'snippets', 'palette', 'slide_template_ids'],
  'thumbnail_url',
]

eachDatabase((makeApp) => {
  let app: TestApp
  let manager: TestPerson
  let member: TestPerson
  let solo: TestPerson
  beforeAll(async () => {
    app = await makeApp()
    const team = await makeTeam(app.services, 'acme')
    const inTeam = { team_id: team.id, plan: 'enterprise' } as const
    manager = await app.person({ ...inTeam, membership_role: 'admin' })
    member = await app.person({ ...inTeam, membership_role: 'member' })
    solo = await app.person({ plan: 'enterprise' })
  })

  const create = (person: TestClient, theme: object = {}) => person.post(`${base}.json`, { theme })
  const save = (person: TestClient, id: number, theme: object) => person.put(`${base}/${id}.json`, { theme })
  const read = async (person: TestClient, id: number) => (await person.get(`${base}/${id}.json`)).body

  describe('a theme', () => {
    test('is created as Untitled, read with every field, saved, listed and deleted', async () => {
      const { status, body } = await create(solo)
      expect([status, body.name, body.version, body.team_id]).toEqual([201, 'Untitled', 1, null])
      expect(Object.keys(body)).toEqual(expect.arrayContaining(keys))
      const saved = await save(solo, body.id, { name: ' Night\nsky ', palette: '#FFF, #0a0b0c', center: false })
      expect([saved.status, saved.body.version]).toEqual([200, 2])
      const stored = await read(solo, body.id)
      expect(stored).toMatchObject({ name: 'Night sky', palette: '#fff,#0a0b0c', center: false, font: 'montserrat' })
      const list = (await solo.get(`${base}.json`)).body
      expect(list).toMatchObject({ total: 1, page: 1, results: [{ id: body.id, name: 'Night sky' }] })
      expect(list.results[0].css).toBeUndefined()
      expect((await solo.delete(`${base}/${body.id}.json`)).status).toBe(204)
      expect((await solo.get(`${base}/${body.id}.json`)).status).toBe(404)
    })

    test('keeps its colors in the order of the roles, and tells snippets with one title apart', async () => {
      const colors = { muted: '#444', 'accent-1': '#111', text: '#222', background: '#fff' }
      const named = (title: string) => ({ title, template: title })
      const snippets = ['Note', 'Note', 'Note 2', 'Note'].map(named)
      const { body } = await create(solo, { colors, snippets })
      const list = (await solo.get(`${base}.json`)).body.results[0]
      for (const one of [body, await read(solo, body.id), list]) {
        expect(Object.keys(one.colors)).toEqual(['background', 'text', 'muted', 'accent-1'])
      }
      expect(body.snippets.map(({ title }: { title: string }) => title)).toEqual(['Note', 'Note 3', 'Note 2', 'Note 4'])
      expect((await save(solo, body.id, { colors, snippets: body.snippets })).body.version).toBe(1)
      await solo.delete(`${base}/${body.id}.json`)
    })

    test('is not saved twice for the same content, nor over a newer version', async () => {
      const { id } = (await create(solo, { name: 'A' })).body
      expect((await save(solo, id, { name: 'A' })).body.version).toBe(1)
      expect((await save(solo, id, { name: 'B', version: 1 })).body.version).toBe(2)
      const stale = await save(solo, id, { name: 'C', version: 1 })
      expect([stale.status, stale.body.error, stale.body.version]).toEqual([409, messages.theme.changed, 2])
      expect((await read(solo, id)).name).toBe('B')
    })

    test('of an older sanitizer is sanitized before it is sent, and before a save of other fields stores it', async () => {
      const hostile = { html: '<p onclick="x()">a</p>', css: 'h1 { background: url(http://x.example/a.png) }' }
      const { id } = await makeTheme(app.services, { user_id: solo.user.id, ...hostile, sanitizer_version: 1 })
      const clean = { html: '<p>a</p>', css: expect.not.stringContaining('x.example') }
      expect(await read(solo, id)).toMatchObject(clean)
      expect((await save(solo, id, { name: 'Renamed' })).body).toMatchObject({ ...clean, version: 2 })
      const { database } = app.services
      const stored = database.read.selectFrom('themes').selectAll().where('id', '=', id)
      expect(await stored.executeTakeFirstOrThrow()).toMatchObject({ ...clean, sanitizer_version: SANITIZER_VERSION })
    })

    test('has versions that can be restored', async () => {
      const { id } = (await create(solo, { name: 'First', less: '@c: #f00; h1 { color: @c }' })).body
      await save(solo, id, { name: 'Second', less: '', html: '<p>Hi</p>' })
      const { results } = (await solo.get(`${base}/${id}/versions.json`)).body
      expect(results.map(({ version, name, user }: never) => [version, name, (user as { id: number }).id])).toEqual([
        [2, 'Second', solo.user.id],
        [1, 'First', solo.user.id],
      ])
      const restored = await solo.post(`${base}/${id}/restore.json`, { version: 1 })
      expect(restored.body).toMatchObject({ version: 3, name: 'First', html: '' })
      expect(restored.body.css).toBe('h1 {\ncolor: #f00;\n}\n')
      expect((await solo.post(`${base}/${id}/restore.json`, { version: 9 })).status).toBe(404)
    })

    test('is copied with its slide templates', async () => {
      const template = await solo.post('/api/v1/slide_templates.json', {
        slide_template: { html: '<section><h2>A</h2></section>' },
      })
      const { id } = (await create(solo, { name: 'Original', html: '<p>x</p>' })).body
      await solo.post(`${base}/${id}/add_slide_template.json`, { slide_template_ids: [template.body.id] })
      const { body, status } = await solo.post(`${base}/${id}/duplicate.json`, {})
      expect([status, body.name, body.html]).toEqual([201, 'Original copy', '<p>x</p>'])
      expect((await read(solo, body.id)).slide_template_ids).toEqual([template.body.id])
    })
  })

  describe('the sources of a theme', () => {
    test('LESS is compiled to CSS, and what may not be in it is removed and named', async () => {
      const { body } = await create(solo, {
        less: '@c:#f00; h1{color:@c} p{background:url(http://evil.example/x.png)}',
        html: '<p class="t" onclick="x()">x</p><script>evil()</script>',
      })
      expect(body.css).toBe('h1 {\ncolor: #f00;\n}\n')
      expect(body.html).toBe('<p class="t">x</p>')
      expect(body.removed.css.map(({ name }: { name: string }) => name)).toContain('background')
      expect(body.removed.html.length).toBeGreaterThan(0)
    })

    test('CSS without LESS is the author’s own, and ends when LESS is written', async () => {
      const { id, css } = (await create(solo, { css: 'h1 { color: red }' })).body
      expect(css).toBe('h1 {\ncolor: red;\n}\n')
      expect((await save(solo, id, { less: 'h2 { color: blue }', css })).body.css).toBe('h2 {\ncolor: blue;\n}\n')
      expect((await save(solo, id, { less: '' })).body.css).toBe('')
    })

    test('a mistake in LESS is named with line and column, and changes nothing', async () => {
      const { id } = (await create(solo, { name: 'Right', less: 'a { b: c }' })).body
      const answer = await save(solo, id, { name: 'Wrong', less: 'a { b: c }\nd { e: @missing }' })
      expect([answer.status, answer.body.error]).toEqual([422, 'Line 2: variable @missing is undefined'])
      expect(answer.body).toMatchObject({ errors: { less: [answer.body.error] }, line: 2, column: 8 })
      expect(await read(solo, id)).toMatchObject({ name: 'Right', version: 1, css: 'a {\nb: c;\n}\n' })
    })

    test('a preview compiles without saving', async () => {
      const { status, body } = await solo.post(`${base}/preview.json`, {
        theme: { less: 'a { color: darken(red, 10%) }', html: '<b>x</b><script>1</script>' },
      })
      expect([status, body.css, body.html]).toEqual([200, 'a {\ncolor: #cc0000;\n}\n', '<b>x</b>'])
      const wrong = await solo.post(`${base}/preview.json`, { theme: { less: 'a {' } })
      expect([wrong.status, wrong.body.line]).toEqual([422, 1])
    })

    test.each([
      ['a palette without colors', { palette: '#fff, red' }, 'palette'],
      ['an unknown font', { font: 'comic' }, 'font'],
      ['an unknown transition', { transition: 'flip' }, 'transition'],
      ['a color of a role that is none', { colors: { text: 'url(x)' } }, 'colors.text'],
      ['a font that ends its declaration', { heading_font: "'A';} body{display:none" }, 'heading_font'],
      ['a script by http', { scripts: [{ url: 'http://x.example/a.js' }] }, 'scripts.0.url'],
      ['a script that is no address', { scripts: [{ url: 'ftp://x/a.js' }] }, 'scripts.0.url'],
      ['snippets that are no list', { snippets: '{"title":1}' }, 'snippets'],
      ['a name that is too long', { name: 'x'.repeat(limits.theme.name + 1) }, 'name'],
      ['HTML that is too large', { html: 'x'.repeat(limits.theme.htmlBytes + 1) }, 'html'],
    ])('%s is refused', async (_, theme, field) => {
      const { status, body } = await create(solo, theme)
      expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]])
    })

    test('snippets and scripts are lists, as JSON or as its text', async () => {
      const snippets = [{ title: 'Bold', template: '<b>{{Name::Bob}}</b>' }]
      const { body } = await create(solo, { snippets: JSON.stringify(snippets) })
      expect(body.snippets).toEqual(snippets)
      expect((await save(solo, body.id, { snippets: [] })).body.snippets).toEqual([])
    })
  })

  describe('who may write themes', () => {
    test('a manager’s themes are the team’s: members read them, others do not learn of them', async () => {
      const { body } = await create(manager, { name: 'Brand' })
      expect(body.team_id).toBe(manager.user.team_id)
      expect(await read(member, body.id)).toMatchObject({ name: 'Brand', may_change: false, may_write_scripts: false })
      expect((await member.get(`${base}.json`)).body.results[0].name).toBe('Brand')
      expect((await save(member, body.id, { name: 'Mine' })).status).toBe(403)
      expect((await member.delete(`${base}/${body.id}`)).status).toBe(403)
      expect((await create(member)).status).toBe(403)
      expect((await save(solo, body.id, { name: 'Mine' })).status).toBe(404)
      expect((await solo.get(`${base}/${body.id}`)).status).toBe(404)
      expect((await app.visitor().get(`${base}/${body.id}`)).status).toBe(401)
      expect((await create(await app.person({ plan: 'pro' }))).body.error).toBe('upgrade_required')
    })

    test('without billing every user has themes', async () => {
      const off = await makeApp({ settings: { billing: 'off' } })
      const team = await makeTeam(off.services, 'beta')
      const reader = await off.person({ team_id: team.id, membership_role: 'member' })
      expect((await create(await off.person())).status).toBe(201)
      const { body } = await create(reader, { less: 'a { b: c }', html: '<p>x</p>', palette: '#fff' })
      expect(body).toMatchObject({ team_id: null, may_change: true, may_write_scripts: false })
    })

    test('an owner has a limited number of themes', async () => {
      const person = await app.person({ plan: 'enterprise' })
      const { body } = await create(person)
      const { write } = app.services.database
      const row = await write.selectFrom('themes').selectAll().where('id', '=', body.id).executeTakeFirstOrThrow()
      const { id: _id, ...values } = row
      const lists = { colors: '{}', scripts: '[]', snippets: '[]' }
      const rows = Array.from({ length: limits.theme.count - 1 }, () => ({ ...values, ...lists }))
      for (let at = 0; at < rows.length; at += 20)
        await write
          .insertInto('themes')
          .values(rows.slice(at, at + 20))
          .execute()
      const full = await create(person)
      expect([full.status, full.body.error]).toEqual([422, messages.theme.full])
    })
  })

  describe('scripts of a theme', () => {
    const js = 'window.t = 1'
    const scripts = [{ url: 'https://x.example/a.js', integrity: null }]

    test('are for team managers and operators, and each change is in the audit log', async () => {
      expect((await create(solo, { js })).body.error).toBe(messages.theme.scriptsNotAllowed)
      const { id } = (await create(solo, { name: 'Plain' })).body
      const refused = await save(solo, id, { scripts })
      expect([refused.status, (await read(solo, id)).scripts]).toEqual([403, []])
      const operator = await app.person({ operator: true, plan: 'enterprise' })
      expect((await create(operator, { js })).status).toBe(201)
      const { body } = await create(manager, { js, scripts })
      expect([body.js, body.scripts]).toEqual([js, scripts])
      const entry = await app.services.database.read
        .selectFrom('audit')
        .selectAll()
        .where('action', '=', 'theme.scripts')
        .where('resource', '=', `theme:${body.id}`)
        .executeTakeFirstOrThrow()
      expect(entry.detail).toMatchObject({ added: [scripts[0]?.url], removed: [] })
      expect(JSON.stringify(entry.detail)).not.toContain('window.t')
    })

    test('are kept when another field is saved, and restored only by those who may write them', async () => {
      const { id } = (await create(solo, { name: 'A' })).body
      const { write } = app.services.database
      await write.updateTable('themes').set({ js }).where('id', '=', id).execute()
      expect((await save(solo, id, { name: 'B' })).body.js).toBe(js)
      const restored = await solo.post(`${base}/${id}/restore.json`, { version: 1 })
      expect(restored.body).toMatchObject({ name: 'A', js })
      expect((await save(solo, id, { js: '' })).body.js).toBe('')
    })

    test('are refused where none run: switched off, or without a content host', async () => {
      const off = await makeApp({ settings: { themeScripts: 'off' } })
      const none = await makeApp({ settings: { contentUrl: null } })
      const tries = [off, none].map(async (one) => {
        const operator = await one.person({ operator: true, plan: 'enterprise' })
        const { status, body } = await create(operator, { js })
        return [status, body.errors?.js?.[0]]
      })
      expect(await Promise.all(tries)).toEqual([
        [422, messages.theme.scriptsOff],
        [422, messages.theme.scriptsNeedContentHost],
      ])
      const open = await makeApp({ settings: { themeScripts: 'everybody' } })
      expect((await create(await open.person({ plan: 'enterprise' }), { js })).status).toBe(201)
    })
  })

  describe('slide templates of a theme', () => {
    test('managers make the team’s templates available with it and take them away', async () => {
      const team_id = manager.user.team_id
      const now = app.services.now()
      const { id: template } = await app.services.database.write
        .insertInto('slide_templates')
        .values({
          ...{ user_id: null, team_id, label: 'x', html: '<section></section>', size: 1 },
          ...{ created_at: now, updated_at: now },
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const { id } = (await create(manager)).body
      const add = (person: TestClient, ids: number[]) =>
        person.post(`${base}/${id}/add_slide_template.json`, { slide_template_ids: ids })
      expect((await add(member, [template])).status).toBe(403)
      expect((await add(manager, [template, 99_999])).body.error).toBe(messages.theme.templateMissing)
      expect((await add(manager, [template])).body.slide_template_ids).toEqual([template])
      const remove = (person: TestClient) =>
        person.delete(`${base}/${id}/remove_slide_template.json`, { slide_template_ids: [template] })
      expect((await remove(member)).status).toBe(403)
      expect((await remove(manager)).body.slide_template_ids).toEqual([])
    })
  })

  describe('applying a theme to a deck', () => {
    const applied = { center: false, rolling_links: true, font: 'league', color: 'sand-blue', transition: 'zoom' }

    test('sets the deck’s fields, and null takes the theme away and leaves them', async () => {
      const fonts = { background_transition: 'fade', font_typekit: 'abcd', font_google: 'Lora' }
      const { id } = (await create(solo, { ...applied, ...fonts, css: 'h1 { color: red }', js: '' })).body
      const deck = await makeDeck(app.services, solo.user)
      const address = `/api/v1/decks/${deck.id}/theme.json`
      const { status, body } = await solo.put(address, { theme_id: id })
      expect([status, body.deck.version, body.theme.css]).toEqual([200, 2, 'h1 {\ncolor: red;\n}\n'])
      expect((await solo.get(`/api/v1/decks/${deck.id}.json`)).body).toMatchObject({
        ...{ theme_id: id, center: false, rolling_links: true, theme_font: 'league', theme_color: 'sand-blue' },
        ...{ transition: 'zoom', ...fonts },
      })
      const cleared = await solo.put(address, { deck: { theme_id: null } })
      expect(cleared.body.deck).toMatchObject({ theme_id: null, theme_font: 'league', version: 3 })
      expect((await solo.get(address)).body).toEqual({ theme: null })
    })

    test('a theme that the user or the deck may not have is refused', async () => {
      const foreign = (await create(solo)).body.id
      const deck = await makeDeck(app.services, member.user)
      const put = (theme_id: number) => member.put(`/api/v1/decks/${deck.id}/theme.json`, { theme_id })
      const refused = await put(foreign)
      expect([refused.status, refused.body.errors.theme_id]).toEqual([422, [messages.theme.missing]])
      expect((await put((await create(manager)).body.id)).status).toBe(200)
    })

    test('a deleted theme leaves its decks with their fields', async () => {
      const { id } = (await create(solo, applied)).body
      const deck = await makeDeck(app.services, solo.user)
      await solo.put(`/api/v1/decks/${deck.id}/theme.json`, { theme_id: id })
      await solo.delete(`${base}/${id}.json`)
      const { body } = await solo.get(`/api/v1/decks/${deck.id}.json`)
      expect(body).toMatchObject({ theme_id: null, theme_font: 'league', theme_color: 'sand-blue' })
    })
  })

  describe('a built-in theme', () => {
    const [{ id, content }] = builtInThemes as [BuiltInTheme]

    test('is for everybody: seen, applied, the default of new decks; nobody can change or delete it', async () => {
      const free = await app.person()
      const { body } = await free.get(`${base}/${id}.json`)
      expect(body).toMatchObject({ name: content.name, may_change: false, may_write_scripts: false })
      const picture = await free.get(`${base}/${id}/thumbnail`)
      expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/webp'])
      expect((await app.visitor().get(`${base}/${id}.json`)).status).toBe(401)
      const deck = await makeDeck(app.services, free.user)
      const applied = await free.put(`/api/v1/decks/${deck.id}/theme.json`, { theme_id: id })
      expect([applied.status, applied.body.deck.theme_font]).toEqual([200, content.font])
      expect(applied.body.theme.css).toBe(body.css)
      const { status } = await free.put('/users.json', { user: { default_theme_id: id } })
      expect(status).toBe(200)
      const made = await free.post('/api/v1/decks.json', { deck: { title: 'New' } })
      expect(made.body.deck ?? made.body).toMatchObject({ theme_id: id, theme_color: content.color })
      for (const person of [free, solo, manager]) {
        expect((await save(person, id, { name: 'Mine' })).status).toBe(403)
        expect((await person.delete(`${base}/${id}.json`)).status).toBe(403)
      }
    })

    test('is copied to begin a theme with, by those who may write themes', async () => {
      expect((await member.post(`${base}/${id}/duplicate.json`)).status).toBe(403)
      const { status, body } = await solo.post(`${base}/${id}/duplicate.json`)
      expect([status, body.name, body.may_change]).toEqual([201, `${content.name} copy`, true])
      expect(body).toMatchObject({ colors: content.colors, html: content.html, body_font: content.body_font })
      expect(body.less).toMatch(/^\/\* .* \*\//)
      expect(body.css).toContain('.boardroom-band {')
    })

    test('an id beyond the built-in ones is none', async () => {
      expect((await solo.get(`${base}/${id + 500}.json`)).status).toBe(404)
      const deck = await makeDeck(app.services, solo.user)
      expect((await solo.put(`/api/v1/decks/${deck.id}/theme.json`, { theme_id: id + 500 })).status).toBe(422)
    })
  })
})
