import proxyAddr from '@fastify/proxy-addr'
import type { FastifyInstance, RawRequestDefaultExpression } from 'fastify'
import { WebSocketServer } from 'ws'
import { limits } from '../../rules/limits.ts'
import { cookieName } from '../http/cookies.ts'
import { createHosts, isOwnOrigin, namesOneHost } from '../http/hosts.ts'
import { subjectKey } from '../http/request-counters.ts'
import { findTeamOfHost } from '../http/team-hosts.ts'
import type { Services } from '../services.ts'
import {
  AppSocket,
  type Namespace,
  type NamespaceLimits,
  type SocketOrigin,
  type SocketRegistry,
} from './app-socket.ts'
import { Heartbeats } from './heartbeats.ts'
import { createReconnectTokens, type ReconnectTokens } from './reconnect-tokens.ts'
import { createTokenBucket } from './token-bucket.ts'

/** The path of socket handshakes. */
const path = '/socket.io/'
/** Time for closing handshakes when the server stops, in ms. */
const closeTimeout = 1_000

type UpgradeRequest = RawRequestDefaultExpression
type Connection = Parameters<WebSocketServer['handleUpgrade']>[1]

/** The socket server of a process. */
export interface Sockets {
  readonly reconnectTokens: ReconnectTokens
  /** Adds a namespace. */
  serve(namespace: Namespace): void
  /** Counts a socket for its session or browser until it closes; false if there are too many. */
  countSession(socket: AppSocket): boolean
  /** Closes every socket, and terminates those that do not answer. Notify the clients before you call it. */
  closeAll(): Promise<void>
}

/** Counts by key; keys at zero are removed. */
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

/** Shared by all connections, since a closure for each would use memory for its lifetime. */
function broken(this: Connection): void {
  this.destroy()
}

/**
 * The socket server, on the instance's own hosts. It implements Socket.IO's protocol for its clients; Socket.IO's own
 * server needs several times the memory and CPU per socket. Serves only WebSockets: without HTTP long-polling, any
 * process can serve any client. Handshakes are rate limited before anything is read for them.
 */
export function createSocketServer(app: FastifyInstance, services: Services): Sockets {
  const namespaces = new Map<string, Namespace>()
  const heartbeats = new Heartbeats()
  const [addresses, admitted, sessions] = [new Counts(), new Counts(), new Counts()]
  /** The largest limit of all namespaces: a socket's namespace is known only after the handshake. */
  const largestLimit = (limit: keyof NamespaceLimits, least = 0) =>
    Math.max(least, ...[...namespaces.values()].map((namespace) => namespace.limits[limit]))
  const reconnectTokens = createReconnectTokens(services)
  const registry: SocketRegistry = {
    namespaces,
    get messageBytes() {
      return largestLimit('messageBytes', limits.unjoinedSocket.messageBytes)
    },
    admit: (socket, { name, limits: { socketsPerAddress } }) => {
      socket.admittedAs = `${name} ${socket.origin.address}`
      return admitted.add(socket.admittedAs) <= socketsPerAddress
    },
    onClose: (socket) => {
      heartbeats.remove(socket)
      addresses.remove(socket.origin.address)
      if (socket.admittedAs !== null) admitted.remove(socket.admittedAs)
      if (socket.countedFor !== null) sessions.remove(socket.countedFor)
    },
  }
  const engine = receive(app, services, reconnectTokens, (socket, origin) => {
    heartbeats.add(socket)
    const tooMany = addresses.add(origin.address) > largestLimit('socketsPerAddress')
    socket.begin(origin, registry)
    if (tooMany) socket.refuse('too many sockets')
  })
  app.addHook('onClose', async () => {
    await closeAll(heartbeats)
    heartbeats.stop()
  })
  return {
    reconnectTokens,
    serve: (namespace) => {
      namespaces.set(namespace.name, namespace)
      engine.options.maxPayload = registry.messageBytes
    },
    closeAll: () => closeAll(heartbeats),
    countSession: (socket) => {
      const key = browserOf(services, socket.origin.headers.cookie ?? '')
      if (key === null) return true
      socket.countedFor = key
      return sessions.add(key) <= limits.live.socketsPerSession
    },
  }
}

async function closeAll(heartbeats: Heartbeats): Promise<void> {
  for (const socket of heartbeats.all()) socket.close(1001, 'the server stops')
  const end = performance.now() + closeTimeout
  while (heartbeats.all().length > 0 && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 10))
  for (const socket of heartbeats.all()) socket.terminate()
}

