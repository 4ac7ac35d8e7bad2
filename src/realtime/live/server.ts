import type { FastifyInstance } from 'fastify'
import { markSeen, readStreams } from '../../api/stream/queries.ts'
import { limits } from '../../rules/limits.ts'
import { timings } from '../../rules/timings.ts'
import type { Services } from '../../server/services.ts'
import type { Sockets } from '../../server/sockets/create-socket-server.ts'
import { webSocketOf } from '../../server/sockets/text-frame.ts'
import { decideFollower, type Follower, type LiveSocket } from './follower.ts'
import { LiveRoom } from './live-room.ts'
import { type LiveRefusal, liveNamespace, publishMessage, type SubscribeAnswer, subscribeMessage } from './messages.ts'
import { noLongerAllowed } from './still-allowed.ts'

/** ms between two notes that a presenter is still there, and two counts for the other processes. */
const presencePause = 15_000
/** A process that has told no count for so long (ms) is gone, and its audience with it. */
const silence = 40_000
/** Where several processes know of each other only through the database, what was read is good for so long (ms). */
const freshFor = 500

/** The code of a socket that was closed for what it did. */
const policyViolation = 1008

/** The live namespace of a process. */
export interface LiveServer {
  /** Sockets that follow or present a deck here. */
  followers(deckId: number): number
  /** Bytes that wait for the slowest of them. */
  mostWaiting(deckId: number): number
}

/** Serves the live namespace: who presents tells where the presentation is, and everybody else is told. */
export function mountLive(app: FastifyInstance, services: Services, sockets: Sockets): LiveServer {
  const live = new Live(services, sockets)
  app.addHook('onReady', async () => live.start())
  // Before the server waits for its connections to end: these would never end by themselves.
  app.addHook('preClose', () => live.stop())
  return live
}

class Live implements LiveServer {
  readonly #services: Services
  readonly #sockets: Sockets
  readonly #rooms = new Map<number, LiveRoom>()
  readonly #ends: (() => void)[] = []
  #stopping = false

  constructor(services: Services, sockets: Sockets) {
    this.#services = services
    this.#sockets = sockets
  }

  followers = (deckId: number): number => this.#rooms.get(deckId)?.followers.size ?? 0

  mostWaiting = (deckId: number): number => {
    const followers = this.#rooms.get(deckId)?.followers ?? []
    return Math.max(0, ...[...followers].map(({ listener }) => listener.waiting()))
  }

