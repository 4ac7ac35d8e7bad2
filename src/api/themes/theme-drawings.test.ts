import { beforeAll, describe, expect, test } from 'vitest'
import { accountMessages } from '../../rules/account-messages.ts'
import { newDeckSettings } from '../../rules/deck-columns.ts'
import { makeDeck, makeTeam, makeTheme } from '../../testing/factories.ts'
import { frameIn, mountDecks } from '../../testing/mount-decks.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import { loadDeckFor } from '../decks/load-deck.ts'

/** A footer with a text and numbers, as it is stored. */
function footerWith(text: string): string {
  const at = { place: 'bottom-start', size: 'small' }
  return JSON.stringify({ text: { text, ...at }, number: { ...at, place: 'bottom-end' } })
}

eachDatabase((makeApp) => {
  let app: TestApp
  let ada: TestPerson
  beforeAll(async () => {
    app = await makeApp({ extend: mountDecks })
    ada = await app.person({ username: 'ada', plan: 'enterprise' })
  })

  /** The document in a view of a deck. */
  async function drawn(address: string, by: Pick<TestPerson, 'get'> = ada): Promise<string> {
    const url = frameIn((await by.get(address)).text)
    return (await app.server.inject({ url: url.pathname, headers: { host: url.host } })).body
  }

  const save = (id: number, theme: object) => ada.put(`/api/v1/themes/${id}.json`, { theme })
  const apply = (deck: number, theme_id: number | null) => ada.put(`/api/v1/decks/${deck}/theme.json`, { theme_id })

  describe('a theme', () => {
    test('stands in frames and on paper, and its newest version at the next view, also for visitors', async () => {
      const theme = await makeTheme(app.services, {
        ...{ user_id: ada.user.id, html: '<p class="t">x</p>', css: 'h1 {\ncolor: red;\n}\n' },
        ...{ colors: '{"accent-2":"#123456","background":"#fafafa"}', heading_font: "'Lato', sans-serif" },
      })
      const deck = await makeDeck(app.services, ada.user, { slug: 'themed', slides: ['<h1>Hi</h1>'] })
      const visitor = app.visitor()
      expect(await drawn('/ada/themed', visitor)).not.toContain('theme-html')
      await apply(deck.id, theme.id)
      for (const view of ['', '/fullscreen', '/embed', '/review', '/export']) {
        const html = await drawn(`/ada/themed${view}`)
        expect(html, view).toContain('<div class="theme-html"><p class="t">x</p></div>')
        expect(html, view).toContain('color: red')
        expect(html, view).toContain('--l-accent-2:#123456')
        expect(html, view).toContain("--r-heading-font:'Lato', sans-serif")
      }
      expect(await drawn('/ada/themed', visitor)).toContain('color: red')
      await save(theme.id, { css: 'h1 { color: blue }' })
      expect(await drawn('/ada/themed', visitor)).toContain('color: blue')
      await ada.delete(`/api/v1/themes/${theme.id}.json`)
      expect(await drawn('/ada/themed', visitor)).not.toContain('theme-html')
    })

    test('has a footer that decks inherit, override part by part, and opt slides out of', async () => {
      const theme = await makeTheme(app.services, { user_id: ada.user.id })
      expect((await save(theme.id, { footer: footerWith('Acme <b>') })).body.footer).toBe(footerWith('Acme <b>'))
      const slides = ['<h1>One</h1>', '<h1>Two</h1>']
      const deck = await makeDeck(app.services, ada.user, { slug: 'footed', slides, theme_id: theme.id })
      for (const view of ['', '/fullscreen', '/embed', '/export']) {
        const html = await drawn(`/ada/footed${view}`)
        expect(html.match(/>Acme &lt;b&gt;<\/span>/g), view).toHaveLength(2)
        expect(html.match(/footer-number">([12])</g), view).toHaveLength(2)
      }
      const { version } = (await ada.get(`/api/v1/decks/${deck.id}.json`)).body
      const own = { text: { text: 'Own', place: 'top-end', size: 'large' } }
      const put = (fields: object) => ada.put(`/api/v1/decks/${deck.id}.json`, { deck: { version, ...fields } })
      expect((await put({ footer: '{"text":{"text":""}}' })).status).toBe(422)
      const sent = await put({ footer: JSON.stringify({ number: null, ...own }) })
      expect(sent.body.footer).toBe(JSON.stringify({ ...own, number: null }))
      const html = await drawn('/ada/footed')
      expect(html.match(/>Own<\/span>/g)).toHaveLength(2)
      expect(html).not.toMatch(/Acme|footer-number/)
      const data = (await ada.get(`/api/v1/decks/${deck.id}/data.json`)).body.data as string
      const hidden = data.replace('<section', '<section data-l-hide-footer=""')
      await ada.put(`/api/v1/decks/${deck.id}.json`, { deck: { version: version + 1, data: hidden, footer: '' } })
      expect((await drawn('/ada/footed')).match(/footer-number">(\d)</g)).toEqual(['footer-number">2<'])
    })

    test('changes no slide: after another theme and back, and without one, the markup is the same', async () => {
      const [first, second] = await Promise.all(
        ['First', 'Second'].map((name) =>
          makeTheme(app.services, { user_id: ada.user.id, name, html: `<p>${name}</p>`, footer: footerWith(name) }),
        ),
      )
      const deck = await makeDeck(app.services, ada.user, { slides: ['<h1>Hi</h1>', '<p class="a">x</p>'] })
      const data = async () => (await ada.get(`/api/v1/decks/${deck.id}/data.json`)).body.data
      const before = await data()
      for (const theme of [first, second, first, null, second]) {
        await apply(deck.id, theme?.id ?? null)
        expect(await data()).toBe(before)
      }
    })

    test('runs a team’s scripts before its own, with their hashes, and none while they are switched off', async () => {
      const team = await makeTeam(app.services, 'acme', { scripts: '["https://t.example/team.js"]' })
      const boss = await app.person({
        team_id: team.id,
        membership_role: 'owner',
        plan: 'enterprise',
        username: 'boss',
      })
      const integrity = `sha384-${'A'.repeat(64)}`
      const scripts = JSON.stringify([{ url: 'https://t.example/own.js', integrity }])
      const theme = await makeTheme(app.services, { team_id: team.id, js: 'window.t=1', scripts })
      await makeDeck(app.services, boss.user, { slug: 'a', slides: ['<p>x</p>'], theme_id: theme.id, team_id: null })
      const html = await drawn('/boss/a', app.visitor())
      const order = ['team.js', `own.js" integrity="${integrity}" crossorigin="anonymous"`, 'window.t=1']
      expect(order.map((part) => html.indexOf(part))).toEqual(
        order.map((part) => html.lastIndexOf(part)).sort((a, b) => a - b),
      )
      expect(html.indexOf('team.js')).toBeGreaterThan(0)
      Object.assign(app.services.settings, { themeScripts: 'off' })
      await save(theme.id, {})
      await app.services.database.write.updateTable('themes').set({ version: 2 }).where('id', '=', theme.id).execute()
      expect(await drawn('/boss/a', app.visitor())).not.toMatch(/team\.js|own\.js|window\.t/)
      Object.assign(app.services.settings, { themeScripts: 'managers' })
    })
  })

  describe('scripts of a team’s theme', () => {
    /** A team with a theme that has scripts, and personal decks of its owner and a member with this theme. */
    async function scripted(slug: string) {
      const team = await makeTeam(app.services, slug, { scripts: '["https://t.example/team.js"]' })
      const inTeam = { team_id: team.id, plan: 'enterprise' } as const
      const theme = await makeTheme(app.services, {
        ...{ team_id: team.id, js: 'window.t=1', css: 'h1 {\ncolor: red;\n}\n', html: '<p class="t">x</p>' },
      })
      const people = await Promise.all(
        (['owner', 'member'] as const).map(async (role) => {
          const person = await app.person({ ...inTeam, membership_role: role, username: `${slug}-${role}` })
          const deck = { slug: 'a', slides: ['<h1>x</h1>'], theme_id: theme.id, team_id: null }
          await makeDeck(app.services, person.user, deck)
          return person
        }),
      )
      const html = (person: TestPerson) => drawn(`/${person.user.username}/a`, app.visitor())
      return { team, boss: people[0]!, member: people[1]!, html }
    }
    const scripts = /team\.js|window\.t/

    test('do not run in the personal decks of former members, which look as before', async () => {
      const { boss, member, html } = await scripted('left')
      expect(await html(member)).toMatch(scripts)
      const gone = { team_id: null, membership_role: null }
      await app.services.database.write.updateTable('users').set(gone).where('id', '=', member.user.id).execute()
      const after = await html(member)
      expect(after).not.toMatch(scripts)
      expect(after).toContain('color: red')
      expect(after).toContain('<p class="t">x</p>')
      expect(await html(boss)).toMatch(scripts)
    })

    test('are stopped by the team or an operator, who alone lets them run again', async () => {
      const { team, boss, member, html } = await scripted('stop')
      const stop = (by: TestPerson, scripts_stopped: boolean) =>
        by.put('/api/v1/team.json', { team: { scripts_stopped } })
      expect((await stop(member, true)).status).toBe(403)
      expect((await stop(boss, true)).body.scripts_stopped_by).toBe('team')
      expect(await html(boss)).not.toMatch(scripts)
      expect(await html(boss)).toContain('color: red')
      expect((await stop(boss, false)).body.scripts_stopped_by).toBeNull()
      expect(await html(boss)).toMatch(scripts)
      const olga = await app.person({ operator: true })
      const change = (stopped: boolean) =>
        olga.put(`/api/v1/admin/teams/${team.id}/scripts.json`, { change: { stopped, reason: 'They do harm.' } })
      expect((await change(true)).status).toBe(204)
      expect(await html(member)).not.toMatch(scripts)
      const refused = await stop(boss, false)
      expect([refused.status, refused.body.errors.scripts_stopped]).toEqual([
        422,
        [accountMessages.team.scriptsStopped],
      ])
      expect((await change(false)).status).toBe(204)
      expect(await html(member)).toMatch(scripts)
      const log = await app.services.database.read
        .selectFrom('audit')
        .select('action')
        .where('resource', '=', `team:${team.id}`)
        .orderBy('id')
        .execute()
      expect(log.map(({ action }) => action)).toEqual([
        ...['team.change', 'team.change', 'admin.team.scripts', 'admin.team.scripts'],
      ])
    })
  })

  describe('new decks begin with the default theme', () => {
    const lists = { font: 'league', transition: 'zoom', center: false }
    const settings = { theme_font: 'league', transition: 'zoom', center: false }

    test('of the user, whose settings a request can override', async () => {
      const theme = await makeTheme(app.services, { user_id: ada.user.id, ...lists })
      const chosen = await ada.put('/users.json', { user: { default_theme_id: theme.id } })
      expect(chosen.body.default_theme_id).toBe(theme.id)
      const made = await ada.post('/api/v1/decks.json', { deck: { title: 'A', transition: 'fade' } })
      expect(made.body).toMatchObject({ ...settings, theme_id: theme.id, transition: 'fade' })
      const plain = await ada.post('/api/v1/decks.json', { deck: { title: 'B', theme_id: null } })
      expect(plain.body).toMatchObject({ theme_id: null, theme_font: newDeckSettings.theme_font })
      await ada.delete(`/api/v1/themes/${theme.id}.json`)
      expect((await ada.get('/api/v1/users/me.json')).body.default_theme_id).toBeNull()
      expect((await ada.post('/api/v1/decks.json', { deck: { title: 'C' } })).body.theme_id).toBeNull()
    })

    test('of the team, for its members', async () => {
      const team = await makeTeam(app.services, 'beta')
      const inTeam = { team_id: team.id, plan: 'enterprise' } as const
      const boss = await app.person({ ...inTeam, membership_role: 'owner' })
      const member = await app.person({ ...inTeam, membership_role: 'member' })
      const foreign = await makeTheme(app.services, { user_id: boss.user.id })
      const theme = await makeTheme(app.services, { team_id: team.id, name: 'Brand', ...lists })
      const choose = (default_theme_id: number) => boss.put('/api/v1/team.json', { team: { default_theme_id } })
      expect((await choose(foreign.id)).status).toBe(422)
      expect((await choose(theme.id)).body).toMatchObject({
        ...{ default_theme_id: theme.id, themes: [{ id: theme.id, name: 'Brand' }] },
      })
      const made = await member.post('/api/v1/decks.json', { deck: { title: 'A' } })
      expect(made.body).toMatchObject({ ...settings, theme_id: theme.id })
      expect((await member.put('/users.json', { user: { default_theme_id: foreign.id } })).status).toBe(422)
    })
  })

  test('a save changes the theme, and a fork keeps only a theme of its owner', async () => {
    const theme = await makeTheme(app.services, { user_id: ada.user.id })
    const deck = await makeDeck(app.services, ada.user, { visibility: 'all', slides: ['<p>x</p>'] })
    const put = (theme_id: number) => ada.put(`/api/v1/decks/${deck.id}.json`, { deck: { theme_id } })
    expect((await put(99_999)).status).toBe(422)
    expect((await put(theme.id)).body).toMatchObject({ theme_id: theme.id, version: 2 })
    const bob = await app.person()
    const fork = (by: TestPerson) => by.post(`/api/v1/decks/${deck.id}/fork.json`, {})
    expect((await fork(ada)).body.theme_id).toBe(theme.id)
    expect((await fork(bob)).body.theme_id).toBeNull()
  })

  test('a user’s theme no longer stands in a team’s decks after the user has left the team', async () => {
    const { services } = app
    const team = await makeTeam(services, 'delta')
    const person = await app.person({ team_id: team.id, membership_role: 'member', plan: 'enterprise' })
    const theme = await makeTheme(services, { user_id: person.user.id, css: 'h1 {\ncolor: red;\n}\n' })
    const inTeam = await makeDeck(services, person.user, { theme_id: theme.id, team_id: team.id })
    const personal = await makeDeck(services, person.user, { theme_id: theme.id, team_id: null })
    const drawnWith = async () => {
      const loaded = [inTeam, personal].map(({ id }) => loadDeckFor(services.database.read, id, null))
      return (await Promise.all(loaded)).map((one) => one?.theme?.row.id ?? null)
    }
    expect(await drawnWith()).toEqual([theme.id, theme.id])
    const gone = { team_id: null, membership_role: null }
    await services.database.write.updateTable('users').set(gone).where('id', '=', person.user.id).execute()
    expect(await drawnWith()).toEqual([null, theme.id])
  })

  test('deleting an account or a team deletes its themes, and leaves the decks of others with their settings', async () => {
    const team = await makeTeam(app.services, 'gamma')
    const boss = await app.person({ team_id: team.id, membership_role: 'owner', plan: 'enterprise' })
    const theme = await makeTheme(app.services, { team_id: team.id, font: 'league' })
    const deck = await makeDeck(app.services, boss.user, { theme_id: theme.id, theme_font: 'league', team_id: team.id })
    const closed = await boss.delete('/api/v1/team.json', { team: { name: team.name } })
    expect(closed.status).toBe(204)
    const { read } = app.services.database
    expect(await read.selectFrom('themes').select('id').where('id', '=', theme.id).execute()).toEqual([])
    const left = await read.selectFrom('decks').selectAll().where('id', '=', deck.id).executeTakeFirstOrThrow()
    expect(left).toMatchObject({ theme_id: null, theme_font: 'league' })
  })
})
