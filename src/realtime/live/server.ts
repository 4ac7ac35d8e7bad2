import type { FastifyInstance } from 'fastify'
import { liveNamespace, publishMessage, subscribeMessage } from '../../api/stream/messages.ts'
import { markSeen, readStreams } from '../../api/stream/queries.ts'
import { limits } from '../../rules/limits.ts'
import { timings } from '../../rules/timings.ts'
import type { Metrics } from '../../server/http/metrics.ts'
import type { Services } from '../../server/services.ts'
import type { AppSocket } from '../../server/sockets/app-socket.ts'
import type { Sockets } from '../../server/sockets/create-socket-server.ts'
import { createDecider, type Decider, type Follower } from './follower.ts'
import { LiveRoom } from './live-room.ts'
import { type Joined, type LiveDesk, LiveVisit, refused } from './live-visit.ts'
import { noLongerAllowed } from './still-allowed.ts'

/** ms between two notes that a presenter is still there, and two counts for the other processes. */
const presencePause = 15_000
/** A process that has told no count for so long (ms) is gone, and its audience with it. */
const silence = 40_000
/** Where several processes know of each other only through the database, what was read is good for so long (ms). */
const freshFor = 500

/** The live namespace of a process. */
export interface LiveServer {
  /** Sockets that follow or present a deck here. */
  followers(deckId: number): number
  /** Bytes that wait for the slowest of them. */
  mostWaiting(deckId: number): number
}

/** Serves the live namespace: who presents tells where the presentation is, and everybody else is told. */
export function mountLive(app: FastifyInstance, services: Services, sockets: Sockets, metrics: Metrics): LiveServer {
  const live = new Live(services, sockets)
  metrics.show('lectern_live_pages', 'Pages that follow or present a deck.', () => live.pages)
  metrics.show(
    'lectern_live_merged_total',
    'Moves that somebody was not told because a newer one came first.',
    () => live.merged,
  )
  app.addHook('onReady', async () => live.start())
  // Before the server waits for its connections to end: these would never end by themselves.
  app.addHook('preClose', () => live.stop())
  return live
}

class Live implements LiveServer, LiveDesk {
  readonly #services: Services
  readonly #sockets: Sockets
  readonly #decide: Decider
  readonly #rooms = new Map<number, LiveRoom>()
  readonly #ends: (() => void)[] = []
  #stopping = false
  /** Of rooms that are gone. */
  #mergedBefore = 0

  constructor(services: Services, sockets: Sockets) {
    this.#services = services
    this.#sockets = sockets
    this.#decide = createDecider(services)
  }