  start(): void {
    const { accessChanges, streamChanges } = this.#services
    const { io, bus } = this.#sockets
    const namespace = io.of(liveNamespace)
    namespace.use((socket, next) => {
      if (this.#sockets.countSession(socket, this.#services)) return next()
      webSocketOf(socket.conn)?.close(policyViolation, 'too many sockets')
      next(new Error('full'))
    })
    namespace.on('connection', (socket) => this.#welcome(socket as LiveSocket))
    bus.hear('live-moved', (deckId) => this.#refresh(Number(deckId)))
    bus.hear('live-count', (word) => {
      const { deckId, process, count } = word as CountWord
      this.#rooms.get(deckId)?.countElsewhere(process, count)
    })
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
    const spread = Math.min(timings.liveComeBack, 1_000 + (followers.length / limits.live.handshakesPerSecond) * 1_500)
    for (const { socket } of followers) socket.emit('retry_after', { ms: Math.round(Math.random() * spread) })
    for (const room of this.#rooms.values()) {
      await room.written()
      room.close()
    }
    await this.#sockets.closeAll()
  }

  async #quietly(work: Promise<unknown>): Promise<void> {
    await work.catch((error: unknown) => this.#services.log.warn({ err: error }, 'live streams were not looked after'))
  }

  readonly #tellOthers = (deckId: number) => this.#sockets.bus.tell('live-moved', deckId)
  readonly #tellCount = (deckId: number, count: number) => {
    const word: CountWord = { deckId, process: this.#sockets.process, count }
    this.#sockets.bus.tell('live-count', word)
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

  #welcome(socket: LiveSocket): void {
    const token: unknown = socket.handshake.auth.token
    // A lecture hall of sockets: what a handshake leaves behind would be most of what each of them weighs.
    Object.assign(socket, { handshake: null })
    Object.assign(socket.conn, { request: null })
    limitRate(socket)
    let follower: Follower | null = null
    // One after the other: whoever leaves while they are let in has left.
    let turn = Promise.resolve()
    socket.on('subscribe', (message, answer) => {
      turn = turn.then(async () => {
        const joined = await this.#subscribe(socket, token, message, follower)
        follower = joined.follower ?? follower
        if (typeof answer === 'function') answer(joined.answer)
      })
    })
    socket.on('message', (message, answer) => {
      const publishing = this.#publish(follower, message)
      if (typeof answer === 'function') answer({ publishing })
    })
    socket.on('disconnect', () => {
      turn = turn.then(() => this.#quietly(this.#leave(follower)))
      // Without a namespace the connection is there for nothing.
      webSocketOf(socket.conn)?.close(1000)
    })
  }

  async #subscribe(socket: LiveSocket, token: unknown, message: unknown, known: Follower | null): Promise<Joined> {
    const asked = subscribeMessage.safeParse(message)
    if (!asked.success || !isWhole(asked.data)) return refused('invalid')
    if (known && !isSame(known, asked.data)) return refused('invalid')
    if (this.#stopping) {
      // The page comes again by itself, to the next process.
      socket.disconnect(true)
      return refused('full')
    }
    try {
      return await this.#join(socket, token, asked.data, known)
    } catch (error) {
      // The page comes again by itself, and by then perhaps the database has, too.
      this.#services.log.warn({ err: error }, 'a socket could not subscribe')
      socket.disconnect(true)
      return refused('full')
    }
  }

  async #join(socket: LiveSocket, token: unknown, asked: Asked, known: Follower | null): Promise<Joined> {
    const { deck_id: deckId, publisher: presents } = asked
    const origin = this.#sockets.originOf(socket)
    const { decision, asker } = await decideFollower(this.#services, origin, token, { deckId, publisher: presents })
    if (decision !== 'allow' || !asker) return refused(decision === 'allow' ? 'hidden' : decision)
    const web = webSocketOf(socket.conn)
    if (!web || !socket.connected) return refused('invalid')
    const room = this.#roomOf(deckId, asker.loaded.owner.settings)
    const userId = asker.credentials.userId ?? 0
    const publisher = presents ? { id: String(asked.publisher_id), view: asked.view ?? 'presenter', userId } : null
    const listener = known?.listener ?? room.fan.add(web)
    const follower: Follower = known ?? { ...asker.credentials, socket, listener, publisher, deckId }
    room.followers.add(follower)
    room.countChanged()
    try {
      await room.refresh(this.#freshFor)
      const publishing = publisher !== null && (await room.hold(publisher, asked.again ?? false))
      return { answer: { ok: true, publishing }, follower }
    } catch (error) {
      if (!known) await this.#leave(follower)
      throw error
    }
  }

  /** How long what was read of a stream is good for: for ever where everything that moves it is in this process, or tells it. */
  get #freshFor(): number {
    const { database } = this.#services
    return database.kind === 'sqlite' || this.#sockets.bus.joined ? Number.POSITIVE_INFINITY : freshFor
  }

  #publish(follower: Follower | null, message: unknown): boolean {
    const said = publishMessage.safeParse(message)
    if (!said.success || !follower?.publisher) return false
    const isOwn = said.data.deck_id === follower.deckId && String(said.data.publisher_id) === follower.publisher.id
    return isOwn && (this.#rooms.get(follower.deckId)?.publish(follower.publisher, said.data) ?? false)
  }

  async #leave(follower: Follower | null): Promise<void> {
    const room = follower && this.#rooms.get(follower.deckId)
    if (!follower || !room?.followers.delete(follower)) return
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
  }

  /** Looks what has changed behind our back: who may not follow any more, which presenter is gone, what others wrote. */
  async #lookAround(): Promise<void> {
    const rooms = [...this.#rooms.values()]
    const rows = await readStreams(
      this.#services.database.read,
      rooms.map(({ deckId }) => deckId),
    )
    for (const row of rows) this.#rooms.get(row.deck_id)?.take(row)
    for (const room of rooms) {
      room.forgetSilent(silence)
      room.retry()
    }
    for (const { deckId } of rooms) await this.#checkAccess(deckId)
  }

  async #checkAccess(deckId: number): Promise<void> {
    const room = this.#rooms.get(deckId)
    if (!room) return
    for (const { socket } of await noLongerAllowed(this.#services, deckId, [...room.followers])) socket.disconnect(true)
  }

  async #notePresence(): Promise<void> {
    const rooms = [...this.#rooms.values()]
    for (const room of rooms) this.#tellCount(room.deckId, room.localCount)
    const presented = rooms.filter(({ presents }) => presents).map(({ deckId }) => deckId)
    await markSeen(this.#services.database.write, presented, this.#services.now())
  }
}

/** How many follow a deck in one process. */
interface CountWord {
  readonly deckId: number
  readonly process: string
  readonly count: number
}

type Asked = ReturnType<typeof subscribeMessage.parse>

interface Joined {
  readonly answer: SubscribeAnswer
  readonly follower: Follower | null
}

function refused(error: LiveRefusal): Joined {
  return { answer: { ok: false, error }, follower: null }
}

/** Who presents has a name, and who does not is one of the audience. */
function isWhole({ publisher, publisher_id, view }: Asked): boolean {
  return publisher ? publisher_id !== undefined && view !== 'audience' : view === undefined || view === 'audience'
}

/** A socket is for one deck and one part in it; asking again is a presenter's way to take over. */
function isSame({ deckId, publisher }: Follower, asked: Asked): boolean {
  return deckId === asked.deck_id && (publisher?.id ?? null) === (asked.publisher ? String(asked.publisher_id) : null)
}

/** Closes a socket that says more in a second than anybody can mean. */
function limitRate(socket: LiveSocket): void {
  const web = webSocketOf(socket.conn) as EventedSocket | null
  let [said, since] = [0, performance.now()]
  web?.on('message', () => {
    const now = performance.now()
    if (now - since > 1_000) [said, since] = [0, now]
    said += 1
    if (said > limits.live.messagesPerSecond) web.close(policyViolation, 'too many messages')
  })
}

interface EventedSocket {
  on(event: 'message', listener: () => void): void
  close(code: number, reason: string): void
}