/** The session cookie, or for visitors the visitor cookie. Null if the socket is counted only by its address. */
function browserOf({ settings }: Services, cookies: string): string | null {
  const all = cookies.split(';').map((part) => part.trim())
  const named = (name: string) => all.find((part) => part.startsWith(`${cookieName(settings, name)}=`))
  return named('session') ?? named('visitor') ?? null
}

/** Parses the handshake's query; null if it is not our protocol. */
function readQuery(url: string): { token: string | null } | null {
  const query = new URLSearchParams(url.slice(url.indexOf('?') + 1))
  const isOurs = query.get('EIO') === '4' && query.get('transport') === 'websocket' && !query.has('sid')
  return isOurs ? { token: query.get('ticket') } : null
}

/** The result of admission: seconds to wait (0: admitted), and whether a reconnect token was valid. */
interface Admitted {
  readonly wait: number
  readonly returns: boolean
}

/**
 * Two handshake rate limits: a low one for new clients, a high one for clients with a valid reconnect token. So an
 * audience is back within seconds after a crash, while new clients are limited as before.
 */
function createAdmission(
  services: Services,
  reconnectTokens: ReconnectTokens,
): (token: string | null, address: string) => Admitted {
  const newClients = createTokenBucket(services.settings.socketHandshakes)
  const returningClients = createTokenBucket(
    Math.max(limits.live.reconnectsPerSecond, services.settings.socketHandshakes),
  )
  return (token, address) => {
    const returns = token !== null && reconnectTokens.admits(token, address)
    return { wait: (returns ? returningClients : newClients).take(), returns }
  }
}

/** Handles upgrade requests: checks them, the cheapest check first, and passes on admitted sockets. */
function receive(
  app: FastifyInstance,
  services: Services,
  reconnectTokens: ReconnectTokens,
  onAdmitted: (socket: AppSocket, origin: SocketOrigin) => void,
): WebSocketServer {
  const surfaceOf = createHosts(services.settings)
  const admit = createAdmission(services, reconnectTokens)
  const { trustProxy } = services.settings
  const trust = proxyAddr.compile(trustProxy.length > 0 ? [...trustProxy] : [])
  const engine = new WebSocketServer({
    ...{ noServer: true, clientTracking: false, perMessageDeflate: false, WebSocket: AppSocket },
    maxPayload: limits.unjoinedSocket.messageBytes,
  })
  const { server } = app
  // Other upgrades (some clients request HTTP/2) are answered as plain requests.
  Object.assign(server, {
    shouldUpgradeCallback: ({ headers }: UpgradeRequest) => headers.upgrade?.toLowerCase() === 'websocket',
  })
  let stopping = false
  app.addHook('preClose', async () => {
    stopping = true
  })
  server.on('upgrade', (request, connection, head) => {
    connection.on('error', broken)
    const { url = '', headers } = request
    if (url.split('?')[0] !== path) return refuse(connection, '404 Not Found')
    const surface = surfaceOf(headers.host ?? '')
    if (surface.kind !== 'app' && surface.kind !== 'team') return refuse(connection, '421 Misdirected Request')
    if (!namesOneHost(request)) return refuse(connection, '400 Bad Request')
    // Only pages of the same host may connect: browsers always send a socket's Origin, and scripts cannot forge it.
    if (!isOwnOrigin(services.settings, headers)) return refuse(connection, '403 Forbidden')
    const query = readQuery(url)
    if (!query) return refuse(connection, '400 Bad Request')
    const address = subjectKey(proxyAddr(request, trust))
    // The rate limit is checked last, so that requests of other sites do not use it up.
    const { wait, returns } = stopping ? { wait: 5, returns: false } : admit(query.token, address)
    if (wait > 0) return refuse(connection, '503 Service Unavailable', `Retry-After: ${wait}\r\n`)
    const { cookie, host = '' } = headers
    // Corked, so that the handshake response and the open packet are sent together.
    const open = () => {
      connection.cork()
      const reconnectToken = returns ? query.token : null
      engine.handleUpgrade(request, connection, head, (socket) =>
        onAdmitted(socket, { address, host, reconnectToken, headers: cookie === undefined ? {} : { cookie } }),
      )
      connection.uncork()
    }
    if (surface.kind === 'app') return open()
    findTeamOfHost(services.database.read, surface.slug).then(
      (team) => (team ? open() : refuse(connection, '404 Not Found')),
      () => refuse(connection, '503 Service Unavailable', 'Retry-After: 5\r\n'),
    )
  })
  return engine
}
