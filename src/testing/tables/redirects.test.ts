import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { beginSessionTransfer } from '../../api/session-transfer/mount-session-transfer.ts'
import { returnPath } from '../../rules/return-path.ts'
import { createContentHosts } from '../../server/content/content-hosts.ts'
import { serveContent } from '../../server/content/serve-content.ts'
import { signInPath, wantedPath } from '../../web/data/return-path.ts'
import { evil, knownRedirectAttacks, redirectAttacks } from '../attacks/redirect-attacks.ts'
import { makeTeam } from '../factories.ts'
import { fakePlayerBuild } from '../fake-player-build.ts'
import { makeTestApp, type TestApp, type TestPerson } from '../test-app.ts'

const hostile = redirectAttacks
// Each attack takes several requests. The long run (`npm run attack redirects`) tries all of them, other runs all
// known ones and every tenth generated one.
const sent = process.env.ATTACK ? hostile : hostile.filter((_, at) => at < knownRedirectAttacks || at % 10 === 0)

/** Where a browser at `base` goes for this Location: an origin, 'null' for an opaque one, or none if it is no URL. */
function originAfter(location: string, base: string): string {
  return URL.canParse(location, base) ? new URL(location, base).origin : 'none'
}

const base = 'http://localhost:3000'
/** Bases that end in a name: appending to them could form another host name. */
const bases = [base, 'https://decks.example', 'https://decks.example:8443']

describe('redirects after sign-in stay on this site', () => {
  test.each(bases)('from %s, in any notation of the URL', (from) => {
    const left = hostile.filter((wanted) => {
      const path = returnPath(wanted, from)
      return path !== null && originAfter(path, from) !== new URL(from).origin
    })
    expect(left).toEqual([])
  })

  test('if the sign-in page parses return_to, and if another page writes it into the sign-in URL', () => {
    const left = hostile.filter((wanted) => {
      const query = new URLSearchParams({ return_to: wanted })
      return originAfter(wantedPath(query, base), base) !== base
    })
    const carried = hostile.filter((wanted) => {
      const asked = URL.canParse(wanted, base) ? new URL(wanted, base) : null
      if (!asked) return false
      const signIn = new URL(signInPath(asked), base)
      return signIn.origin !== base || originAfter(wantedPath(signIn.searchParams, base), base) !== base
    })
    expect([left, carried]).toEqual([[], []])
  })

  test('some of these attacks would pass a check for a leading slash alone', () => {
    const naive = (wanted: string) => (wanted.startsWith('/') ? wanted : '/')
    const left = hostile.filter((wanted) => originAfter(naive(wanted), base) !== base)
    expect(hostile.length).toBeGreaterThanOrEqual(500)
    expect(left.length).toBeGreaterThanOrEqual(50)
  })
})