  /** Pages that follow or present anything here. */
  get pages(): number {
    let count = 0
    for (const { followers } of this.#rooms.values()) count += followers.size
    return count
  }

  /** Moves that somebody here skipped because a newer one came first, since the start. */
  get merged(): number {
    let count = this.#mergedBefore
    for (const { merged } of this.#rooms.values()) count += merged
    return count
  }

  followers = (deckId: number): number => this.#rooms.get(deckId)?.followers.size ?? 0

  mostWaiting = (deckId: number): number => {
    const followers = this.#rooms.get(deckId)?.followers ?? []
    return Math.max(0, ...[...followers].map(({ listener }) => listener.waiting()))
  }

  start(): void {
    const { accessChanges, bus, streamChanges } = this.#services
    const { frameBytes, messagesPerSecond, socketsPerAddress } = limits.live
    this.#sockets.serve({
      name: liveNamespace,
      limits: { messageBytes: frameBytes, messagesPerSecond, socketsPerAddress },
      welcome: (socket, auth) => this.#welcome(socket, auth),
    })
    this.#ends.push(
      bus.hear('live-moved', (deckId) => this.#refresh(Number(deckId))),
      bus.hear('live-count', (word) => {
        const { deckId, process, count } = word as CountWord
        this.#rooms.get(deckId)?.countElsewhere(process, count)
      }),
    )
    const every = (ms: number, work: () => Promise<void>) => {
      let runs = false
      // A slow database is not asked again before it has answered.
      const turn = async () => {
        if (runs) return
        runs = true
        await this.#quietly(work())
        runs = false
      }
      const timer = setInterval(() => void turn(), ms)
      this.#ends.push(() => clearInterval(timer))
    }
    every(timings.liveAccessCheck, () => this.#lookAround())
    every(presencePause, () => this.#notePresence())
    this.#ends.push(
      accessChanges.listen(({ deckId }) => void this.#quietly(this.#checkAccess(deckId))),
      streamChanges.listen(({ deckId }) => {
        this.#refresh(deckId)
        this.#tellOthers(deckId)
      }),
    )
  }

  /** Says when to come back, spread so that the next process is not run over, and closes everything. */
  async stop(): Promise<void> {
    this.#stopping = true
    for (const end of this.#ends) end()
    const followers = [...this.#rooms.values()].flatMap((room) => [...room.followers])
    const spread = Math.min(timings.liveComeBack, 1_000 + (followers.length / limits.live.returnsPerSecond) * 1_500)
    for (const { socket } of followers) socket.emitEvent('retry_after', { ms: Math.round(Math.random() * spread) })
    for (const room of this.#rooms.values()) {
      await room.written()
      room.close()
    }
    await this.#sockets.closeAll()
  }

  async #quietly(work: Promise<unknown>): Promise<void> {
    await work.catch((error: unknown) => this.#services.log.warn({ err: error }, 'live streams were not looked after'))
  }

  readonly #tellOthers = (deckId: number) => this.#services.bus.tell('live-moved', deckId)
  readonly #tellCount = (deckId: number, count: number) => {
    const word: CountWord = { deckId, process: this.#services.bus.process, count }
    this.#services.bus.tell('live-count', word)
  }

  #refresh(deckId: number): void {
    const room = this.#rooms.get(deckId)
    if (room) void this.#quietly(room.refresh())
  }

  #roomOf(deckId: number, ownerSettings: Readonly<Record<string, unknown>>): LiveRoom {
    const known = this.#rooms.get(deckId)
    if (known) return known
    const room = new LiveRoom(deckId, ownerSettings, {
      services: this.#services,
      tellOthers: this.#tellOthers,
      tellCount: this.#tellCount,
    })
    this.#rooms.set(deckId, room)
    return room
  }

  #welcome(socket: AppSocket, auth: Readonly<Record<string, unknown>>): LiveVisit | null {
    if (this.#sockets.countSession(socket)) return new LiveVisit(this, socket, auth)
    socket.refuse('too many sockets')
    return null
  }

  async subscribe(socket: AppSocket, token: unknown, message: unknown, known: Follower | null): Promise<Joined> {
    const asked = subscribeMessage.safeParse(message)
    if (!asked.success || !isWhole(asked.data)) return refused('invalid')
    if (known && !isSame(known, asked.data)) return refused('invalid')
    if (this.#stopping) {
      // The page comes again by itself, to the next process.
      socket.putOut()
      return refused('full')
    }
    try {
      return await this.#join(socket, token, asked.data, known)
    } catch (error) {
      // The page comes again by itself, and by then perhaps the database has, too.
      this.#services.log.warn({ err: error }, 'a socket could not subscribe')
      socket.putOut()
      return refused('full')
    }
  }

  async #join(socket: AppSocket, token: unknown, asked: Asked, known: Follower | null): Promise<Joined> {
    const { deck_id: deckId, publisher: presents } = asked
    const { decision, asker } = await this.#decide(socket.origin, token, { deckId, publisher: presents })
    if (decision !== 'allow' || !asker) return refused(decision === 'allow' ? 'hidden' : decision)
    if (!socket.raw) return refused('invalid')
    // The stream, the count and the answer are one packet on the line.
    socket.gather()
    const room = this.#roomOf(deckId, asker.loaded.owner.settings)
    const userId = asker.credentials.userId ?? 0
    const publisher = presents ? { id: String(asked.publisher_id), view: asked.view ?? 'presenter', userId } : null
    const listener = known?.listener ?? room.fan.add(socket)
    const follower: Follower = known ?? { ...asker.credentials, socket, listener, publisher, deckId }
    room.followers.add(follower)
    room.countChanged()
    try {
      await room.refresh(this.#freshFor)
      const publishing = publisher !== null && (await room.hold(publisher, asked.again ?? false))
      room.admit(follower, publishing)
      const ticket = this.#sockets.tickets.issue(socket.origin.address, socket.origin.ticket)
      return { answer: { ok: true, publishing, ticket }, follower }
    } catch (error) {
      if (!known) await this.leave(follower)
      throw error
    }
  }

  /** How long what was read of a stream is good for: for ever where everything that moves it is in this process, or tells it. */
  get #freshFor(): number {
    const { bus, database } = this.#services
    return database.kind === 'sqlite' || bus.joined ? Number.POSITIVE_INFINITY : freshFor
  }

  publish(follower: Follower | null, message: unknown): boolean {
    const said = publishMessage.safeParse(message)
    if (!said.success || !follower?.publisher) return false
    const isOwn = said.data.deck_id === follower.deckId && String(said.data.publisher_id) === follower.publisher.id
    return isOwn && (this.#rooms.get(follower.deckId)?.publish(follower.publisher, said.data) ?? false)
  }

  async leave(follower: Follower): Promise<void> {
    await this.#quietly(this.#leave(follower))
  }

  async #leave(follower: Follower): Promise<void> {
    const room = this.#rooms.get(follower.deckId)
    if (!room?.remove(follower)) return
    room.fan.remove(follower.listener)
    room.countChanged()
    if (follower.publisher && !room.presents) {
      await room.written()
      await markSeen(this.#services.database.write, [room.deckId], this.#services.now())
    }
    if (room.followers.size > 0) return
    room.close()
    // While this one was written, others may have come, gone, and come again: theirs is another room.
    if (this.#rooms.get(room.deckId) !== room) return
    this.#tellCount(room.deckId, 0)
    this.#rooms.delete(room.deckId)
    this.#mergedBefore += room.merged
  }

  /** Looks what has changed behind our back: who may not follow any more, which presenter is gone, what others wrote. */
  async #lookAround(): Promise<void> {
    const rooms = [...this.#rooms.values()]
    await this.#quietly(inTime(this.#readStreams(rooms)))
    for (const room of rooms) {
      room.forgetSilent(silence)
      room.retry()
    }
    // Each for itself: a look that gets no answer keeps nobody from being looked at.
    for (const { deckId } of rooms) await this.#quietly(inTime(this.#checkAccess(deckId)))
  }

  async #readStreams(rooms: readonly LiveRoom[]): Promise<void> {
    const rows = await readStreams(
      this.#services.database.read,
      rooms.map(({ deckId }) => deckId),
    )
    for (const row of rows) this.#rooms.get(row.deck_id)?.take(row)
  }

  async #checkAccess(deckId: number): Promise<void> {
    const room = this.#rooms.get(deckId)
    if (!room) return
    for (const { socket } of await noLongerAllowed(this.#services, deckId, [...room.followers])) socket.putOut()
  }

  async #notePresence(): Promise<void> {
    const rooms = [...this.#rooms.values()]
    for (const room of rooms) this.#tellCount(room.deckId, room.localCount)
    const presented = rooms.filter(({ presents }) => presents).map(({ deckId }) => deckId)
    await inTime(markSeen(this.#services.database.write, presented, this.#services.now()))
  }
}

/** Rejects when work is not done in its time; it may still go on. */
async function inTime(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The database gave no answer in time')), timings.liveAccessPatience)
  })
  await Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** How many follow a deck in one process. */
interface CountWord {
  readonly deckId: number
  readonly process: string
  readonly count: number
}

type Asked = ReturnType<typeof subscribeMessage.parse>

/** Who presents has a name, and who does not is one of the audience. */
function isWhole({ publisher, publisher_id, view }: Asked): boolean {
  return publisher ? publisher_id !== undefined && view !== 'audience' : view === undefined || view === 'audience'
}

/** A socket is for one deck and one part in it; asking again is a presenter's way to take over. */
function isSame({ deckId, publisher }: Follower, asked: Asked): boolean {
  return deckId === asked.deck_id && (publisher?.id ?? null) === (asked.publisher ? String(asked.publisher_id) : null)
}
