import { beforeAll, describe, expect, test } from 'vitest'
import { makeTeam } from '../../testing/factories.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { beginSessionTransfer } from './mount-session-transfer.ts'

const team = { host: 'acme.localhost:3000' }
const other = { host: 'other.localhost:3000' }

eachDatabase((makeApp) => {
  let app: TestApp
  let acme: number
  beforeAll(async () => {
    app = await makeApp({
      extend: (server, services) => {
        server.get('/a-team-page', (request, reply) =>
          beginSessionTransfer(services, request, reply, String((request.query as { path: string }).path)),
        )
      },
    })
    acme = (await makeTeam(app.services, 'acme')).id
    await makeTeam(app.services, 'other')
  })
  const member = () => app.person({ team_id: acme })

  /** Opens a page on the team's host as a visitor. Returns the browser and the URL of the redirect. */
  async function openOnTeamHost(path = '/ada/engines'): Promise<{ browser: TestClient; url: URL }> {
    const browser = app.visitor()
    const answer = await browser.get(`/a-team-page?path=${encodeURIComponent(path)}`, team)
    return { browser, url: new URL(String(answer.headers.location)) }
  }
  const codeFrom = async (person: TestPerson, url: URL) => {
    const answer = await person.get(url.pathname + url.search)
    return { answer, url: new URL(String(answer.headers.location)) }
  }
  const isSignedIn = async (browser: TestClient, options = team) =>
    (await browser.get('/api/v1/status', options)).body.user_signed_in

  test('a signed-in user opens a page of the team’s host and is signed in there', async () => {
    const ann = await member()
    const { browser, url } = await openOnTeamHost()
    expect([url.origin, url.pathname, url.searchParams.get('to')]).toEqual([
      'http://localhost:3000',
      '/handoff',
      'acme',
    ])
    const given = await codeFrom(ann, url)
    expect(given.answer.status).toBe(302)
    expect(given.answer.headers['referrer-policy']).toBe('no-referrer')
    expect(given.url.origin).toBe('http://acme.localhost:3000')
    const done = await browser.get(given.url.pathname + given.url.search, team)
    expect([done.status, done.headers.location]).toEqual([302, '/ada/engines'])
    expect(await isSignedIn(browser)).toBe(true)
    expect(browser.cookie('session')).not.toBe(ann.cookie('session'))
    expect(browser.cookie('handoff')).toBeUndefined()
  })

  test('signing out on one host signs out on all', async () => {
    const ann = await member()
    const { browser, url } = await openOnTeamHost()
    const given = await codeFrom(ann, url)
    await browser.get(given.url.pathname + given.url.search, team)
    await ann.delete('/users/sign_out')
    expect(await isSignedIn(browser)).toBe(false)
  })

  test('a visitor signs in first and then continues', async () => {
    const { url } = await openOnTeamHost()
    const answer = await app.visitor().get(url.pathname + url.search)
    const to = new URL(String(answer.headers.location), 'http://localhost:3000')
    expect(to.pathname).toBe('/users/sign_in')
    const back = new URL(to.searchParams.get('return_to') as string, 'http://localhost:3000')
    expect([back.pathname, back.searchParams.get('to')]).toEqual(['/handoff', 'acme'])
    expect(back.searchParams.get('nonce')).toBe(url.searchParams.get('nonce'))
  })

  describe('a code', () => {
    test('works once', async () => {
      const ann = await member()
      const { browser, url } = await openOnTeamHost()
      const given = await codeFrom(ann, url)
      const path = given.url.pathname + given.url.search
      const nonce = browser.cookie('handoff') as string
      expect((await browser.get(path, team)).status).toBe(302)
      browser.setCookie('handoff', nonce)
      expect((await browser.get(path, team)).status).toBe(422)
    })

    test('works only in the browser that requested it, and only at the first try', async () => {
      const ann = await member()
      const { browser, url } = await openOnTeamHost()
      const given = await codeFrom(ann, url)
      const path = given.url.pathname + given.url.search
      const thief = (await openOnTeamHost()).browser
      expect((await thief.get(path, team)).status).toBe(422)
      expect(await isSignedIn(thief)).toBe(false)
      expect((await browser.get(path, team)).status).toBe(422)
    })

    test('works only on its own host', async () => {
      const ann = await member()
      const { browser, url } = await openOnTeamHost()
      const given = await codeFrom(ann, url)
      expect((await browser.get(given.url.pathname + given.url.search, other)).status).toBe(422)
      expect(await isSignedIn(browser, other)).toBe(false)
    })

    test('works for one minute', async () => {
      const own = await makeApp()
      const ann = await own.person({ team_id: (await makeTeam(own.services, 'acme')).id })
      const nonce = 'a'.repeat(64)
      const answer = await ann.get(`/handoff?to=acme&nonce=${nonce}`)
      own.advance(61_000)
      const url = new URL(String(answer.headers.location))
      expect((await own.visitor().get(url.pathname + url.search, team)).status).toBe(422)
    })

    test('is invalid once the session it was made from has ended', async () => {
      const ann = await member()
      const { browser, url } = await openOnTeamHost()
      const given = await codeFrom(ann, url)
      await ann.delete('/users/sign_out')
      expect((await browser.get(given.url.pathname + given.url.search, team)).status).toBe(422)
    })

    test('is stored as a hash', async () => {
      const ann = await member()
      const { url } = await openOnTeamHost()
      const given = await codeFrom(ann, url)
      const rows = await app.services.database.read.selectFrom('handoff_codes').selectAll().execute()
      expect(JSON.stringify(rows)).not.toContain(given.url.searchParams.get('code'))
    })
  })

  const nonce = 'b'.repeat(64)

  test('users are not transferred to unknown teams or to teams of other users', async () => {
    const ann = await member()
    const stranger = await app.person()
    const statusFor = async (person: TestClient, to: string) =>
      (await person.get(`/handoff?to=${to}&nonce=${nonce}`)).status
    expect([await statusFor(ann, 'acme'), await statusFor(ann, 'other'), await statusFor(ann, 'nosuch')]).toEqual([
      302, 404, 404,
    ])
    expect([await statusFor(stranger, 'acme'), await statusFor(app.visitor(), 'nosuch')]).toEqual([404, 404])
    const refused = await stranger.get(`/handoff?to=acme&nonce=${nonce}`)
    expect(refused.headers['content-type']).toContain('text/html')
    expect(refused.text).toContain('<h1>This page is not open to your account</h1>')
  })

  test('a code is invalid once its user has left the team', async () => {
    const ann = await member()
    const { browser, url } = await openOnTeamHost()
    const given = await codeFrom(ann, url)
    await app.services.database.write
      .updateTable('users')
      .set({ team_id: null })
      .where('id', '=', ann.user.id)
      .execute()
    expect((await browser.get(given.url.pathname + given.url.search, team)).status).toBe(422)
    expect(await isSignedIn(browser)).toBe(false)
  })

  test('the host of an unknown team serves only a link to the app', async () => {
    const nowhere = { host: 'nosuch.localhost:3000' }
    for (const path of ['/', '/explore', '/api/v1/status', '/healthz/x']) {
      const { status, text } = await app.visitor().get(path, nowhere)
      expect([path, status, text]).toEqual([path, 404, '{"error":"Not found"}'])
    }
    const page = await app.visitor().get('/', { ...nowhere, headers: { accept: 'text/html,*/*' } })
    expect(page.status).toBe(404)
    expect(page.text).toContain('<a href="http://localhost:3000">Go to Lectern</a>')
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
    expect((await app.visitor().post('/users/sign_in', {}, nowhere)).status).toBe(404)
    expect((await app.visitor().get('/healthz', nowhere)).status).toBe(200)
    expect((await app.visitor().get('/api/v1/status', team)).status).toBe(200)
  })
  test.each([
    `/handoff?nonce=${nonce}`,
    '/handoff?to=acme',
    '/handoff?to=acme&nonce=short',
    `/handoff?to=evil.example/x&nonce=${nonce}`,
    `/handoff?to=evil.example%23&nonce=${nonce}`,
    `/handoff?to=user@evil&nonce=${nonce}`,
    `/handoff?to=d-${'a'.repeat(26)}&nonce=${nonce}`,
    `/handoff?to=ACME&nonce=${nonce}`,
    `/handoff?to[]=acme&nonce=${nonce}`,
    `/handoff?to=acme&nonce[]=${nonce}`,
  ])('%s is a 404', async (path) => {
    const ann = await member()
    expect((await ann.get(path)).status).toBe(404)
  })

  test.each(['//evil.example', 'https://evil.example', '/\\evil.example', '/users/sign_out', '/api/v1/status'])(
    'a return path %s is replaced by /',
    async (path) => {
      const ann = await member()
      const { browser, url } = await openOnTeamHost(path)
      const given = await codeFrom(ann, url)
      const done = await browser.get(given.url.pathname + given.url.search, team)
      expect([done.status, done.headers.location]).toEqual([302, '/'])
    },
  )

  test('each of the two routes works only on its own kind of host', async () => {
    const ann = await member()
    expect((await ann.get(`/handoff?to=acme&nonce=${nonce}`, team)).status).toBe(404)
    expect((await ann.get('/handoff/redeem?code=x')).status).toBe(404)
    expect((await app.visitor().get('/handoff/redeem?code[]=x', team)).status).toBe(422)
  })
})
