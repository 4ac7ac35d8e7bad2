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

/** Acknowledgment timeout in ms, for machines with busy cores. */
const patience = 45_000

/** How a test's socket differs from those of our own pages. */
export interface LiveSocketOptions {
  readonly token?: string
  readonly origin?: string
  readonly host?: string
  /** Its reconnect token. */
  readonly ticket?: string | undefined
}

/** A test socket of the live namespace, which records what it receives. */
export interface LiveTestSocket {
  readonly socket: Socket<ServerEvents, ClientEvents>
  /** States in order of arrival. */
  readonly states: StreamState[]
  /** Subscriber counts in order of arrival. */
  readonly counts: number[]
  /** Number of notifications that another page presents. */
  overtaken(): number
  /** The server's close code; null while open. */
  closed(): number | null
  /** Connection error; null if connected. */
  failed(): string | null
  subscribe(message: SubscribeMessage): Promise<SubscribeAnswer>
  publish(deckId: number, publisherId: string, state: unknown): Promise<PublishAnswer>
  close(): void
}

/** Pending listens by server: many sockets may be opened at once. */
const begins = new WeakMap<TestApp['server'], Promise<string>>()

/** The port of a test's app; starts listening if needed. */
export async function portOf({ server }: TestApp): Promise<number> {
  const begun = begins.get(server) ?? server.listen({ port: 0, host: '127.0.0.1' })
  begins.set(server, begun)
  await begun
  return (server.server.address() as AddressInfo).port
}

/** Where a socket connects, and with whose cookies. */
export interface LiveTarget {
  readonly port: number
  /** The public URL; the process may listen elsewhere. */
  readonly baseUrl: string
  /** As in a Cookie header. */
  readonly cookies: string
}

/** Opens a socket with the cookies of a test's browser; resolves when it is connected or refused. */
export async function openLive(
  app: TestApp,
  client: TestClient,
  options: LiveSocketOptions = {},
): Promise<LiveTestSocket> {
  const { baseUrl } = app.services.settings
  return openLiveAt({ port: await portOf(app), baseUrl, cookies: client.cookieHeader() }, options)
}

/** As openLive, for a server in a separate process. */
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
