import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limits } from '../../rules/limits.ts'
import { overrideTimings } from '../../rules/timings.ts'
import { makeTestApp, type TestApp } from '../../testing/test-app.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { boundConnections } from './bound-requests.ts'

/**
 * Starts a server in which a body may take `requestBody` ms and an upload twice as long, and their speed is measured over
 * `requestBodyWindow` ms.
 */
async function start(requestBody: number, requestBodyWindow: number): Promise<TestApp> {
  const restore = overrideTimings({ requestBody, longRequestBody: 2 * requestBody, requestBodyWindow })
  const started = await makeTestApp('sqlite', {
    extend: (server) => {
      server.post('/small', async (request) => ({ got: JSON.stringify(request.body).length }))
      server.post('/large', { bodyLimit: limits.http.longBody }, async () => ({ got: 'all' }))
    },
  })
  await started.server.listen({ port: 0, host: '127.0.0.1' })
  open.push(restore)
  return started
}

let app: TestApp
const open: (() => void)[] = []

beforeAll(async () => {
  app = await start(1_500, 600)
})
afterAll(async () => {
  for (const close of open) close()
  await app.close()
})

const portOf = ({ server }: TestApp) => (server.server.address() as AddressInfo).port

/** Sends `text` as a raw client; `got` returns what was received. */
function send(text: string, port = portOf(app)): { socket: Socket; got(): string; closed(): boolean } {
  const socket = connect(port, '127.0.0.1', () => socket.write(text))
  let got = ''
  socket.on('data', (bytes) => {
    got += bytes.toString('latin1')
  })
  socket.on('error', () => {})
  open.push(() => socket.destroy())
  return { socket, got: () => got, closed: () => socket.closed }
}

const head = (path: string, length: number | 'chunked') =>
  `POST ${path} HTTP/1.1\r\nHost: localhost:3000\r\nContent-Type: application/json\r\n${
    length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`
  }\r\n\r\n`

/** Writes a few bytes repeatedly until the connection ends. */
function drip(socket: Socket, bytes: string, every: number): void {
  const timer = setInterval(() => (socket.writable ? socket.write(bytes) : clearInterval(timer)), every)
  open.push(() => clearInterval(timer))
}

// Concurrent: each waits for the time limits.
describe.concurrent('slow request bodies', () => {
  test.each([
    ['drips', head('/small', 900_000)],
    ['drips in chunks', `${head('/small', 'chunked')}`],
    ['drips to an upload', head('/large', 9_000_000)],
    ['drips to a path that does not exist', head('/nothing', 9_000)],
    ['drips to a path that takes no such method', head('/api/v1/decks/1/data.json', 9_000)],
    ['drips to a foreign host', head('/small', 9_000).replace('localhost:3000', 'evil.example')],
    ['drips to the host of no team', head('/small', 9_000).replace('localhost:3000', 'nobody.localhost:3000')],
    ['drips to two hosts', head('/small', 9_000).replace('\r\n', '\r\nHost: evil.example\r\n')],
  ])('a body that %s is aborted', async (_case, start) => {
    const { socket, got, closed } = send(start)
    drip(socket, start.includes('chunked') ? '1\r\n \r\n' : ' ', 50)
    await waitFor(closed)
    expect(got()).toMatch(/^HTTP\/1\.1 (408|400|404|405|421) /)
  })

  test('a body that stops after its first bytes is aborted', async () => {
    const { closed, got } = send(`${head('/small', 50)}{"a":`)
    await waitFor(closed)
    expect(got()).toMatch(/^HTTP\/1\.1 408 /)
  })

  test.each([
    ['body', '/small', 1_500],
    ['upload', '/large', 3_000],
  ])('a fast %s that never ends is aborted at its time limit', async (_case, path, patience) => {
    const begun = performance.now()
    const { socket, got, closed } = send(head(path, 900_000))
    drip(socket, ' '.repeat(2_000), 20)
    await waitFor(closed)
    expect(got()).toMatch(/^HTTP\/1\.1 408 /)
    // Not before: it is not slow.
    expect(performance.now() - begun).toBeGreaterThan(patience - 10)
  })

  test('a body that arrives in two parts is accepted', async () => {
    const { socket, got } = send(`${head('/small', 7)}{"a"`)
    await new Promise((resolve) => setTimeout(resolve, 100))
    socket.write(':1}')
    await waitFor(() => got().includes('200 OK'))
  })
})

test('a connection between two requests, or waiting for an answer, is not closed', async () => {
  const { socket, got, closed } = send(`${head('/small', 2)}{}`)
  await waitFor(() => got().includes('200 OK'))
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  expect(closed()).toBe(false)
  socket.write(`${head('/small', 2)}{}`)
  await waitFor(() => got().split('200 OK').length === 3)
})

test('the unfinished bodies of one address are limited; complete bodies do not count', async () => {
  const patient = await start(60_000, 60_000)
  const number = limits.http.bodiesPerAddress + 20
  const many = Array.from({ length: number }, () => send(`${head('/large', 9_000_000)}{`, portOf(patient)))
  await waitFor(() => many.filter(({ got }) => got().startsWith('HTTP/1.1 429 ')).length === 20)
  for (const { socket } of many) socket.destroy()
  const whole = Array.from({ length: number }, () => send(`${head('/small', 2)}{}`, portOf(patient)))
  await waitFor(() => whole.every(({ got }) => got().startsWith('HTTP/1.1 200 ')))
  await patient.close()
})

describe('connections of one address without a request are limited', () => {
  async function serve(trustProxy: string[]): Promise<number> {
    const server = createServer((_request, response) => response.end('ok'))
    server.on('upgrade', (_request, socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n'))
    boundConnections(server, trustProxy, 3)
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    open.push(
      () => server.closeAllConnections(),
      () => server.close(),
    )
    return (server.address() as AddressInfo).port
  }
  const get = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'
  const upgrade = 'GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n'

  test('further connections are closed until another one starts a request or closes', async () => {
    const port = await serve([])
    const silent = [send('', port), send('GET / HT', port), send('', port)]
    await waitFor(() => silent.every(({ socket }) => !socket.connecting))
    const fourth = send(get, port)
    await waitFor(fourth.closed)
    expect(silent.some(({ closed }) => closed())).toBe(false)
    silent[0]?.socket.destroy()
    silent[2]?.socket.write(get)
    await waitFor(() => silent[2]?.got().includes('200 OK'))
    const fifth = send(get, port)
    await waitFor(() => fifth.got().includes('200 OK'))
  })

  test('WebSockets, connections with a complete request, and connections of a trusted proxy do not count', async () => {
    const port = await serve([])
    for (const text of [get, upgrade, get, upgrade, get, upgrade]) {
      const { got } = send(text, port)
      await waitFor(() => /^HTTP\/1\.1 (200|101) /.test(got()))
    }
    const behind = await serve(['loopback'])
    const silent = Array.from({ length: 6 }, () => send('', behind))
    const asked = send(get, behind)
    await waitFor(() => asked.got().includes('200 OK'))
    expect(silent.some(({ closed }) => closed())).toBe(false)
  })
})
