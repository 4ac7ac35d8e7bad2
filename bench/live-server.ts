/**
 * One of the servers measured by bench/live.ts, as a separate process: `lectern`, `ws` (a bare broadcast), or
 * `multiplex` (plain Socket.IO with the code of reveal.js's multiplex plugin). Reports its port to its parent, and
 * answers `measure` with its memory after a garbage collection and its CPU time.
 */
import { createHash } from 'node:crypto'
import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server } from 'socket.io'
import { WebSocketServer } from 'ws'
import { firstState, writeState } from '../src/api/stream/queries.ts'
import { createServer } from '../src/create-server.ts'
import { limits } from '../src/rules/limits.ts'
import { createServices } from '../src/server/create-services.ts'
import { migrate } from '../src/server/db/migrate.ts'
import { readSettings } from '../src/server/env.ts'
import { makeDeck, makeSession, makeUser } from '../src/testing/factories.ts'

/** Sent to the parent when the server listens. */
export interface Listening {
  readonly port: number
  readonly deckId: number
  /** The presenter's session cookie. */
  readonly cookie: string
}

/** Requests: collect garbage first, or move the presentation to a slide. */
export interface Question {
  readonly collect?: boolean
  readonly to?: number
}

/** Use of resources: bytes, and CPU ms since its start; and the number of coalesced moves by its own count. */
export interface Measured {
  readonly rss: number
  readonly heap: number
  readonly cpu: number
  readonly merged: number
}

const [, , kind = 'lectern', dataDir = '', givenPort = '0'] = process.argv
const port = Number(givenPort)

function listen(server: ReturnType<typeof createHttpServer>): void {
  server.listen(port, '127.0.0.1', limits.live.waitingConnections, () => {
    const told: Listening = { port: (server.address() as AddressInfo).port, deckId: 0, cookie: '' }
    process.send?.(told)
  })
}

function bare(): void {
  const server = createHttpServer()
  const sockets = new WebSocketServer({ server, perMessageDeflate: false })
  let first: string | null = null
  move = async (indexh) => {
    const state = JSON.stringify({ ...firstState({}), publisher_id: 'bench', indexh })
    first = JSON.stringify({ deck_id: 0, publisher_id: 'bench', state })
    for (const client of sockets.clients) client.send(first)
  }
  void move(0)
  sockets.on('connection', (socket) => {
    if (first) socket.send(first)
    socket.on('message', (message) => {
      const text = String(message)
      for (const client of sockets.clients) if (client.readyState === 1) client.send(text)
    })
  })
  listen(server)
}

interface Multiplexed {
  secret: string | null
  socketId: string
}

/** As in the plugin's index.js: a client with the secret broadcasts under the id derived from it. */
function multiplex(): void {
  const server = createHttpServer()
  const io = new Server(server, { cors: { origin: '*' } })
  io.on('connection', (socket) => {
    socket.on('multiplex-statechanged', (data: Multiplexed) => {
      if (typeof data.secret === 'undefined' || data.secret == null || data.secret === '') return
      if (createHash('md5').update(data.secret).digest('hex') !== data.socketId) return
      data.secret = null
      socket.broadcast.emit(data.socketId, data)
    })
  })
  listen(server)
}

async function lectern(): Promise<void> {
  const settings = readSettings({
    ...{ DATA_DIR: dataDir, SECRET_KEY: 'kT4jP0vN8sK2hT6yB1cM5xW9rL3gD7fA-for-benchmarks', SEED: 'off' },
    LOG_LEVEL: 'warn',
    ...(process.env.SOCKET_HANDSHAKES ? { SOCKET_HANDSHAKES: process.env.SOCKET_HANDSHAKES } : {}),
  })
  const services = await createServices(settings)
  await migrate(services.database)
  const server = await createServer(services, { screens: false })
  const known = await services.database.read.selectFrom('decks').select(['id', 'user_id']).executeTakeFirst()
  const user = known ? { id: known.user_id } : await makeUser(services, { plan: 'pro' })
  const deckId = known?.id ?? (await makeDeck(services, user)).id
  const { cookie } = await makeSession(services, user)
  move = async (indexh) => {
    const state = { ...firstState({}), publisher_id: 'bench', indexh }
    const [now, holder] = [new Date(), { id: 'bench', userId: user.id }]
    await writeState(services.database.write, { deckId, state, seq: now.getTime(), holder, now })
    services.streamChanges.notify({ deckId })
  }
  countMerged = async () => {
    const { body } = await server.inject({ url: '/metrics', headers: { host: 'localhost' } })
    return Number(/^lectern_live_merged_total (\d+)/m.exec(body)?.[1])
  }
  await server.listen({ port, host: '127.0.0.1', backlog: limits.live.waitingConnections })
  const told: Listening = { port: (server.server.address() as AddressInfo).port, deckId, cookie }
  process.send?.(told)
}

/** Moves the presentation through the API; only Lectern stores it. */
let move = async (_indexh: number): Promise<void> => {}

/** Number of moves skipped for a member because of a newer one; only Lectern skips moves. */
let countMerged = async (): Promise<number> => 0

process.on('message', async ({ collect, to }: Question) => {
  if (to !== undefined) await move(to)
  if (collect) globalThis.gc?.()
  const { rss, heapUsed, external } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  const measured: Measured = {
    rss,
    heap: heapUsed + external,
    cpu: (user + system) / 1000,
    merged: await countMerged(),
  }
  process.send?.(measured)
})
process.on('disconnect', () => process.exit(0))

if (kind === 'ws') bare()
else if (kind === 'multiplex') multiplex()
else await lectern()
