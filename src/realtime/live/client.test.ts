import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { io } from 'socket.io-client'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { overrideTimings } from '../../rules/timings.ts'
import { makeDeck } from '../../testing/factories.ts'
import { portOf } from '../../testing/live-socket.ts'
import { makeTestApp, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { connectLive, type LiveOptions, type LiveSnapshot, type LiveStream } from './client.ts'

let app: TestApp
let ann: TestPerson
const ends: (() => unknown)[] = []
beforeAll(async () => {
  app = await makeTestApp('sqlite')
  ann = await app.person({ plan: 'pro' })
  return () => app.close()
})
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

interface Page {
  readonly stream: LiveStream
  /** All snapshots that the page's listener received. */
  readonly moments: LiveSnapshot[]
  /** Drops the connection like a network failure. */
  lose(): void
  /** Receives nothing more on the open connection, as from a frozen server; returns the function that ends this. */
  freeze(): () => void
  /** The names of the events that the page sent after connecting. */
  said(): readonly string[]
  now(): LiveSnapshot
}

/** A page's stream with a real socket to the app. `reads`: replaces the API's answers. */
async function page(
  client: TestClient,
  options: LiveOptions,
  reads?: () => Promise<string | null>,
  { older = false } = {},
): Promise<Page> {
  const base = new URL(app.services.settings.baseUrl)
  const cookie = `session=${client.cookie('session') ?? ''}`
  const address = `http://127.0.0.1:${await portOf(app)}/live`
  const headers = { host: base.host, origin: base.origin, ...(cookie.endsWith('=') ? {} : { cookie }) }
  const how = { transports: ['websocket'], reconnection: false, autoConnect: false, forceNew: true }
  const socket = io(address, { ...how, extraHeaders: headers })
  // A server of an earlier version reads only the token of the auth payload.
  const brought: { token?: unknown } = {}
  const set = ({ token }: { token: unknown }) => Object.assign(brought, { token })
  if (older) Object.defineProperty(socket, 'auth', { get: () => brought, set })
  const stream = connectLive(options, {
    socket: () => socket,
    read: reads ?? (async (id) => (await client.get(`/api/v1/decks/${id}/stream.json`)).body.state),
  })
  const moments: LiveSnapshot[] = []
  stream.subscribe(() => void moments.push(stream.snapshot()))
  const said: string[] = []
  socket.onAnyOutgoing((event: string) => void said.push(event))
  ends.push(() => stream.close())
  const freeze = () => {
    const { ws } = socket.io.engine.transport as unknown as { readonly ws: WebSocket }
    ws.pause()
    return () => ws.resume()
  }
  return {
    stream,
    moments,
    freeze,
    lose: () => socket.io.engine.close(),
    said: () => said,
    now: () => stream.snapshot(),
  }
}

const timed = (timings: Parameters<typeof overrideTimings>[0]) => ends.push(overrideTimings(timings))

test('the audience shows the presenter’s slide, even after a lost connection', async () => {
  timed({ socketReconnect: 20 })
  const deckId = (await makeDeck(app.services, ann.user)).id
  const member = await page(app.visitor(), { deckId, publisher: false })
  const presenter = await page(ann, { deckId, publisher: true })
  await waitFor(() => presenter.now().publishing)
  presenter.stream.publish({ indexh: 1 })
  presenter.stream.publish({ indexh: 2, indexv: 1 })
  await waitFor(() => member.now().state?.indexh === 2)
  expect(member.now()).toMatchObject({ fromOther: true, connection: 'connected', status: 'none', reconnectIn: null })
  // The first of two moves in one tick was not sent.
  expect(member.moments.map(({ state }) => state?.indexh)).not.toContain(1)
  await waitFor(() => presenter.now().subscribers === 1)
  member.lose()
  await waitFor(() => member.now().connection === 'disconnected')
  presenter.stream.publish({ indexh: 3 })
  await waitFor(() => member.now().connection === 'reconnected' && member.now().state?.indexh === 3)
  expect(presenter.now()).toMatchObject({ fromOther: false, publishing: true })
})

test('a subscription in the connect packet is answered on connect, without another request', async () => {
  timed({ socketReconnect: 20 })
  const deckId = (await makeDeck(app.services, ann.user)).id
  const presenter = await page(ann, { deckId, publisher: true })
  await waitFor(() => presenter.now().publishing)
  presenter.stream.publish({ indexh: 4 })
  const member = await page(app.visitor(), { deckId, publisher: false })
  await waitFor(() => member.now().connection === 'connected' && member.now().state?.indexh === 4)
  member.lose()
  await waitFor(() => member.now().connection === 'reconnected')
  expect(member.now().state?.indexh).toBe(4)
  expect([member.said(), presenter.said()]).toEqual([[], ['message']])
})

test('a page can follow and present on a server of an earlier version', async () => {
  timed({ socketReconnect: 20 })
  const deckId = (await makeDeck(app.services, ann.user)).id
  const presenter = await page(ann, { deckId, publisher: true }, undefined, { older: true })
  const member = await page(app.visitor(), { deckId, publisher: false }, undefined, { older: true })
  await waitFor(() => presenter.now().publishing && member.now().connection === 'connected')
  presenter.stream.publish({ indexh: 2 })
  await waitFor(() => member.now().state?.indexh === 2)
  member.lose()
  await waitFor(() => member.now().connection === 'reconnected')
  expect([member.said(), presenter.said()]).toEqual([
    ['subscribe', 'subscribe'],
    ['subscribe', 'message'],
  ])
})

test('a page closes a connection on which the server sends nothing, and opens another', async () => {
  timed({ liveAnswer: 100, socketReconnect: 20 })
  const silent = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(silent, 'listening')
  ends.push(() => silent.close())
  let came = 0
  silent.on('connection', (socket) => {
    came += 1
    socket.send('0{"sid":"x","upgrades":[],"pingInterval":25000,"pingTimeout":20000,"maxPayload":40000}')
  })
  const { port } = silent.address() as AddressInfo
  const how = { transports: ['websocket'], reconnection: false, autoConnect: false, forceNew: true }
  const stream = connectLive(
    { deckId: 1, publisher: false },
    { socket: () => io(`http://127.0.0.1:${port}/live`, how), read: async () => null },
  )
  ends.push(() => stream.close())
  await waitFor(() => came >= 2)
  expect(stream.snapshot().connection).toBe('disconnected')
})

test('a client refused because the server is full retries after a pause until there is room', async () => {
  timed({ socketReconnectMax: 20 })
  const full = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(full, 'listening')
  ends.push(() => full.close())
  let came = 0
  full.on('connection', (socket) => {
    came += 1
    socket.send('0{"sid":"x","upgrades":[],"pingInterval":25000,"pingTimeout":20000,"maxPayload":40000}')
    const answer = came === 2 ? { ok: false, error: 'full' } : { ok: true, publishing: false, ticket: 't' }
    socket.once('message', () => {
      if (came === 1) return socket.close(1008, 'too many sockets')
      socket.send(`42/live,${JSON.stringify(['subscribed', answer])}`)
      socket.send('40/live,{"sid":"y"}')
    })
  })
  const { port } = full.address() as AddressInfo
  const how = { transports: ['websocket'], reconnection: false, autoConnect: false, forceNew: true }
  const stream = connectLive(
    { deckId: 1, publisher: false },
    { socket: () => io(`http://127.0.0.1:${port}/live`, how), read: async () => null },
  )
  ends.push(() => stream.close())
  const moments: LiveSnapshot[] = []
  stream.subscribe(() => void moments.push(stream.snapshot()))
  await waitFor(() => stream.snapshot().connection === 'connected')
  expect(came).toBe(3)
  expect(moments.filter(({ refused }) => refused !== null)).toEqual([])
  // The countdown was shown before both attempts.
  expect(moments.filter(({ reconnectIn }) => reconnectIn === 1).length).toBeGreaterThanOrEqual(2)
})

test('moves made offline are sent when the connection is back', async () => {
  timed({ socketReconnect: 20 })
  const deckId = (await makeDeck(app.services, ann.user)).id
  const member = await page(app.visitor(), { deckId, publisher: false })
  const presenter = await page(ann, { deckId, publisher: true })
  await waitFor(() => presenter.now().publishing)
  presenter.stream.publish({ indexh: 1 })
  await waitFor(() => member.now().state?.indexh === 1)
  presenter.lose()
  await waitFor(() => presenter.now().connection === 'disconnected')
  presenter.stream.publish({ indexh: 5 })
  await waitFor(() => member.now().state?.indexh === 5)
  expect(presenter.now().connection).toBe('reconnected')
})

test('an overtaken presenter follows, and can take over again', async () => {
  const deckId = (await makeDeck(app.services, ann.user)).id
  const first = await page(ann, { deckId, publisher: true })
  await waitFor(() => first.now().publishing)
  first.stream.publish({ indexh: 1 })
  const second = await page(ann, { deckId, publisher: true })
  await waitFor(() => second.now().publishing && second.now().state?.indexh === 1)
  // The first page is notified before either page moves.
  await waitFor(() => !first.now().publishing)
  expect(first.now().connection).toBe('connected')
  second.stream.publish({ indexh: 2 })
  await waitFor(() => first.now().state?.indexh === 2 && first.now().fromOther)
  first.stream.publish({ indexh: 7 })
  expect(second.now().state?.indexh).toBe(2)
  first.stream.takeOver()
  await waitFor(() => first.now().publishing && second.now().state?.indexh === 7)
})

test('a page that takes over again starts from the other page’s position', async () => {
  timed({ socketReconnect: 20 })
  const deckId = (await makeDeck(app.services, ann.user)).id
  const first = await page(ann, { deckId, publisher: true })
  await waitFor(() => first.now().publishing)
  first.stream.publish({ indexh: 3 })
  first.lose()
  await waitFor(() => first.now().connection === 'reconnected')
  const second = await page(ann, { deckId, publisher: true })
  await waitFor(() => second.now().publishing && second.now().state?.indexh === 3)
  second.stream.publish({ indexh: 9 })
  await waitFor(() => first.now().state?.indexh === 9)
  first.stream.takeOver()
  first.stream.publish({ indexv: 1 })
  await waitFor(() => second.now().state?.indexv === 1)
  expect(second.now().state).toMatchObject({ indexh: 9, publisher_id: first.stream.publisherId })
})

test('without a presenter the page counts down, reads the stream, and counts down again', async () => {
  timed({ liveRetry: 1_500 })
  const deckId = (await makeDeck(app.services, ann.user)).id
  let asked = 0
  const member = await page(app.visitor(), { deckId, publisher: false }, async () => {
    asked += 1
    return null
  })
  await waitFor(() => asked === 2)
  expect(member.now().status).toBe('waiting_for_publisher')
  const phases = member.moments.flatMap(({ retry }) => (retry ? [retry.phase] : []))
  const changes = phases.filter((phase, at) => phase !== phases[at - 1])
  expect(changes.slice(0, 6)).toEqual(['counting', 'now', 'asking', 'counting', 'now', 'asking'])
  const presenter = await page(ann, { deckId, publisher: true })
  await waitFor(() => presenter.now().publishing)
  presenter.stream.publish({ indexh: 1 })
  await waitFor(() => member.now().status === 'none')
  expect(member.now().retry).toBe(null)
})

test('a move that a frozen server does not acknowledge is reported while the socket is still open', async () => {
  timed({ unanswered: 100, liveAnswer: 60_000, socketReconnect: 100_000 })
  const deckId = (await makeDeck(app.services, ann.user)).id
  const presenter = await page(ann, { deckId, publisher: true })
  await waitFor(() => presenter.now().publishing)
  expect(presenter.now().unanswered).toBe(false)
  const thaw = presenter.freeze()
  presenter.stream.publish({ indexh: 1 })
  await waitFor(() => presenter.now().unanswered)
  expect(presenter.now().connection).toBe('connected')
  thaw()
  await waitFor(() => !presenter.now().unanswered)
})

test('a lost connection is reported after a delay, and a refusal at once', async () => {
  timed({ socketReconnect: 100_000, socketReconnectMax: 100_000, liveConnectionLost: 200 })
  const deckId = (await makeDeck(app.services, ann.user)).id
  const member = await page(app.visitor(), { deckId, publisher: false })
  await waitFor(() => member.now().connection === 'connected')
  await waitFor(() => member.now().state !== null)
  member.lose()
  await waitFor(() => member.now().connection === 'disconnected')
  expect(member.now().status).not.toBe('connection_lost')
  expect(member.now().reconnectIn).not.toBe(null)
  await waitFor(() => member.now().status === 'connection_lost')
  await ann.post(`/api/v1/decks/${deckId}/publish.json`, { visibility: 'self' })
  member.stream.retryNow()
  await waitFor(() => member.now().refused === 'hidden')
  expect(member.now()).toMatchObject({ reconnectIn: null, retry: null, publishing: false })
})

test('a refused page follows again without a reload once the deck is shared again or restored', async () => {
  timed({ liveReturn: 50, liveReturnMax: 50, socketReconnect: 20 })
  const deckId = (await makeDeck(app.services, ann.user)).id
  const presenter = await page(ann, { deckId, publisher: true })
  const member = await page(app.visitor(), { deckId, publisher: false }, async () => {
    const answer = await app.visitor().get(`/api/v1/decks/${deckId}/stream.json`)
    return answer.status === 200 ? answer.body.state : null
  })
  await waitFor(() => presenter.now().publishing && member.now().connection === 'connected')
  presenter.stream.publish({ indexh: 1 })
  await waitFor(() => member.now().state?.indexh === 1)
  await ann.post(`/api/v1/decks/${deckId}/publish.json`, { visibility: 'self' })
  await waitFor(() => member.now().refused === 'hidden')
  presenter.stream.publish({ indexh: 2 })
  await ann.post(`/api/v1/decks/${deckId}/publish.json`, { visibility: 'all' })
  await waitFor(() => member.now().refused === null && member.now().state?.indexh === 2)
  await ann.post(`/api/v1/decks/${deckId}/trash.json`)
  await waitFor(() => member.now().refused === 'hidden')
  await ann.post(`/api/v1/decks/${deckId}/recover.json`)
  await waitFor(() => member.now().refused === null && member.now().connection === 'reconnected')
})