describe('no response of the server redirects off the site', () => {
  let app: TestApp
  let ann: TestPerson
  let port: number
  let mediaOrigin: string

  beforeAll(async () => {
    app = await makeTestApp('sqlite', {
      extend: (server, services) => {
        const hosts = createContentHosts(services.settings, services.keys)
        mediaOrigin = hosts.mediaOrigin
        serveContent(server, {
          ...{ services, build: fakePlayerBuild, hosts: () => hosts, frames: async () => null, canvas: () => '' },
          ...{ media: services.files.get, files: new Map() },
        })
        server.get('/a-team-page', (request, reply) =>
          beginSessionTransfer(services, request, reply, String((request.query as { path: string }).path)),
        )
      },
    })
    ann = await app.person({ team_id: (await makeTeam(app.services, 'acme')).id })
    await app.server.listen({ port: 0, host: '127.0.0.1' })
    port = (app.server.server.address() as AddressInfo).port
  })
  afterAll(() => app.close())

  /** The Location for a raw request target that no client would send. */
  function rawLocation(target: string, host: string): Promise<string | null> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
      })
      let text = ''
      socket.on('data', (bytes) => {
        text += bytes.toString('latin1')
      })
      socket.on('error', reject)
      socket.on('close', () => resolve(/^location: (.*)$/im.exec(text)?.[1]?.trim() ?? null))
    })
  }

  // Targets with invalid request line characters are skipped: they would be a different request.
  const targets = sent.filter((wanted) => /^[\x21-\x7e]+$/.test(wanted))

  test.each(['evil.example', 'evil.example:3000', 'localhost', '127.0.0.1:3000', 'localhost:3000.evil.example'])(
    'for a request with the host %s',
    async (host) => {
      const locations = await Promise.all(targets.map((target) => rawLocation(target, host)))
      const left = targets.filter((_, at) => {
        const location = locations[at]
        return location && originAfter(location, `http://${evil}`) !== base
      })
      expect(left).toEqual([])
      expect(locations.filter(Boolean).length).toBeGreaterThanOrEqual(20)
    },
  )

  test('if the site’s own URL has no port', async () => {
    const named = await makeTestApp('sqlite', { settings: { baseUrl: 'https://decks.example', contentUrl: null } })
    try {
      await named.server.listen({ port: 0, host: '127.0.0.1' })
      const own = port
      port = (named.server.server.address() as AddressInfo).port
      const locations = await Promise.all(targets.map((target) => rawLocation(target, evil)))
      port = own
      const left = targets.filter((_, at) => {
        const location = locations[at]
        return location && originAfter(location, `http://${evil}`) !== 'https://decks.example'
      })
      expect(left).toEqual([])
    } finally {
      await named.close()
    }
  })

  test('for a user redirected to their team, or waiting to sign in there', async () => {
    const nonce = 'a'.repeat(64)
    const left: string[] = []
    for (const wanted of sent) {
      const address = `/handoff?${new URLSearchParams({ to: 'acme', nonce, return_to: wanted })}`
      const given = new URL(String((await ann.get(address)).headers.location), base)
      const back = given.searchParams.get('return_to') ?? ''
      if (given.origin !== 'http://acme.localhost:3000' || originAfter(back, given.origin) !== given.origin)
        left.push(wanted)
      const waits = new URL(String((await app.visitor().get(address)).headers.location), base)
      const after = originAfter(wantedPath(waits.searchParams, base), base)
      if (waits.origin !== base || after !== base) left.push(`${wanted} signed out`)
      await app.services.limits.reset('write', '127.0.0.1')
    }
    expect(left).toEqual([])
  })

  test('for a user redirected to an unknown team', async () => {
    const names = [
      evil,
      `${evil}/`,
      `${evil}#`,
      `${evil}?`,
      `${evil}\\`,
      `x@${evil}`,
      `${evil}/x.`,
      `acme.${evil}:80#`,
      '//',
      '',
    ]
    for (const to of [...names, `acme\t.${evil}/`, 'acme/../..', 'd-aaaaaaaaaaaaaaaaaaaaaaaaaa']) {
      const { status, headers } = await ann.get(`/handoff?${new URLSearchParams({ to, nonce: 'a'.repeat(64) })}`)
      expect([to, status, headers.location]).toEqual([to, 404, undefined])
    }
  })

  test('for a user who arrives at their team with a valid code', async () => {
    const team = { host: 'acme.localhost:3000' }
    const left: string[] = []
    for (const wanted of sent) {
      const browser = app.visitor()
      const begun = await browser.get('/a-team-page?path=/', team)
      const asked = new URL(String(begun.headers.location))
      const given = new URL(String((await ann.get(asked.pathname + asked.search)).headers.location))
      given.searchParams.set('return_to', wanted)
      const done = await browser.get(given.pathname + given.search, team)
      if (done.status !== 302 || originAfter(String(done.headers.location), given.origin) !== given.origin)
        left.push(wanted)
      await app.services.limits.reset('write', '127.0.0.1')
      await app.services.limits.reset('write', `user:${ann.user.id}`)
    }
    expect(left).toEqual([])
  })

  test('for pictures, which redirect to the media host only', async () => {
    const names = [
      ...targets,
      'abcdefgh.png',
      '@evil.example/abcdefgh',
      '..%2f..%2fevil',
      '%2f%2fevil.example',
      '\\evil.example',
    ]
    const locations = await Promise.all(names.map((name) => rawLocation(`/m/${name}`, 'localhost:3000')))
    const origins = new Set(
      locations.filter((location) => location !== null).map((location) => originAfter(location, base)),
    )
    expect([...origins]).toEqual([mediaOrigin])
  })
})
