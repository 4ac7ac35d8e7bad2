import type { FastifyInstance } from 'fastify'
import { liveNamespace, publishMessage, type SubscribeAnswer, subscribeMessage } from '../../api/stream/messages.ts'
import { markSeen, readStreams } from '../../api/stream/queries.ts'
import { limits } from '../../rules/limits.ts'
import { timings } from '../../rules/timings.ts'
import type { Metrics } from '../../server/http/metrics.ts'
import type { Services } from '../../server/services.ts'
import type { AppSocket } from '../../server/sockets/app-socket.ts'
import type { Sockets } from '../../server/sockets/create-socket-server.ts'
import { createDecider, type Decider } from '../decider.ts'
import { everyPause, nextInRound, withTimeout } from '../periodic.ts'
import { type RoomRegistry, RoomSession } from '../room-session.ts'
import { withoutAccess } from '../still-allowed.ts'
import { actionOf, type Follower } from './follower.ts'
import { LiveRoom } from './live-room.ts'
import { type LiveJoined, refused } from './live-session.ts'

/** Interval in ms for storing a presenter's presence, and for sending counts to other processes. */
const presencePause = 15_000
/** A process that sent no count for this long (ms) counts as stopped, and its followers as disconnected. */
const silentAfter = 40_000
/** How long a loaded stream is fresh (ms), if processes communicate only through the database. */
const freshFor = 500

/** The live namespace of a process. */
export interface LiveServer {
  /** The number of sockets that follow or present a deck here. */
  followers(deckId: number): number
}

/** Mounts the live namespace: publishers send moves, followers receive them. */
export function mountLive(app: FastifyInstance, services: Services, sockets: Sockets, metrics: Metrics): LiveServer {
  const live = new Live(services, sockets)
  metrics.show('lectern_live_pages', 'Pages that follow or present a deck.', () => live.pages)
  metrics.show(
    'lectern_live_merged_total',
    'Moves that followers skipped because a newer one came first.',
    () => live.merged,
  )
  app.addHook('onReady', async () => live.start())
  // Runs before the server waits for its connections to close: open sockets would block that.
  app.addHook('preClose', () => live.stop())
  return live
}

class Live implements LiveServer, RoomRegistry<Follower, SubscribeAnswer> {
  readonly #services: Services
  readonly #sockets: Sockets
  readonly #decide: Decider
  readonly #rooms = new Map<number, LiveRoom>()
  readonly #ends: (() => void)[] = []
  #stopping = false
  /** Skipped moves of closed rooms. */
  #mergedInClosedRooms = 0

  constructor(services: Services, sockets: Sockets) {
    this.#services = services
    this.#sockets = sockets
    this.#decide = createDecider(services)
  }

