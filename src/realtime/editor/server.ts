import type { FastifyInstance } from 'fastify'
import {
  type BroadcastMessage,
  broadcastMessage,
  type ChannelMessage,
  type ChannelRefusal,
  editorNamespace,
  type SubscribeAnswer,
  slideChangeMessage,
  subscribeMessage,
} from '../../api/deck-channel/messages.ts'
import { recordSeen } from '../../api/deck-users/queries.ts'
import type { LoadedDeck } from '../../api/decks/load-deck.ts'
import { limits } from '../../rules/limits.ts'
import type { DeckAction } from '../../rules/permissions.ts'
import { timings } from '../../rules/timings.ts'
import { prepared } from '../../server/db/prepared.ts'
import type { Metrics } from '../../server/http/metrics.ts'
import type { Services } from '../../server/services.ts'
import type { AppSocket } from '../../server/sockets/app-socket.ts'
import type { Sockets } from '../../server/sockets/create-socket-server.ts'
import { createTokenBucket } from '../../server/sockets/token-bucket.ts'
import { createDecider, type Decider } from '../decider.ts'
import { JobRooms } from '../jobs/job-rooms.ts'
import { everyPause, nextInRound, withTimeout } from '../periodic.ts'
import { type Joined, type RoomRegistry, RoomSession } from '../room-session.ts'
import { decideAgain } from '../still-allowed.ts'
import { BatchStream, editorsOf } from './batch-stream.ts'
import { EditorRoom, type KnownDeck } from './editor-room.ts'
import type { Member } from './member.ts'
import { BatchHandler } from './take-batch.ts'

/** The channel of the bus for messages of pages. */
const channel = 'editor-broadcast'
/** Interval in ms for repeating presence to other processes. */
const presencePause = 15_000
/** A stopping server spreads its clients' reconnects over this time, in ms. */
const reconnectSpread = 2_000
/** The action that lets a user into a deck's room. */
const joining: DeckAction = 'list-collaborators'

type EditorJoined = Joined<Member, SubscribeAnswer>

function refused(error: ChannelRefusal): EditorJoined {
  return { answer: { ok: false, error }, member: null }
}

const newestOf = prepared((db, deckId: number) =>
  db.selectFrom('decks').select(['user_id', 'editor_user_id', 'version']).where('id', '=', deckId),
)

/** The user who edits a deck: at first its owner. */
function knownDeck({ deck }: Pick<LoadedDeck, 'deck'>): KnownDeck {
  return { editorId: deck.editor_user_id ?? deck.user_id, version: deck.version }
}

/** The action that permits a broadcast. Only users who may edit send messages of a hand-over. */
function actionOf({ type }: BroadcastMessage): DeckAction {
  return type.startsWith('collaboration:user-typing') ? 'comment' : 'become-editor'
}

/** Mounts the editor namespace, which connects the collaborators of each deck. */
export function mountEditorChannel(app: FastifyInstance, services: Services, sockets: Sockets, metrics: Metrics): void {
  const rooms = new EditorRooms(services, sockets)
  metrics.show('lectern_editor_pages', 'Pages of collaborators that have a deck open.', () => rooms.pages)
  app.addHook('onReady', async () => rooms.start())
  // Runs before the server waits for its connections to close: open sockets would block that.
  app.addHook('preClose', () => rooms.stop())
}

class EditorRooms implements RoomRegistry<Member, SubscribeAnswer> {
  readonly #services: Services
  readonly #sockets: Sockets
  readonly #decide: Decider
  readonly #rooms = new Map<number, EditorRoom>()
  readonly #batches: BatchHandler
  readonly #jobs: JobRooms
  /** The last check of each room since somebody joined it: the version of permissions, and when (performance.now). */
  readonly #checked = new WeakMap<EditorRoom, { readonly version: number | null; readonly at: number }>()
  readonly #ends: (() => void)[] = []
  #stopping = false

  constructor(services: Services, sockets: Sockets) {
    this.#services = services
    this.#sockets = sockets
    this.#decide = createDecider(services)
    this.#batches = new BatchHandler(services)
    this.#jobs = new JobRooms(services, sockets)
  }

