import type { AddressInfo } from 'node:net'
import { io, type Socket } from 'socket.io-client'
import {
  type ClientEvents,
  liveNamespace,
  type PublishAnswer,
  type ServerEvents,
  type StreamState,
  type SubscribeAnswer,
  type SubscribeMessage,
} from '../api/stream/messages.ts'
import type { TestApp } from './test-app.ts'
import type { TestClient } from './test-client.ts'
import { waitFor } from './wait-for.ts'

/** ms that a server may take to acknowledge, on a machine whose cores are busy. */
const patience = 45_000

/** How a test's socket departs from what our own pages open. */
export interface LiveSocketOptions {
  readonly token?: string
  readonly origin?: string
  readonly host?: string
  /** What it brings to show that it was here before. */
  readonly ticket?: string | undefined
}

/** A socket of the live namespace as a test uses it: what it hears is kept. */
export interface LiveTestSocket {
  readonly socket: Socket<ServerEvents, ClientEvents>
  /** States in the order they came. */
  readonly states: StreamState[]
  /** Counts of subscribers in the order they came. */
  readonly counts: number[]
  /** How often it was notified that another page presents. */
  overtaken(): number
  /** The code that the server closed it with; null while open. */
  closed(): number | null
  /** Why it could not connect; null when it could. */
  failed(): string | null
  subscribe(message: SubscribeMessage): Promise<SubscribeAnswer>
  publish(deckId: number, publisherId: string, state: unknown): Promise<PublishAnswer>
  close(): void
}

/** Servers that were told to listen: many sockets may be opened at once. */
const begins = new WeakMap<TestApp['server'], Promise<string>>()

/** The port that a test's app listens on; listens when it does not yet. */
export async function portOf({ server }: TestApp): Promise<number> {
  const begun = begins.get(server) ?? server.listen({ port: 0, host: '127.0.0.1' })
  begins.set(server, begun)
  await begun
  return (server.server.address() as AddressInfo).port
}

/** Where a socket goes, and as whose browser. */
export interface LiveTarget {
  readonly port: number
  /** The address that people use; the process may listen elsewhere. */
  readonly baseUrl: string
  /** As a Cookie header holds them. */
  readonly cookies: string
}

/** Opens a socket with the cookies of a test's browser, and resolves when it is connected or refused. */
export async function openLive(
  app: TestApp,
  client: TestClient,
  options: LiveSocketOptions = {},
): Promise<LiveTestSocket> {
  const { baseUrl } = app.services.settings
  return openLiveAt({ port: await portOf(app), baseUrl, cookies: client.cookieHeader() }, options)
}

/** The same at a process of its own. */
export async function openLiveAt(target: LiveTarget, options: LiveSocketOptions = {}): Promise<LiveTestSocket> {
  const base = new URL(target.baseUrl)
  const socket: Socket<ServerEvents, ClientEvents> = io(`http://127.0.0.1:${target.port}${liveNamespace}`, {
    ...{ transports: ['websocket'], reconnection: false, forceNew: true },
    auth: { token: options.token ?? null },
    query: options.ticket === undefined ? {} : { ticket: options.ticket },
    extraHeaders: {
      host: options.host ?? base.host,
      origin: options.origin ?? base.origin,
      cookie: target.cookies,
    },
  })
  const [states, counts]: [StreamState[], number[]] = [[], []]
  let [failed, closed]: [string | null, number | null] = [null, null]
  let overtaken = 0
  socket.on('publishing', () => {
    overtaken += 1
  })
  socket.on('message', ({ state }) => void states.push(JSON.parse(state)))
  socket.on('subscribers', ({ subscribers }) => void counts.push(subscribers))
  socket.on('connect_error', (error) => {
    failed = error.message
  })
  socket.on('disconnect', (_reason, details) => {
    closed = (details as { context?: { code?: number } } | undefined)?.context?.code ?? 0
  })
  await waitFor(() => socket.connected || failed !== null || closed !== null)
  return {
    ...{ socket, states, counts, overtaken: () => overtaken, closed: () => closed, failed: () => failed },
    subscribe: (message) => socket.timeout(patience).emitWithAck('subscribe', message),
    publish: (deck_id, publisher_id, state) =>
      socket.timeout(patience).emitWithAck('message', { deck_id, publisher_id, state: JSON.stringify(state) }),
    close: () => void socket.disconnect(),
  }
}