  /** The number of sockets that follow or present a deck here. */
  get pages(): number {
    let count = 0
    for (const { followers } of this.#rooms.values()) count += followers.size
    return count
  }

  /** Moves skipped for a newer one since the start, summed over the followers. */
  get merged(): number {
    let count = this.#mergedInClosedRooms
    for (const { merged } of this.#rooms.values()) count += merged
    return count
  }

  followers = (deckId: number): number => this.#rooms.get(deckId)?.followers.size ?? 0

  start(): void {
    const { accessChanges, bus, streamChanges } = this.#services
    const { frameBytes, messagesPerSecond, socketsPerAddress } = limits.live
    this.#sockets.serve({
      name: liveNamespace,
      limits: { messageBytes: frameBytes, messagesPerSecond, socketsPerAddress },
      onConnect: (socket, auth) => this.#onConnect(socket, auth),
    })
    this.#ends.push(
      bus.subscribe('live-moved', (deckId) => this.#refresh(Number(deckId))),
      bus.subscribe('live-count', (payload) => {
        const { deckId, process, count } = payload as CountMessage
        this.#rooms.get(deckId)?.countElsewhere(process, count)
      }),
    )
    this.#ends.push(
      everyPause(timings.liveAccessCheck, () => this.#logFailure(this.#recheck())),
      everyPause(presencePause, () => this.#logFailure(this.#storePresence())),
      accessChanges.subscribe((change) => {
        const decks = 'deckId' in change ? [change.deckId] : this.#decksFollowedBy(change.userId)
        for (const deckId of decks) void this.#logFailure(this.#checkAccess(deckId))
      }),
      streamChanges.subscribe(({ deckId }) => {
        this.#refresh(deckId)
        this.#notifyProcesses(deckId)
      }),
    )
  }

  /** Sends jittered reconnect delays, so that the next process is not overloaded, and closes all sockets. */
  async stop(): Promise<void> {
    this.#stopping = true
    for (const end of this.#ends) end()
    const followers = [...this.#rooms.values()].flatMap((room) => [...room.followers])
    const spread = Math.min(
      timings.liveReconnectSpread,
      1_000 + (followers.length / limits.live.reconnectsPerSecond) * 1_500,
    )
    for (const { socket } of followers) socket.emitEvent('retry_after', { ms: Math.round(Math.random() * spread) })
    for (const room of this.#rooms.values()) {
      await room.written()
      room.close()
    }
    await this.#sockets.closeAll()
  }

  async #logFailure(work: Promise<unknown>): Promise<void> {
    await work.catch((error: unknown) => this.#services.log.warn({ err: error }, 'live streams could not be updated'))
  }

  readonly #notifyProcesses = (deckId: number) => this.#services.bus.publish('live-moved', deckId)
  readonly #publishCount = (deckId: number, count: number) => {
    const payload: CountMessage = { deckId, process: this.#services.bus.process, count }
    this.#services.bus.publish('live-count', payload)
  }

  #refresh(deckId: number): void {
    const room = this.#rooms.get(deckId)
    if (room) void this.#logFailure(room.refresh())
  }

  #roomOf(deckId: number, ownerSettings: Readonly<Record<string, unknown>>): LiveRoom {
    const existing = this.#rooms.get(deckId)
    if (existing) return existing
    const room = new LiveRoom(deckId, ownerSettings, {
      services: this.#services,
      notifyProcesses: this.#notifyProcesses,
      publishCount: this.#publishCount,
    })
    this.#rooms.set(deckId, room)
    return room
  }

  #onConnect(
    socket: AppSocket,
    auth: Readonly<Record<string, unknown>>,
  ): RoomSession<Follower, SubscribeAnswer> | null {
    if (this.#sockets.countSession(socket)) return new RoomSession(this, socket, auth)
    socket.refuse('too many sockets')
    return null
  }

  async subscribe(socket: AppSocket, token: unknown, message: unknown, current: Follower | null): Promise<LiveJoined> {
    const request = subscribeMessage.safeParse(message)
    if (!request.success || !isConsistent(request.data)) return refused('invalid')
    if (current && !isSameSubscription(current, request.data)) return refused('invalid')
    if (this.#stopping) {
      // The client reconnects by itself, to the next process.
      socket.disconnect()
      return refused('full')
    }
    try {
      return await this.#join(socket, token, request.data, current)
    } catch (error) {
      // The client reconnects without a request; the database may be back by then.
      this.#services.log.warn({ err: error }, 'a socket could not subscribe')
      socket.disconnect()
      return refused('full')
    }
  }

  async #join(
    socket: AppSocket,
    token: unknown,
    request: ParsedRequest,
    current: Follower | null,
  ): Promise<LiveJoined> {
    const { deck_id: deckId, publisher: presents } = request
    const { decision, candidate } = await this.#decide(socket.origin, token, { deckId, action: actionOf(presents) })
    if (decision !== 'allow' || !candidate) return refused(decision === 'allow' ? 'hidden' : decision)
    if (!socket.raw) return refused('invalid')
    // Sends the stream, the count and the answer as one packet.
    socket.batchWrites()
    const room = this.#roomOf(deckId, candidate.loaded.owner.settings)
    const userId = candidate.credentials.userId ?? 0
    const publisher = presents ? { id: String(request.publisher_id), view: request.view ?? 'presenter', userId } : null
    const subscriber = current?.subscriber ?? room.fan.add(socket)
    const follower: Follower = current ?? { ...candidate.credentials, socket, subscriber, publisher, deckId }
    room.followers.add(follower)
    room.countChanged()
    try {
      await room.refresh(this.#freshFor)
      const publishing = publisher !== null && (await room.hold(publisher, request.again ?? false))
      room.admit(follower, publishing)
      const ticket = this.#sockets.reconnectTokens.issue(socket.origin.address, socket.origin.reconnectToken)
      return { answer: { ok: true, publishing, ticket }, member: follower }
    } catch (error) {
      if (!current) await this.leave(follower)
      throw error
    }
  }

  /** How long a loaded stream is fresh (ms). Forever if this process makes all changes or is notified of them. */
  get #freshFor(): number {
    const { bus, database } = this.#services
    return database.kind === 'sqlite' || bus.joined ? Number.POSITIVE_INFINITY : freshFor
  }