  get pages(): number {
    let count = 0
    for (const { members } of this.#rooms.values()) count += members.size
    return count
  }

  start(): void {
    const { accessChanges, bus, deckChannel, deckPresence } = this.#services
    const { messageBytes, messagesPerSecond, socketsPerAddress } = limits.channel
    this.#sockets.serve({
      name: editorNamespace,
      limits: { messageBytes, messagesPerSecond, socketsPerAddress },
      onConnect: (socket, auth) => {
        if (this.#sockets.countSession(socket))
          return this.#jobs.connect(socket, auth) ?? new RoomSession(this, socket, auth)
        socket.refuse('too many sockets')
        return null
      },
    })
    this.#ends.push(
      deckChannel.subscribe((deckId, message) => this.#onServerMessage(deckId, message as ChannelMessage)),
      deckPresence.subscribe((deckId, userId) => this.#rooms.get(deckId)?.stateChanged(userId)),
      bus.subscribe(channel, (payload) => {
        const { deckId, message } = payload as { deckId: number; message: ChannelMessage }
        this.#rooms.get(deckId)?.send(message)
      }),
      accessChanges.subscribe((change) => {
        const decks = 'deckId' in change ? [change.deckId] : this.#decksOf(change.userId)
        for (const deckId of decks) void this.#logFailure(this.#accessChanged(deckId))
      }),
      everyPause(timings.liveAccessCheck, () => this.#checkAll()),
      everyPause(presencePause, async () => deckPresence.refresh(timings.presenceSilent)),
    )
    deckPresence.refresh(timings.presenceSilent)
    this.#jobs.start()
  }

  /** Ends the presence of all users here, so that other processes show it at once, and closes all sockets. */
  async stop(): Promise<void> {
    this.#stopping = true
    for (const end of this.#ends) end()
    this.#jobs.stop()
    for (const room of this.#rooms.values()) {
      for (const { socket, userId } of room.members) {
        socket.emitEvent('retry_after', { ms: Math.round(Math.random() * reconnectSpread) })
        this.#services.deckPresence.set(room.deckId, userId, null)
      }
      room.close()
    }
    await this.#sockets.closeAll()
  }

  async #logFailure(work: Promise<unknown>): Promise<void> {
    await work.catch((error: unknown) =>
      this.#services.log.warn({ err: error }, 'a deck’s channel could not be updated'),
    )
  }

  async subscribe(socket: AppSocket, token: unknown, message: unknown, current: Member | null): Promise<EditorJoined> {
    const request = subscribeMessage.safeParse(message)
    if (!request.success) return refused('invalid')
    const { deck_id: deckId, user_id: userId, slide_id: slideId, place = null } = request.data
    if (current && (current.deckId !== deckId || current.userId !== userId)) return refused('invalid')
    // Each subscription reads the database several times.
    if (current && current.broadcasts.take() > 0) return refused('full')
    if (this.#stopping) {
      // The client reconnects by itself, to the next process.
      socket.disconnect()
      return refused('full')
    }
    try {
      const { decision, candidate } = await this.#decide(socket.origin, token, { deckId, action: joining })
      if (decision !== 'allow' || !candidate) return refused(decision === 'allow' ? 'hidden' : decision)
      if (candidate.credentials.userId !== userId) return refused('forbidden')
      const room = this.#rooms.get(deckId)
      // Another process made a user the editor: the page would be told that it no longer edits.
      if (room && room.editorId !== knownDeck(candidate.loaded).editorId) await this.#compare(deckId)
      if (!socket.raw) return refused('invalid')
      return this.#join(socket, { ...candidate.credentials, userId, deckId, slideId, place }, candidate.loaded, current)
    } catch (error) {
      // The client reconnects without a request; the database may be back by then.
      this.#services.log.warn({ err: error }, 'a socket could not subscribe')
      socket.disconnect()
      return refused('full')
    }
  }

  #join(
    socket: AppSocket,
    who: Pick<Member, 'session' | 'userId' | 'link' | 'deckId' | 'slideId' | 'place'>,
    loaded: LoadedDeck,
    current: Member | null,
  ): EditorJoined {
    // Sends the answer and the first states as one packet.
    socket.batchWrites()
    const room = this.#roomOf(who.deckId, loaded)
    // The deck was read a while ago: messages that the room has received since are newer.
    const known = room.joinedBy(knownDeck(loaded))
    const broadcasts = createTokenBucket(limits.channel.broadcastsPerSecond)
    const member: Member = current ?? { ...who, socket, idle: false, at: this.#services.now().getTime(), broadcasts }
    if (current) room.touch(current, { slideId: who.slideId, idle: false })
    else room.add(member)
    // The permission was read a while ago: a check that came since did not know of this member.
    this.#checked.delete(room)
    const ticket = this.#sockets.reconnectTokens.issue(socket.origin.address, socket.origin.reconnectToken)
    const { editorId: editor_user_id, version } = known
    const joined = { version, editor_user_id, users: room.states(), requests: room.requests() }
    return { answer: { ok: true, ticket, ...joined }, member }
  }

  #roomOf(deckId: number, loaded: LoadedDeck): EditorRoom {
    const { deckPresence: presence, now } = this.#services
    const existing = this.#rooms.get(deckId)
    if (existing) return existing
    const known = knownDeck(loaded)
    const stream = new BatchStream(this.#services, deckId, known.version)
    const moved = (version: number) => stream.moved(version, room.members)
    const room: EditorRoom = new EditorRoom(deckId, known, {
      ...{ presence, now, moved, wrote: (batch) => stream.wrote(batch) },
      editorsOf: (members) => editorsOf(this.#services, deckId, members),
    })
    this.#rooms.set(deckId, room)
    return room
  }

  onEvent(member: Member | null, event: string, body: unknown, answer: ((body: unknown) => void) | null): void {
    const room = member ? this.#rooms.get(member.deckId) : undefined
    if (!member || !room?.members.has(member)) answer?.({ ok: false })
    else if (event === 'batch') void this.#batches.take(member, body, room.wrote).then((taken) => answer?.(taken))
    else if (event === 'broadcast') {
      void this.#broadcast(room, member, body).then(
        (ok) => answer?.({ ok }),
        () => answer?.({ ok: false }),
      )
    } else {
      const ok = this.#changeState(room, member, event, body)
      answer?.({ ok })
    }
  }

  #changeState(room: EditorRoom, member: Member, event: string, body: unknown): boolean {
    if (event === 'slide-change') {
      const change = slideChangeMessage.safeParse(body)
      if (change.success) room.touch(member, { slideId: change.data.slide_id, idle: false })
      return change.success
    }
    if (event === 'active' || event === 'idle') room.touch(member, { idle: event === 'idle' })
    else if (event === 'broadcast-all-user-states') room.announceAll()
    else return false
    return true
  }

  /** Passes a message on to the deck's other sockets, as the member's own. Permission is asked each time. */
  async #broadcast(room: EditorRoom, member: Member, body: unknown): Promise<boolean> {
    const parsed = broadcastMessage.safeParse(body)
    if (!parsed.success || member.broadcasts.take() > 0) return false
    const message = parsed.data
    const stamped = stamp(message, member.userId)
    if (!stamped) return false
    const [decision] = await decideAgain(this.#services, member.deckId, [
      { credentials: member, action: actionOf(message) },
    ])
    if (decision !== 'allow' || !room.members.has(member)) return false
    const isEditor = room.editorId === member.userId
    if (message.type === 'collaboration:become-editor-request-denied' && !isEditor) return false
    if (message.type === 'collaboration:become-editor-request' && isEditor) return false
    room.send(stamped, member)
    this.#services.bus.publish(channel, { deckId: room.deckId, message: stamped })
    return true
  }

  async leave(member: Member): Promise<void> {
    const room = this.#rooms.get(member.deckId)
    const at = this.#services.now()
    room?.remove(member, () => {
      void this.#logFailure(this.#recordLeft(member, at))
      if (!room.isEmpty || this.#rooms.get(room.deckId) !== room) return
      room.close()
      this.#rooms.delete(room.deckId)
    })
  }

  /** Records when a user was last there, once per stay: presence itself is never written. */
  async #recordLeft({ deckId, userId }: Member, at: Date): Promise<void> {
    const { database, deckPresence } = this.#services
    // The pages of a stopping server reconnect to another.
    if (this.#stopping || deckPresence.of(deckId, userId)) return
    const decks = database.read.selectFrom('decks').select(['id', 'user_id'])
    const deck = await decks.where('id', '=', deckId).executeTakeFirst()
    if (deck) await recordSeen(database.write, deck, userId, at)
  }

  #onServerMessage(deckId: number, message: ChannelMessage): void {
    this.#rooms.get(deckId)?.send(message)
  }

  #decksOf(userId: number): number[] {
    const rooms = [...this.#rooms.values()]
    return rooms.filter(({ members }) => [...members].some((one) => one.userId === userId)).map(({ deckId }) => deckId)
  }

  /** Finds changes without a notification: lost access, another editor, saves of other processes. */
  async #checkAll(): Promise<void> {
    this.#batches.forget(
      new Set([...this.#rooms.values()].flatMap(({ members }) => [...members].map(({ userId }) => userId))),
    )
    // Checks each deck separately: one deck's timeout must not delay the others.
    const rooms = [...this.#rooms.values()].filter((room) => !this.#isChecked(room))
    for (const room of rooms) {
      await nextInRound(2 * rooms.length)
      await this.#logFailure(this.#checkRoom(room, 2 * rooms.length))
    }
  }

  async #checkRoom(room: EditorRoom, inRound: number): Promise<void> {
    // Noted before: who joins meanwhile takes the note back.
    this.#checked.set(room, { version: this.#services.database.permissionVersion(), at: performance.now() })
    try {
      await withTimeout(this.#check(room.deckId))
      await nextInRound(inRound)
      await withTimeout(this.#compare(room.deckId))
    } catch (error) {
      this.#checked.delete(room)
      throw error
    }
  }

  /** Whether nothing was written since a room's last check that it would find. Sessions end by time, too. */
  #isChecked(room: EditorRoom): boolean {
    const [last, version] = [this.#checked.get(room), this.#services.database.permissionVersion()]
    return version !== null && last?.version === version && performance.now() - last.at < timings.liveAccessLongest
  }

  /** Ends what a change of access has ended. It may have made another user the editor, too. */
  async #accessChanged(deckId: number): Promise<void> {
    await this.#check(deckId)
    await this.#compare(deckId)
  }

  async #compare(deckId: number): Promise<void> {
    const room = this.#rooms.get(deckId)
    if (!room) return
    const before = room.editorId
    const [deck] = await newestOf(this.#services.database.read, deckId)
    if (!deck) return
    // What was read may be from before a message that came meanwhile.
    const editorId = room.editorId === before ? (deck.editor_user_id ?? deck.user_id) : room.editorId
    room.compare({ editorId, version: deck.version })
  }

  /** Disconnects members who lost access, with a message: their pages leave the deck. */
  async #check(deckId: number): Promise<void> {
    const room = this.#rooms.get(deckId)
    if (!room || room.members.size === 0) return
    const members = [...room.members]
    const asked = members.map((credentials) => ({ credentials, action: joining }))
    const decisions = await decideAgain(this.#services, deckId, asked)
    for (const [at, { socket, userId }] of members.entries()) {
      if (decisions[at] === 'allow') continue
      const message: ChannelMessage = { type: 'collaboration:user-removed', user_id: userId }
      // Users whose session ended may sign in again.
      if (decisions[at] !== 'sign-in') socket.emitEvent('message', message)
      socket.disconnect()
    }
  }
}

/** A message with the sender's id; null if it claims another. */
function stamp(message: BroadcastMessage, own: number): ChannelMessage | null {
  if (message.type === 'collaboration:become-editor-request-denied') {
    const { type, user_id, denied_by_user_id = own } = message
    return denied_by_user_id === own ? { type, user_id, denied_by_user_id } : null
  }
  const { type, user_id = own } = message
  return user_id === own ? { type, user_id } : null
}
