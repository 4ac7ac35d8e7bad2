import { beforeAll, describe, expect, test } from 'vitest'
import { createLog } from '../../server/http/logging.ts'
import { makeDeck, makeTeam } from '../../testing/factories.ts'
import { mountScreens } from '../../testing/mount-screens.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import type { TestAnswer, TestClient } from '../../testing/test-client.ts'

const host = 'acme.localhost:3000'
const asPage = { host, headers: { accept: 'text/html', 'sec-fetch-dest': 'document' } }

eachDatabase((makeApp) => {
  let app: TestApp
  let member: TestPerson
  let stranger: TestPerson
  beforeAll(async () => {
    app = await makeApp({ extend: mountScreens })
    const { id: team_id } = await makeTeam(app.services, 'acme')
    member = await app.person({ username: 'ann', plan: 'enterprise', team_id, membership_role: 'member' })
    stranger = await app.person({ username: 'sam' })
    for (const [slug, visibility] of [
      ['open', 'all'],
      ['inner', 'team'],
      ['own', 'self'],
    ] as const) {
      await makeDeck(app.services, member.user, { slug, title: `Deck ${slug}`, visibility, team_id })
    }
    await makeDeck(app.services, stranger.user, { slug: 'elsewhere', title: 'Deck elsewhere' })
  })

  /** Follows redirects between the hosts, each with its own cookies. */
  async function follow(url: string, browsers: { team: TestClient; app: TestClient }) {
    let at = new URL(url, `http://${host}`)
    const visited: string[] = []
    let answer: TestAnswer | null = null
    for (let step = 0; step < 8; step++) {
      visited.push(`${at.host === host ? 'team' : 'app'} ${at.pathname}`)
      const browser = at.host === host ? browsers.team : browsers.app
      answer = await browser.get(at.pathname + at.search, { ...asPage, host: at.host })
      if (answer.status < 300 || answer.status > 399) break
      at = new URL(String(answer.headers.location), at)
    }
    return { answer: answer as TestAnswer, visited }
  }

  test('the team’s host has the team’s home page, with the decks that the viewer may see', async () => {
    const { answer } = await follow('/', { team: app.visitor(), app: app.visitor() })
    expect(answer.status).toBe(200)
    expect(answer.text).toMatch(/<h1[^>]*>[^<]*acme/i)
    expect(answer.text).toContain('Deck open')
    expect(answer.text).not.toMatch(/Deck (inner|own|elsewhere)/)
    const inside = app.visitor()
    await follow('/users/sign_in', { team: inside, app: member })
    const { text } = await inside.get('/', asPage)
    for (const title of ['Deck open', 'Deck inner', 'Deck own']) expect(text).toContain(title)
    expect(text).not.toContain('Deck elsewhere')
    expect((await app.visitor().get('/')).text).not.toContain('Deck inner')
  })

  test('a member who is signed in to the app opens an internal deck on the team’s host without signing in', async () => {
    const { answer, visited } = await follow('/ann/inner', { team: app.visitor(), app: member })
    expect([answer.status, visited]).toEqual([
      200,
      ['team /ann/inner', 'app /handoff', 'team /handoff/redeem', 'team /ann/inner'],
    ])
    expect(answer.text).toContain('Deck inner')
  })

  test.each([
    ['the own profile', 'http://localhost:3000/ann'],
    ['one’s own public deck', 'http://localhost:3000/ann/open'],
    ['the team’s home page, typed', '/'],
    ['a profile on the team’s host, typed', '/ann'],
  ])('a member with a session on the app’s host only is signed in at %s', async (_what, url) => {
    const { answer, visited } = await follow(url, { team: app.visitor(), app: member })
    expect([answer.status, visited.at(-1)?.split(' ')[0]]).toEqual([200, 'team'])
    expect(answer.text).toContain('Menu of ann')
  })

  test('a visitor’s first page of a team asks once for a session; without cookies the page is marked', async () => {
    const browser = app.visitor()
    const first = await follow('/?page=1', { team: browser, app: app.visitor() })
    expect(first.visited).toEqual(['team /', 'app /handoff', 'team /handoff/none', 'team /'])
    expect((await follow('/ann', { team: browser, app: app.visitor() })).visited).toEqual(['team /ann'])
    const outsider = await follow('/', { team: app.visitor(), app: stranger })
    expect([outsider.answer.status, outsider.visited.at(-1)]).toEqual([200, 'team /'])
    expect(outsider.answer.text).not.toContain('Menu of')
    const { headers } = await app.visitor().get('/handoff/none?return_to=%2F%3Fpage%3D1', asPage)
    expect(headers.location).toBe('/?page=1&visitor=')
    expect((await app.visitor().get('/?page=1&visitor=', asPage)).status).toBe(200)
    for (const sent of ['iframe', 'empty']) {
      const headers = { accept: 'text/html', 'sec-fetch-dest': sent }
      expect((await app.visitor().get('/', { host, headers })).status).toBe(200)
    }
    expect((await app.visitor().get('/', { host, headers: { accept: 'text/html' } })).status).toBe(200)
  })

  test('the editor and the review begin the transfer', async () => {
    for (const view of ['edit', 'review']) {
      const { answer, visited } = await follow(`/ann/open/${view}`, { team: app.visitor(), app: member })
      expect([view, answer.status, visited.at(-1)]).toEqual([view, 200, `team /ann/open/${view}`])
    }
  })

  test('hidden and missing decks answer visitors alike: with the sign-in page, or with 404 in frames', async () => {
    const at = async (path: string) => {
      const { answer, visited } = await follow(path, { team: app.visitor(), app: app.visitor() })
      return [answer.status, visited.slice(1)]
    }
    const signIn = [200, ['app /handoff', 'app /users/sign_in']]
    expect([await at('/ann/inner'), await at('/ann/nothing')]).toEqual([signIn, signIn])
    for (const path of ['/ann/inner', '/ann/nothing']) {
      const framed = { host, headers: { accept: 'text/html', 'sec-fetch-dest': 'iframe' } }
      expect((await app.visitor().get(`${path}/embed`, asPage)).status).toBe(404)
      expect((await app.visitor().get(path, framed)).status).toBe(404)
      expect((await app.visitor().get(path, { host, headers: { accept: 'application/json' } })).status).toBe(404)
    }
  })

  test('users outside the team are transferred only to decks that they may see', async () => {
    const at = async (path: string) => (await follow(path, { team: app.visitor(), app: stranger })).answer.status
    expect(await at('/ann/inner')).toBe(404)
    expect(await at('/ann/own/edit')).toBe(404)
    expect(await at('/users/sign_in?return_to=%2F')).toBe(404)
    const team = app.visitor()
    const { visited } = await follow('/users/sign_in?return_to=%2Fann%2Fopen', { team, app: stranger })
    expect(visited.at(-1)).toBe('team /ann/open')
    expect((await team.get('/api/v1/status', { host })).body.user_signed_in).toBe(true)
    // The session there gives no access to what is the team's.
    expect((await team.get('/ann/inner', asPage)).status).toBe(404)
    expect((await team.get('/', asPage)).text).not.toContain('Deck inner')
  })

  test.each(['/edit', '/edit_members', '/reactivate'])(
    '%s tells users outside the team, on the team’s host, for whom it is',
    async (path) => {
      const { answer, visited } = await follow(path, { team: app.visitor(), app: stranger })
      expect([answer.status, visited.at(-1)]).toEqual([403, `team ${path}`])
      expect(answer.text).toContain('It belongs to the owners and admins of the team.')
      expect(answer.text).toContain('Go home')
      const asVisitor = await follow(path, { team: app.visitor(), app: app.visitor() })
      expect(asVisitor.visited.at(-1)).toBe('app /users/sign_in')
      const asMember = await follow(path, { team: app.visitor(), app: member })
      expect(asMember.visited.at(-1)).toBe(`team ${path}`)
    },
  )

  describe('pages of the person', () => {
    test.each([
      '/users/edit',
      '/users/sign_up?return_to=%2Fann%2Fopen',
      '/users/password/new',
      '/users/invitation/accept?invitation_token=x',
    ])('%s redirects to the app’s host', async (path) => {
      const answer = await app.visitor().get(path, asPage)
      expect([answer.status, answer.headers.location]).toEqual([302, `http://localhost:3000${path}`])
    })

    test('the sign-in page returns to the page on the team’s host, and to no other host', async () => {
      const to = async (path: string) => {
        const answer = await app.visitor().get(`/users/sign_in?return_to=${encodeURIComponent(path)}`, asPage)
        const url = new URL(String(answer.headers.location))
        return [url.origin + url.pathname, url.searchParams.get('to'), url.searchParams.get('return_to')]
      }
      const handoff = 'http://localhost:3000/handoff'
      expect(await to('/ann/inner?x=1')).toEqual([handoff, 'acme', '/ann/inner?x=1'])
      expect(await to('//evil.example')).toEqual([handoff, 'acme', '/'])
      expect(await to('https://evil.example/')).toEqual([handoff, 'acme', '/'])
    })
  })

  test('a page that leaves the team’s host is answered once', async () => {
    const lines: string[] = []
    const log = createLog('warn', { write: (line) => void lines.push(line) })
    const own = await makeApp({ extend: mountScreens, log })
    await makeTeam(own.services, 'acme')
    for (const path of ['/users/sign_in', '/users/edit', '/teams/new']) {
      expect([path, (await own.visitor().get(path, asPage)).status]).toEqual([path, 302])
    }
    expect(lines).toEqual([])
  })
})