  onEvent(follower: Follower | null, event: string, body: unknown, answer: ((body: unknown) => void) | null): void {
    if (event !== 'message') return
    const publishing = this.#publish(follower, body)
    answer?.({ publishing })
  }

  #publish(follower: Follower | null, message: unknown): boolean {
    const parsed = publishMessage.safeParse(message)
    if (!parsed.success || !follower?.publisher) return false
    const isOwn = parsed.data.deck_id === follower.deckId && String(parsed.data.publisher_id) === follower.publisher.id
    return isOwn && (this.#rooms.get(follower.deckId)?.publish(follower.publisher, parsed.data) ?? false)
  }

  async leave(follower: Follower): Promise<void> {
    await this.#logFailure(this.#leave(follower))
  }

  async #leave(follower: Follower): Promise<void> {
    const room = this.#rooms.get(follower.deckId)
    if (!room?.remove(follower)) return
    room.fan.remove(follower.subscriber)
    room.countChanged()
    if (follower.publisher && !room.presents) {
      await room.written()
      await markSeen(this.#services.database.write, [room.deckId], this.#services.now())
    }
    if (room.followers.size > 0) return
    room.close()
    // The room may have been replaced while we awaited the write.
    if (this.#rooms.get(room.deckId) !== room) return
    this.#publishCount(room.deckId, 0)
    this.#rooms.delete(room.deckId)
    this.#mergedInClosedRooms += room.merged
  }

  /** Finds changes without a notification: lost access, absent presenters, writes of other processes. */
  async #recheck(): Promise<void> {
    const rooms = [...this.#rooms.values()]
    await this.#logFailure(withTimeout(this.#readStreams(rooms)))
    for (const room of rooms) {
      room.removeSilent(silentAfter)
      room.retry()
    }
    // Checks each deck separately: one deck's timeout must not delay the others.
    for (const { deckId } of rooms) {
      await nextInRound(rooms.length)
      await this.#logFailure(withTimeout(this.#checkAccess(deckId)))
    }
  }

  async #readStreams(rooms: readonly LiveRoom[]): Promise<void> {
    const rows = await readStreams(
      this.#services.database.read,
      rooms.map(({ deckId }) => deckId),
    )
    for (const row of rows) this.#rooms.get(row.deck_id)?.take(row)
  }

  #decksFollowedBy(userId: number): number[] {
    const rooms = [...this.#rooms.values()]
    return rooms
      .filter(({ followers }) => [...followers].some((one) => one.userId === userId))
      .map((room) => room.deckId)
  }

  async #checkAccess(deckId: number): Promise<void> {
    const room = this.#rooms.get(deckId)
    if (!room) return
    const actionOfFollower = ({ publisher }: Follower) => actionOf(publisher !== null)
    const lost = await withoutAccess(this.#services, deckId, [...room.followers], actionOfFollower)
    for (const { socket } of lost) socket.disconnect()
  }

  async #storePresence(): Promise<void> {
    const rooms = [...this.#rooms.values()]
    for (const room of rooms) this.#publishCount(room.deckId, room.localCount)
    const presented = rooms.filter(({ presents }) => presents).map(({ deckId }) => deckId)
    await withTimeout(markSeen(this.#services.database.write, presented, this.#services.now()))
  }
}

/** The number of followers of a deck in one process. */
interface CountMessage {
  readonly deckId: number
  readonly process: string
  readonly count: number
}

type ParsedRequest = ReturnType<typeof subscribeMessage.parse>

/** Whether a request is consistent: publishers have an id, and others are audience. */
function isConsistent({ publisher, publisher_id, view }: ParsedRequest): boolean {
  return publisher ? publisher_id !== undefined && view !== 'audience' : view === undefined || view === 'audience'
}

/** Whether a repeated request is for the same deck and page: a publisher repeats its request to take over. */
function isSameSubscription({ deckId, publisher }: Follower, request: ParsedRequest): boolean {
  return (
    deckId === request.deck_id && (publisher?.id ?? null) === (request.publisher ? String(request.publisher_id) : null)
  )
}
