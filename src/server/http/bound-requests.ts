import proxyAddr from '@fastify/proxy-addr'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { limits } from '../../rules/limits.ts'
import { messages } from '../../rules/messages.ts'
import { timings } from '../../rules/timings.ts'
import type { Settings } from '../env.ts'
import { HttpError } from './http-error.ts'
import { subjectKey } from './request-counters.ts'

type Socket = FastifyRequest['raw']['socket']

/** How often a body's progress is sampled within one window. */
const samples = 6
/** Retry-After for an address with too many unfinished bodies, in seconds. */
const retryAfter = 30

/** A request whose body is incomplete. */
interface Incoming {
  readonly raw: FastifyRequest['raw']
  readonly address: string
  /** When the request is aborted regardless of its speed, in ms by performance.now(). */
  readonly end: number
  /** Bytes that its connection had received at each sample of the last window, oldest first. */
  readonly seen: number[]
}

/** Sets by address; empty sets are removed. */
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
 * Bounds slow and idle clients. A body slower than 4 kB/s over 30 s is aborted, and any body after 120 s; uploads and
 * imports have 15 minutes. Limits each address to a number of connections without a complete head, and of requests
 * without a complete body. Complete requests and WebSockets do not count. The limits allow for a lecture hall behind
 * one address. Headers are bounded by Node (60 s).
 */
export function boundRequests(app: FastifyInstance, { trustProxy }: Pick<Settings, 'trustProxy'>): void {
  boundConnections(app.server, trustProxy)
  const bodies = new ByAddress<Incoming>()
  app.addHook('onRequest', async (request, reply) => {
    const { raw } = request
    // An injected test request has no connection.
    if (!hasBody(request) || raw.complete || raw.socket.bytesRead === undefined) return
    const address = subjectKey(request.ip)
    // Most entries belong to completed requests: they are removed only when the limit seems reached.
    if (bodies.of(address).size >= limits.http.bodiesPerAddress) removeEnded(bodies, bodies.of(address))
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
    removeEnded(bodies, bodies.all())
    for (const body of bodies.all()) if (isOver(body)) endRequest(body.raw.socket)
  }, timings.requestBodyWindow / samples)
  timer.unref()
  app.addHook('onClose', async () => clearInterval(timer))
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** Whether the route accepts large bodies: uploads and imports. */
function isLong({ routeOptions }: FastifyRequest): boolean {
  return (routeOptions.bodyLimit ?? 0) >= limits.http.longBody
}

function removeEnded(bodies: ByAddress<Incoming>, some: Iterable<Incoming>): void {
  for (const body of [...some]) if (body.raw.complete || body.raw.socket.destroyed) bodies.remove(body.address, body)
}

/** Samples the body; returns whether it exceeded its time, or was too slow over the last window. */
function isOver({ raw, end, seen }: Incoming): boolean {
  if (performance.now() > end) return true
  seen.push(raw.socket.bytesRead)
  // Bytes that this server has not read yet are not the client's delay.
  if (raw.readableLength > 0) seen.splice(0, seen.length - 1)
  if (seen.length <= samples) return false
  const received = (seen.at(-1) as number) - (seen.shift() as number)
  return received < (limits.http.bodyBytesPerSecond * timings.requestBodyWindow) / 1_000
}

/** Ends a connection, with a 408 if it is still writable. */
function endRequest(socket: Socket): void {
  if (socket.writable) socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
  socket.destroySoon()
}

/**
 * Bounds the connections of one address on which no request has begun: those above `most` are closed. Connections of a
 * trusted proxy are exempt, since they serve many clients.
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
