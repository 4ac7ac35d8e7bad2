import proxyAddr from '@fastify/proxy-addr'
import type { FastifyInstance, RawRequestDefaultExpression } from 'fastify'
import { WebSocketServer } from 'ws'
import { limits } from '../../rules/limits.ts'
import { cookieName } from '../http/cookies.ts'
import { createHosts, isOwnOrigin, namesOneHost } from '../http/hosts.ts'
import { subjectKey } from '../http/rate-limits.ts'
import { findTeam } from '../http/team-hosts.ts'
import type { Services } from '../services.ts'
import { createAdmission } from './admission.ts'
import { AppSocket, type Namespace, type NamespaceLimits, type SocketHome, type SocketOrigin } from './app-socket.ts'
import { Heartbeats } from './heartbeats.ts'
import { createReturnTickets, type ReturnTickets } from './return-tickets.ts'

/** Where sockets are opened. */
const path = '/socket.io/'
/** ms that the other sides have to say goodbye when the server stops. */
const goodbye = 1_000

type UpgradeRequest = RawRequestDefaultExpression
type Connection = Parameters<WebSocketServer['handleUpgrade']>[1]

/** The socket server of a process. */
export interface Sockets {
  readonly tickets: ReturnTickets
  /** Receives those who ask for a namespace. */
  serve(namespace: Namespace): void
  /** Whether the session or browser behind a socket may have one more; counts it until it closes. */
  countSession(socket: AppSocket): boolean
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

/** One function for all connections: what each had of its own would be kept as long as it lives. */
function broken(this: Connection): void {
  this.destroy()
}

/**
 * The sockets of an instance's pages, on its own hosts: Socket.IO's protocol, so that its clients can be used, served by
 * ourselves, because what its server keeps of each socket and does for each is several times what a hall may cost. Only
 * WebSockets: they need no memory between two requests, so any process may have any of them. What a handshake costs is
 * bounded before anything is read for it.
 */
export function createSocketServer(app: FastifyInstance, services: Services): Sockets {
  const namespaces = new Map<string, Namespace>()
  const heartbeats = new Heartbeats()
  const [addresses, admitted, sessions] = [new Counts(), new Counts(), new Counts()]
  /** The widest bound of all namespaces: which of them a socket wants is known only after it is open. */
  const widest = (limit: keyof NamespaceLimits, least = 0) =>
    Math.max(least, ...[...namespaces.values()].map((namespace) => namespace.limits[limit]))
  const tickets = createReturnTickets(services)
  const home: SocketHome = {
    namespaces,
    get messageBytes() {
      return widest('messageBytes', limits.unjoinedSocket.messageBytes)
    },
    admit: (socket, { name, limits: { socketsPerAddress } }) => {
      socket.admittedAs = `${name} ${socket.origin.address}`
      return admitted.add(socket.admittedAs) <= socketsPerAddress
    },
    ended: (socket) => {
      heartbeats.remove(socket)
      addresses.remove(socket.origin.address)
      if (socket.admittedAs !== null) admitted.remove(socket.admittedAs)
      if (socket.countedFor !== null) sessions.remove(socket.countedFor)
    },
  }
  const engine = receive(app, services, tickets, (socket, origin) => {
    heartbeats.add(socket)
    const tooMany = addresses.add(origin.address) > widest('socketsPerAddress')
    socket.begin(origin, home)
    if (tooMany) socket.refuse('too many sockets')
  })
  app.addHook('onClose', async () => {
    await closeAll(heartbeats)
    heartbeats.stop()
  })
  return {
    tickets,
    serve: (namespace) => {
      namespaces.set(namespace.name, namespace)
      engine.options.maxPayload = home.messageBytes
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
  const end = performance.now() + goodbye
  while (heartbeats.all().length > 0 && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 10))
  for (const socket of heartbeats.all()) socket.terminate()
}

/** The session's cookie, or for visitors the browser's; who brings none is counted by address alone. */
function browserOf({ settings }: Services, cookies: string): string | null {
  const all = cookies.split(';').map((part) => part.trim())
  const named = (name: string) => all.find((part) => part.startsWith(`${cookieName(settings, name)}=`))
  return named('session') ?? named('visitor') ?? null
}

/** What a page says in the address of its socket; null when it speaks another protocol than ours. */
function readQuery(url: string): { ticket: string | null } | null {
  const query = new URLSearchParams(url.slice(url.indexOf('?') + 1))
  const isOurs = query.get('EIO') === '4' && query.get('transport') === 'websocket' && !query.has('sid')
  return isOurs ? { ticket: query.get('ticket') } : null
}

/** What a door says: seconds to wait (0: come in), and whether somebody came in as one who was here before. */
interface Admitted {
  readonly wait: number
  readonly returns: boolean
}

/**
 * The two doors. Whom nobody knows yet comes in by the first, which is narrow; who was here before, and shows it, by the
 * second, so that a hall is back within seconds after a crash while strangers in any number get no further than before.
 */
function createDoors(services: Services, tickets: ReturnTickets): (ticket: string | null, address: string) => Admitted {
  const newcomers = createAdmission(services.settings.socketHandshakes)
  const returners = createAdmission(Math.max(limits.live.returnsPerSecond, services.settings.socketHandshakes))
  return (ticket, address) => {
    const returns = ticket !== null && tickets.admits(ticket, address)
    return { wait: (returns ? returners : newcomers).ask(), returns }
  }
}

/** Looks at each request for a socket, the cheapest question first, and hands on what may come in. */
function receive(
  app: FastifyInstance,
  services: Services,
  tickets: ReturnTickets,
  welcome: (socket: AppSocket, origin: SocketOrigin) => void,
): WebSocketServer {
  const surfaceOf = createHosts(services.settings)
  const knock = createDoors(services, tickets)
  const { trustProxy } = services.settings
  const trust = proxyAddr.compile(trustProxy.length > 0 ? [...trustProxy] : [])
  const engine = new WebSocketServer({
    ...{ noServer: true, clientTracking: false, perMessageDeflate: false, WebSocket: AppSocket },
    maxPayload: limits.unjoinedSocket.messageBytes,
  })
  const { server } = app
  // Other upgrades (HTTP/2, by some clients' habit) are answered as the plain requests that they also are.
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
    // A page of the very host it connects to: browsers always say where a socket's page is from, and no page can lie.
    if (!isOwnOrigin(services.settings, headers)) return refuse(connection, '403 Forbidden')
    const query = readQuery(url)
    if (!query) return refuse(connection, '400 Bad Request')
    const address = subjectKey(proxyAddr(request, trust))
    // Asked last: what is not of our own pages takes no place of theirs.
    const { wait, returns } = stopping ? { wait: 5, returns: false } : knock(query.ticket, address)
    if (wait > 0) return refuse(connection, '503 Service Unavailable', `Retry-After: ${wait}\r\n`)
    const { cookie, host = '' } = headers
    // The end of the handshake and the first words go out in one go.
    const open = () => {
      connection.cork()
      const ticket = returns ? query.ticket : null
      engine.handleUpgrade(request, connection, head, (socket) =>
        welcome(socket, { address, host, ticket, headers: cookie === undefined ? {} : { cookie } }),
      )
      connection.uncork()
    }
    if (surface.kind === 'app') return open()
    findTeam(services.database.read, surface.slug).then(
      (team) => (team ? open() : refuse(connection, '404 Not Found')),
      () => refuse(connection, '503 Service Unavailable', 'Retry-After: 5\r\n'),
    )
  })
  return engine
}
