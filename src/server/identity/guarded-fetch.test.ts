import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { resolveTo } from '../../testing/resolve-to.ts'
import { createGuardedFetch, FetchRefused } from './guarded-fetch.ts'
import { isPublicAddress } from './public-address.ts'

const production = { production: true, privateIssuers: [] }
const development = { production: false, privateIssuers: [] }

describe('public addresses', () => {
  test.each([
    ...['8.8.8.8', '1.1.1.1', '172.15.0.1', '172.32.0.1', '192.169.0.1', '100.63.0.1', '100.128.0.1'],
    ...['2606:4700::1111', '2a00:1450:4001::1'],
  ])('%s is public', (address) => expect(isPublicAddress(address)).toBe(true))

  test.each([
    ...['0.0.0.0', '10.0.0.1', '100.64.0.1', '127.0.0.1', '127.255.0.1', '169.254.169.254', '172.16.0.1'],
    ...['172.31.255.255', '192.168.1.1', '192.0.0.1', '198.18.0.1', '203.0.113.1', '224.0.0.1', '255.255.255.255'],
    ...['::', '::1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '64:ff9b::a00:1', 'fc00::1', 'fd12::1', 'fe80::1'],
    ...['ff02::1', '2001:db8::1', '2002:7f00:1::', '2001::1', 'localhost', '', '127.1'],
  ])('%s is not', (address) => expect(isPublicAddress(address)).toBe(false))
})

describe('the guarded fetch', () => {
  let server: Server
  let port: number
  let answer: (path: string) => { status: number; headers: Record<string, string>; body: string }
  const requests: string[] = []
  beforeAll(async () => {
    server = createServer((request, response) => {
      requests.push(`${request.method} ${request.url}`)
      const { status, headers, body } = answer(request.url ?? '')
      response.writeHead(status, headers).end(body)
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    port = (server.address() as AddressInfo).port
    answer = () => ({ status: 200, headers: { 'content-type': 'text/plain' }, body: 'hello' })
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  const refusedInProduction = [
    ...['http://accounts.example/', 'https://127.0.0.1/', 'https://10.0.0.1/', 'https://169.254.169.254/latest'],
    ...['https://[::1]/', 'https://[::ffff:10.0.0.1]/', 'https://localhost/', 'https://team.localhost/'],
    ...[
      'https://2130706433/',
      'https://0x7f.1/',
      'https://accounts.example:22/',
      'https://user:pass@accounts.example/',
    ],
    ...['file:///etc/passwd', 'ftp://accounts.example/'],
  ]
  test.each(refusedInProduction)('%s is refused without a connection', async (url) => {
    await expect(createGuardedFetch(production, resolveTo('8.8.8.8'))(url, {})).rejects.toThrow(FetchRefused)
  })

  test.each([['127.0.0.1'], ['10.1.2.3'], ['::1'], ['::ffff:127.0.0.1'], ['8.8.8.8', '192.168.0.1']])(
    'a name that resolves to %s is refused',
    async (...addresses) => {
      const fetched = createGuardedFetch(production, resolveTo(...addresses))('https://accounts.example/', {})
      await expect(fetched).rejects.toThrow(FetchRefused)
    },
  )

  test('a development server reaches its own machine, but no private network', async () => {
    const fetched = createGuardedFetch(development)
    expect(await (await fetched(`http://127.0.0.1:${port}/`, {})).text()).toBe('hello')
    await expect(fetched('http://10.0.0.1/', {})).rejects.toThrow(FetchRefused)
    await expect(fetched('https://10.0.0.1/', {})).rejects.toThrow(FetchRefused)
    const rebound = createGuardedFetch(development, resolveTo('10.0.0.1'))
    await expect(rebound(`http://localhost:${port}/`, {})).rejects.toThrow(FetchRefused)
  })

  test('SSO_PRIVATE_ISSUERS allows its hosts alone, with https', async () => {
    const rules = { production: true, privateIssuers: ['sso.intranet.example'] }
    const fetched = createGuardedFetch(rules, resolveTo('127.0.0.1'))
    // Allowed: the connection is made, and fails since the server speaks no TLS.
    const failed = await fetched(`https://sso.intranet.example:${port}/`, {}).catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(Error)
    expect(failed).not.toBeInstanceOf(FetchRefused)
    await expect(fetched(`http://sso.intranet.example:${port}/`, {})).rejects.toThrow(FetchRefused)
    await expect(fetched('https://other.intranet.example/', {})).rejects.toThrow(FetchRefused)
  })

  test('redirects are not followed', async () => {
    answer = () => ({ status: 302, headers: { location: `http://127.0.0.1:${port}/private` }, body: '' })
    requests.length = 0
    expect((await createGuardedFetch(development)(`http://127.0.0.1:${port}/begin`, {})).status).toBe(302)
    expect(requests).toEqual(['GET /begin'])
  })

  test('an answer that is too large is dropped', async () => {
    answer = () => ({ status: 200, headers: {}, body: 'x'.repeat(600_000) })
    await expect(createGuardedFetch(development)(`http://127.0.0.1:${port}/`, {})).rejects.toThrow(FetchRefused)
  })

  test('the caller can end a request', async () => {
    const signal = AbortSignal.abort()
    await expect(createGuardedFetch(development)(`http://127.0.0.1:${port}/`, { signal })).rejects.toThrow()
  })
})
