import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { resolveTo } from '../../testing/resolve-to.ts'
import { createGuardedDownload } from './guarded-download.ts'
import { FetchRefused } from './guarded-fetch.ts'

const limits = { budget: { bytes: 1_000 }, timeout: 5_000 }

describe('an address is refused without a connection:', () => {
  test.each([
    ...['file:///etc/passwd', 'ftp://decks.example/', 'data:text/html,x', 'https://user:pass@decks.example/'],
    ...['http://127.0.0.1/', 'http://10.0.0.1/', 'http://169.254.169.254/latest', 'http://[::1]/', 'http://0x7f.1/'],
    ...['http://2130706433/', 'http://[::ffff:10.0.0.1]/', 'http://localhost/', 'http://a.localhost/'],
    ...['https://decks.example:22/', 'http://decks.example:6379/'],
  ])('%s', async (url) => {
    await expect(createGuardedDownload({ resolve: resolveTo('8.8.8.8') })(url, limits)).rejects.toThrow(FetchRefused)
  })

  test.each([['127.0.0.1'], ['10.1.2.3'], ['::1'], ['100.64.0.1'], ['8.8.8.8', '192.168.0.1']])(
    'a name that means %s',
    async (...addresses) => {
      const download = createGuardedDownload({ resolve: resolveTo(...addresses) })
      await expect(download('https://decks.example/', limits)).rejects.toThrow(FetchRefused)
    },
  )
})

describe('a download', () => {
  let server: Server
  let port: number
  let answer: (path: string, response: ServerResponse) => void
  const requests: string[] = []
  beforeAll(async () => {
    server = createServer((request, response) => {
      requests.push(`${request.headers.host?.split(':')[0]}${request.url} ${request.headers.cookie ?? ''}`.trim())
      answer(request.url ?? '', response)
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    port = (server.address() as AddressInfo).port
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  beforeEach(() => {
    requests.splice(0)
    limits.budget.bytes = 1_000
  })

  // Stands for a public address; 127.0.0.2 stands for a private one.
  const download = () =>
    createGuardedDownload({
      resolve: (name, done) => resolveTo(name === 'private.example' ? '127.0.0.2' : '127.0.0.1')(name, done),
      isAllowed: (address) => address === '127.0.0.1',
      ports: new Set([String(port)]),
    })
  const redirect = (to: string) => (path: string, response: ServerResponse) =>
    path === '/end'
      ? void response.writeHead(200, { 'content-type': 'Text/HTML; charset=utf-8' }).end('hello')
      : void response.writeHead(302, { location: to, 'set-cookie': 'a=b' }).end()

  test('follows redirects, and says where the file was', async () => {
    answer = redirect('/end')
    const { url, type, bytes } = await download()(`http://decks.example:${port}/start#part`, limits)
    expect([url, type, String(bytes)]).toEqual([`http://decks.example:${port}/end`, 'text/html', 'hello'])
    expect(requests).toEqual(['decks.example/start', 'decks.example/end'])
  })

  test.each([
    ['to a private address', () => `http://private.example:${port}/end`],
    ['to a private number', () => `http://127.0.0.2:${port}/end`],
    ['to another port', () => 'http://decks.example:22/'],
    ['to a file', () => 'file:///etc/passwd'],
    ['without end', () => '/start'],
  ])('refuses a redirect %s', async (_, to) => {
    answer = redirect(to())
    await expect(download()(`http://decks.example:${port}/start`, limits)).rejects.toThrow(FetchRefused)
    expect(requests.every((request) => request === 'decks.example/start')).toBe(true)
    expect(requests.length).toBeLessThanOrEqual(4)
  })

  test.each<[string, (response: ServerResponse) => void]>([
    ['a file that says it is too large', (response) => response.writeHead(200, { 'content-length': '1001' }).end()],
    ['a file that turns out too large', (response) => void response.writeHead(200).end('x'.repeat(1_001))],
    ['another answer than 200', (response) => void response.writeHead(404).end('none')],
    ['a packed answer', (response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end('x')],
  ])('refuses %s', async (_, respond) => {
    answer = (_path, response) => respond(response)
    await expect(download()(`http://decks.example:${port}/`, limits)).rejects.toThrow(FetchRefused)
  })

  test('takes what arrives from a budget that others take from at the same time', async () => {
    const waiting: ServerResponse[] = []
    answer = (_, response) => {
      response.writeHead(200).write('x'.repeat(600))
      waiting.push(response)
      if (waiting.length === 2) for (const one of waiting) one.end()
    }
    const all = [1, 2].map((number) => download()(`http://decks.example:${port}/${number}`, limits))
    const ends = (await Promise.allSettled(all)).map(({ status }) => status)
    expect(ends.filter((status) => status === 'fulfilled').length).toBeLessThanOrEqual(1)
    expect(limits.budget.bytes).toBeLessThan(0)
  })

  test('ends when its time is over, also in the middle of a file', async () => {
    answer = (_, response) => void response.writeHead(200).write('begins')
    await expect(download()(`http://decks.example:${port}/`, { ...limits, timeout: 100 })).rejects.toThrow()
  })
})
