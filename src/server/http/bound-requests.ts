import proxyAddr from '@fastify/proxy-addr'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { limits } from '../../rules/limits.ts'
import { messages } from '../../rules/messages.ts'
import { timings } from '../../rules/timings.ts'
import type { Settings } from '../env.ts'
import { HttpError } from './http-error.ts'
import { subjectKey } from './rate-limits.ts'

type Socket = FastifyRequest['raw']['socket']

/** Looks at a body within one window. */
const looks = 6
/** Seconds after which an address with too many unfinished bodies may try again. */
const retryAfter = 30

/** A request whose body is still on its way. */
interface Incoming {
  readonly raw: FastifyRequest['raw']
  readonly address: string
  /** ms by performance.now() at which it is ended, however fast it is. */
  readonly end: number
  /** Bytes that its connection had received at the looks of the last window, oldest first. */
  readonly seen: number[]
}

/** Sets of things by address; addresses without any are forgotten. */
class ByAddress<Thing> {
  readonly #sets = new Map<string, Set<Thing>>()

  of(address: string): ReadonlySet<Thing> {
    return this.#sets.get(address) ?? new Set()
  }

  add(address: string, thing: Thing): void {
    const set = this.#sets.get(address) ?? new Set()
    this.#sets.set(address, set.add(thing))
  }

  remove(address: string, thing: Thing): void {
    const set = this.#sets.get(address)
    if (set?.delete(thing) && set.size === 0) this.#sets.delete(address)
  }

  *all(): Iterable<Thing> {
    for (const set of this.#sets.values()) yield* set
  }
}

/**
 * Bounds what a client may take to send a request: a body that is slower than 4 kB/s over 30 s is ended, and each body
 * after 120 s, those of uploads and imports after 15 minutes. Of one address so many connections may be without a whole
 * head of a request, and so many without a whole body; what was received whole counts for nothing, nor do WebSockets.
 * The bounds leave room for a lecture hall, which is one address. Headers alone are bounded by Node (60 s).
 */
export function boundRequests(app: FastifyInstance, { trustProxy }: Pick<Settings, 'trustProxy'>): void {
  boundConnections(app.server, trustProxy)
  const bodies = new ByAddress<Incoming>()
  app.addHook('onRequest', async (request, reply) => {
    const { raw } = request
    // A request that a test makes without a network has no connection.
    if (!hasBody(request) || raw.complete || raw.socket.bytesRead === undefined) return
    const address = subjectKey(request.ip)
    // Most that stand here have come meanwhile: they are counted only when there seem to be too many.
    if (bodies.of(address).size >= limits.http.bodiesPerAddress) forgetEnded(bodies, bodies.of(address))
    if (bodies.of(address).size >= limits.http.bodiesPerAddress) {
      reply.header('connection', 'close')
      throw new HttpError(429, messages.access.tooMany, { retryAfter })
    }
    const patience = isLong(request) ? timings.longRequestBody : timings.requestBody
    const body = { raw, address, end: performance.now() + patience, seen: [raw.socket.bytesRead] }
    bodies.add(address, body)
    raw.once('end', () => bodies.remove(address, body))
  })
  const timer = setInterval(() => {
    forgetEnded(bodies, bodies.all())
    for (const body of bodies.all()) if (isOver(body)) endRequest(body.raw.socket)
  }, timings.requestBodyWindow / looks)
  timer.unref()
  app.addHook('onClose', async () => clearInterval(timer))
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** Uploads, and whole decks that are brought in: what may be large. */
function isLong({ routeOptions }: FastifyRequest): boolean {
  return (routeOptions.bodyLimit ?? 0) >= limits.http.longBody
}

function forgetEnded(bodies: ByAddress<Incoming>, some: Iterable<Incoming>): void {
  for (const body of [...some]) if (body.raw.complete || body.raw.socket.destroyed) bodies.remove(body.address, body)
}

/** Takes a look; whether the body has taken too long, or came too slowly over the last window. */
function isOver({ raw, end, seen }: Incoming): boolean {
  if (performance.now() > end) return true
  seen.push(raw.socket.bytesRead)
  // What waits for this server to read it is no fault of the client's.
  if (raw.readableLength > 0) seen.splice(0, seen.length - 1)
  if (seen.length <= looks) return false
  const received = (seen.at(-1) as number) - (seen.shift() as number)
  return received < (limits.http.bodyBytesPerSecond * timings.requestBodyWindow) / 1_000
}

/** Ends a connection with as much of an answer as can still be given. */
function endRequest(socket: Socket): void {
  if (socket.writable) socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
  socket.destroySoon()
}

/**
 * Bounds the connections of one address on which no request has begun; those beyond `most` are closed. The connections
 * of a trusted proxy are many people's.
 */
export function boundConnections(
  server: FastifyInstance['server'],
  trustProxy: readonly string[],
  most: number = limits.http.waitingPerAddress,
): void {
  const trusts = proxyAddr.compile(trustProxy.length > 0 ? [...trustProxy] : [])
  const waiting = new ByAddress<Socket>()
  const addresses = new WeakMap<Socket, string>()
  const begun = (socket: Socket) => {
    const address = addresses.get(socket)
    if (address !== undefined) waiting.remove(address, socket)
  }
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket
    if (remoteAddress === undefined || trusts(remoteAddress, 0)) return
    const address = subjectKey(remoteAddress)
    if (waiting.of(address).size >= most) return void socket.destroy()
    addresses.set(socket, address)
    waiting.add(address, socket)
    socket.once('close', () => begun(socket))
  })
  server.on('request', ({ socket }: { socket: Socket }) => begun(socket))
  server.on('upgrade', ({ socket }: { socket: Socket }) => begun(socket))
}
