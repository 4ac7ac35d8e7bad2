import { randomBytes } from 'node:crypto'
import proxyAddr from '@fastify/proxy-addr'
import { Server as Engine } from 'engine.io'
import type { FastifyInstance, RawRequestDefaultExpression } from 'fastify'
import { Server } from 'socket.io'
import { limits } from '../../rules/limits.ts'
import { cookieName } from '../http/cookies.ts'
import { createHosts } from '../http/hosts.ts'
import { subjectKey } from '../http/rate-limits.ts'
import type { Services } from '../services.ts'
import { createAdmission } from './admission.ts'
import { createProcessBus, type ProcessBus } from './process-bus.ts'
import { webSocketOf } from './text-frame.ts'

/** Where sockets are opened. */
const path = '/socket.io/'
/** ms that the other sides have to say goodbye when the server stops. */
const goodbye = 1_000
/** ms that a connection may take to say which namespace it wants. */
const connectTime = 10_000

/** readyState of a WebSocket that is over. */
const closed = 3

type UpgradeRequest = RawRequestDefaultExpression
type Connection = Parameters<FastifyInstance['server']['emit']>[2] & { write(text: string): void; destroy(): void }

/** Who is behind a socket, as far as its handshake tells without asking the database. */
export interface SocketOrigin {
  /** The host it came to, for the session's. */
  readonly host: string
  /** Of the handshake, only what says who somebody is. */
  readonly headers: { readonly cookie?: string }
  /** The address, IPv6 by its network: what is counted. */
  readonly address: string
}

/** The socket server of a process. */
export interface Sockets {
  readonly io: Server
  /** This process's name among those of the instance, and what they tell each other. */
  readonly process: string
  readonly bus: ProcessBus
  /** What is known of a socket's handshake; kept apart because the request itself is let go. */
  originOf(socket: { readonly conn: unknown }): SocketOrigin
  /** Whether the limit of sockets that one session or browser may have is reached; counts it until it closes when not. */
  countSession(socket: { readonly conn: unknown }, services: Services): boolean
  /** Closes every socket, and breaks off those whose other side does not answer. Before that, tell them what to do. */
  closeAll(): Promise<void>
}

/** Adds and takes away; keys without any are forgotten. */
class Counts {
  readonly #counts = new Map<string, number>()

  add(key: string): number {
    const count = (this.#counts.get(key) ?? 0) + 1
    this.#counts.set(key, count)
    return count
  }

  remove(key: string): void {
    const count = (this.#counts.get(key) ?? 0) - 1
    if (count > 0) this.#counts.set(key, count)
    else this.#counts.delete(key)
  }
}

function refuse(socket: Connection, status: string, headers = ''): void {
  socket.write(`HTTP/1.1 ${status}\r\n${headers}Connection: close\r\nContent-Length: 0\r\n\r\n`)
  socket.destroy()
}

/** A page of the very host it connects to: browsers always say where a socket's page is from, and no page can lie. */
function isOwnPage({ headers }: UpgradeRequest): boolean {
  const { origin, host } = headers
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === host?.toLowerCase()
}

/**
 * The sockets of an instance's pages, on its own hosts. Only WebSockets: they need no memory between two requests, so any
 * process may have any of them. What a handshake costs is bounded before anything is read for it.
 */
export async function createSocketServer(app: FastifyInstance, services: Services): Promise<Sockets> {
  const engine = new Engine({
    transports: ['websocket'],
    maxHttpBufferSize: limits.live.frameBytes,
    perMessageDeflate: false,
    allowUpgrades: false,
  })
  const io = new Server({ serveClient: false, connectTimeout: connectTime, cleanupEmptyChildNamespaces: false })
  io.bind(engine)
  const origins = new WeakMap<object, SocketOrigin>()
  const [addresses, sessions] = [new Counts(), new Counts()]
  const { trustProxy } = services.settings
  const trust = proxyAddr.compile(trustProxy.length > 0 ? [...trustProxy] : [])
  receive(app, services, engine)
  engine.on(
    'connection',
    (connection: { request: UpgradeRequest | null; once(event: 'close', then: () => void): void }) => {
      const { request } = connection
      if (!request) return
      const address = subjectKey(proxyAddr(request, trust))
      const { cookie, host = '' } = request.headers
      origins.set(connection, { address, host, headers: cookie === undefined ? {} : { cookie } })
      connection.once('close', () => addresses.remove(address))
      if (addresses.add(address) > limits.live.socketsPerAddress)
        webSocketOf(connection)?.close(1008, 'too many sockets')
    },
  )
  const own = randomBytes(8).toString('hex')
  const bus = await createProcessBus(services.settings.redisUrl, own, services.log)
  app.addHook('onClose', async () => {
    await io.close()
    bus.close()
  })
  return {
    ...{ io, process: own, bus },
    originOf: ({ conn }) => origins.get(conn as object) ?? { address: '', host: '', headers: {} },
    closeAll: () => closeAll(engine),
    countSession: ({ conn }) => {
      const { headers } = origins.get(conn as object) ?? { headers: {} as SocketOrigin['headers'] }
      const key = browserOf(services, headers.cookie ?? '')
      if (key === null) return true
      ;(conn as { once(event: 'close', then: () => void): void }).once('close', () => sessions.remove(key))
      return sessions.add(key) <= limits.live.socketsPerSession
    },
  }
}

async function closeAll(engine: Engine): Promise<void> {
  const { clients } = engine as unknown as { readonly clients: Readonly<Record<string, unknown>> }
  const open = Object.values(clients).flatMap((client) => webSocketOf(client) ?? [])
  for (const web of open) web.close(1001, 'the server stops')
  const end = performance.now() + goodbye
  const left = () => open.filter(({ readyState }) => readyState !== closed)
  while (left().length > 0 && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 10))
  for (const web of left()) web.terminate()
}

/** The session's cookie, or for visitors the browser's; who brings none is counted by address alone. */
function browserOf({ settings }: Services, cookies: string): string | null {
  const all = cookies.split(';').map((part) => part.trim())
  const named = (name: string) => all.find((part) => part.startsWith(`${cookieName(settings, name)}=`))
  return named('session') ?? named('visitor') ?? null
}

/** Looks at each request for a socket, the cheapest question first, and hands on what may come in. */
function receive(app: FastifyInstance, services: Services, engine: Engine): void {
  const surfaceOf = createHosts(services.settings)
  const admission = createAdmission(services.settings.socketHandshakes)
  const { server } = app
  // Other upgrades (HTTP/2, by some clients' habit) are answered as the plain requests that they also are.
  Object.assign(server, {
    shouldUpgradeCallback: ({ headers }: UpgradeRequest) => headers.upgrade?.toLowerCase() === 'websocket',
  })
  let stopping = false
  app.addHook('preClose', async () => {
    stopping = true
  })
  server.on('upgrade', (request, socket, head) => {
    const connection = socket as unknown as Connection
    socket.on('error', () => connection.destroy())
    if (request.url?.split('?')[0] !== path) return refuse(connection, '404 Not Found')
    const { kind } = surfaceOf(request.headers.host ?? '')
    if (kind !== 'app' && kind !== 'team') return refuse(connection, '421 Misdirected Request')
    if (!isOwnPage(request)) return refuse(connection, '403 Forbidden')
    // Asked last: what is not of our own pages takes no place of theirs.
    const wait = stopping ? 5 : admission.ask()
    if (wait > 0) return refuse(connection, '503 Service Unavailable', `Retry-After: ${wait}\r\n`)
    engine.handleUpgrade(request as Parameters<Engine['handleUpgrade']>[0], socket, head)
  })
}
