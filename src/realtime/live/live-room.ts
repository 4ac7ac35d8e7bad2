import {
  liveNamespace,
  type PublishingMessage,
  type PublishMessage,
  type StateMessage,
  type StreamState,
} from '../../api/stream/messages.ts'
import {
  firstState,
  type Holder,
  isGone,
  mergeState,
  nextSeq,
  readStream,
  type StreamRow,
  stateOf,
  writeHolder,
  writeState,
} from '../../api/stream/queries.ts'
import type { Services } from '../../server/services.ts'
import { FanOut } from '../../server/sockets/fan-out.ts'
import { eventText } from '../../server/sockets/socket-packet.ts'
import type { Follower, Publisher } from './follower.ts'

/** The fan-out's topics. */
const [stateTopic, countTopic] = [0, 1]
/** Pause between two counts of a small audience, in ms. A large audience's pause is 1 ms per follower. */
const countPause = 250

/** Marks a speaker view as the holder of a stream: no page's id contains a colon. */
const speakerMark = 'speaker:'

/** The id of a page as the holder of a stream. It is stored, so that every process recognizes speaker views. */
function holderIdOf({ id, view }: Publisher): string {
  return view === 'speaker' ? `${speakerMark}${id}` : id
}

/** What a room needs of its process. */
export interface RoomOptions {
  readonly services: Services
  /** Notifies the other processes that the stream changed. */
  readonly notifyProcesses: (deckId: number) => void
  /** Notifies the other processes of the number of followers here. */
  readonly publishCount: (deckId: number, count: number) => void
}

/** The followers of one deck in this process, and the stream as this process knows it. */
export class LiveRoom {
  readonly deckId: number
  readonly followers = new Set<Follower>()
  readonly fan = new FanOut(2)
  readonly #options: RoomOptions
  readonly #first: StreamState
  #row: StreamRow | null = null
  #readAt = 0
  #reading: Promise<void> | null = null
  #writing: Promise<void> | null = null
  #unwritten = false
  #countTimer: ReturnType<typeof setTimeout> | undefined
  /** When the count was last sent (ms). */
  #countedAt = 0
  /** The number of followers in other processes, and when it was received (ms). */
  readonly #elsewhere = new Map<string, { count: number; at: number }>()
  /** Publishers that were last notified that their moves count. */
  readonly #publishing = new Set<Follower>()

  constructor(deckId: number, ownerSettings: Readonly<Record<string, unknown>>, options: RoomOptions) {
    this.deckId = deckId
    this.#first = firstState(ownerSettings)
    this.#options = options
  }

  /** Whether a page in this process presents. */
  get presents(): boolean {
    for (const { publisher } of this.followers) if (publisher) return true
    return false
  }

  /** The number of followers in this process, without publishers. */
  get localCount(): number {
    let count = 0
    for (const { publisher } of this.followers) if (!publisher) count += 1
    return count
  }

  /** Moves that followers skipped because a newer one came first, summed over the followers. */
  get merged(): number {
    return this.fan.skipped(stateTopic)
  }

  /** Reloads the stream, unless it was loaded within the last `age` ms. */
  async refresh(age = 0): Promise<void> {
    if (this.#reading && age > 0) return this.#reading
    if (this.#readAt > 0 && performance.now() - this.#readAt < age) return
    this.#reading = this.#read()
    await this.#reading.finally(() => {
      this.#reading = null
    })
  }

  async #read(): Promise<void> {
    const row = await readStream(this.#options.services.database.read, this.deckId)
    this.#readAt = performance.now()
    if (row) this.take(row)
    else this.announce()
  }

  /** Accepts a row that another process or an API call wrote, if it is newer. */
  take(row: StreamRow): void {
    const current = this.#row
    if (current && row.seq < current.seq) {
      // Only `seen_at` may be newer: a takeover would have a higher sequence number.
      if (row.seen_at > current.seen_at) this.#row = { ...current, seen_at: row.seen_at }
    } else if (current?.seq === row.seq) {
      // With equal sequence numbers the stored row wins: after a takeover it includes another process's last state.
      this.#row = { ...row, seen_at: row.seen_at > current.seen_at ? row.seen_at : current.seen_at }
    } else this.#row = row
    this.announce()
  }

  /** Registers whether a follower's moves count (`publishing`); if so, it is notified when that ends. */
  admit(follower: Follower, publishing: boolean): void {
    if (publishing) this.#publishing.add(follower)
    else this.#publishing.delete(follower)
  }

  /** Removes a follower; false if it was not in this room. */
  remove(follower: Follower): boolean {
    this.#publishing.delete(follower)
    return this.followers.delete(follower)
  }

  /** Notifies publishers whose moves no longer count. The set excludes the audience, so this is cheap for each move. */
  #notifyOvertaken(): void {
    for (const follower of this.#publishing) {
      if (follower.publisher && this.mayPublish(follower.publisher)) continue
      this.#publishing.delete(follower)
      follower.socket.emitEvent('publishing', { publishing: false } satisfies PublishingMessage)
    }
  }

  /** Broadcasts the stream, unless it is unchanged since the last broadcast. */
  announce(): void {
    this.#notifyOvertaken()
    const { now } = this.#options.services
    const state = (this.#row && stateOf(this.#row, now())) ?? this.#first
    const { publisher_id } = state
    const message: StateMessage = { deck_id: this.deckId, publisher_id, state: JSON.stringify(state) }
    const text = eventText(liveNamespace, 'message', message)
    if (text === this.fan.last(stateTopic)) return
    // Sends a pending count with the move: a separate broadcast would double the cost for a large audience.
    if (this.#countTimer && performance.now() - this.#countedAt >= countPause) this.#putCount()
    this.fan.broadcast(stateTopic, text)
  }

  /**
   * Handles a publisher that joins; returns whether its moves count. It takes over, with two exceptions. A page that
   * reconnects (`again`) does not take over from another. A speaker view moves its user's presentation instead. A speaker
   * view that reconnected before its user's page has not taken over from it.
   */
  async hold(publisher: Publisher, again: boolean): Promise<boolean> {
    const { services, notifyProcesses } = this.#options
    const now = services.now()
    const row = this.#row
    if (row && !isGone(row, now)) {
      const waited = row.holder_user_id === publisher.userId && row.holder_id.startsWith(speakerMark)
      if (publisher.view === 'speaker' || (again && !waited)) return this.mayPublish(publisher)
      if (row.holder_id === publisher.id) return true
    }
    const holder: Holder = { id: holderIdOf(publisher), userId: publisher.userId }
    // Set before awaiting: otherwise a move of the previous presenter would take it back.
    const ours = this.#heldBy(holder, now)
    this.#row = ours
    try {
      await this.written()
      const taking = { deckId: this.deckId, holder, from: row?.holder_id ?? null, seq: ours.seq, now }
      await writeHolder(services.database.write, taking)
    } catch (error) {
      // The takeover failed, and the previous presenter continues.
      if (this.#row === ours) this.#row = row
      throw error
    }
    await this.refresh()
    notifyProcesses(this.deckId)
    return this.mayPublish(publisher)
  }

  /** The stream after a takeover. If the previous page is gone, the stream has no presenter until the first message. */
  #heldBy(holder: Holder, now: Date): StreamRow {
    const row = this.#row
    const state = row && stateOf(row, now)
    return {
      ...{ deck_id: this.deckId, state: state ? JSON.stringify(state) : null, seq: nextSeq(row?.seq ?? 0, now) },
      ...{ holder_id: holder.id, holder_user_id: holder.userId, seen_at: now },
    }
  }

  /**
   * Whether a page's moves count. True for the presenting page and its user's speaker view, and for any publisher while
   * no page presents.
   */
  mayPublish(publisher: Publisher): boolean {
    const row = this.#row
    if (!row || isGone(row, this.#options.services.now()) || row.holder_id === holderIdOf(publisher)) return true
    return publisher.view === 'speaker' && row.holder_user_id === publisher.userId
  }

  /** Broadcasts and stores a move. Returns whether it counted. */
  publish(publisher: Publisher, message: PublishMessage): boolean {
    if (!this.mayPublish(publisher)) return false
    const now = this.#options.services.now()
    const row = this.#row
    const state = mergeState((row && stateOf(row, now)) ?? this.#first, message.state, message.publisher_id)
    if (!state) return false
    const stays = row !== null && !isGone(row, now)
    this.#row = {
      ...{ deck_id: this.deckId, state: JSON.stringify(state), seq: nextSeq(row?.seq ?? 0, now), seen_at: now },
      holder_id: stays ? row.holder_id : holderIdOf(publisher),
      holder_user_id: stays ? row.holder_user_id : publisher.userId,
    }
    this.announce()
    this.#unwritten = true
    this.#write()
    return true
  }

  /** Stores the newest state; moves during a write are stored once, after it. */
  #write(): void {
    if (this.#writing) return
    const { services, notifyProcesses } = this.#options
    const work = async () => {
      while (this.#unwritten && this.#row?.state) {
        this.#unwritten = false
        const { seq, state, holder_id, holder_user_id, seen_at } = this.#row
        const holder = { id: holder_id, userId: holder_user_id }
        const write = { deckId: this.deckId, state: JSON.parse(state) as StreamState, seq, holder, now: seen_at }
        if (await writeState(services.database.write, write, { unless: 'taken over' })) notifyProcesses(this.deckId)
        else await this.#reloadRefused(holder_id)
      }
    }
    this.#writing = work()
      .catch((error: unknown) => {
        this.#unwritten = true
        services.log.warn({ err: error }, 'a live stream could not be stored')
      })
      .finally(() => {
        this.#writing = null
      })
  }

  /**
   * Our write was refused: a newer row exists, or another process let another page take over. Reloads the row and
   * broadcasts it, unless a page in this process has taken over during the read.
   */
  async #reloadRefused(holderId: string): Promise<void> {
    const row = await readStream(this.#options.services.database.read, this.deckId)
    if (!row || this.#row?.holder_id !== holderId) return
    if (row.holder_id === holderId && row.seq < this.#row.seq) return
    this.#row = row
    this.#unwritten = false
    this.announce()
  }

  /** Retries a failed write, if any. */
  retry(): void {
    if (this.#unwritten) this.#write()
  }

  /** Resolves when everything is stored; retries a failed write once. */
  async written(): Promise<void> {
    this.retry()
    await this.#writing
  }

  /** Sends the count soon: debounced, so that an audience that joins at once is counted once. */
  countChanged(): void {
    if (this.#countTimer) return
    const begun = performance.now()
    const send = () => {
      // The pause in ms grows with the number of followers, which may have increased meanwhile.
      const rest = Math.max(countPause, this.followers.size) - (performance.now() - begun)
      if (rest > 1) {
        this.#countTimer = setTimeout(send, rest)
        return
      }
      this.#countTimer = undefined
      this.#options.publishCount(this.deckId, this.localCount)
      this.#broadcastCount()
    }
    this.#countTimer = setTimeout(send, countPause)
  }

  /** Sets the number of followers in another process; removed when that process becomes silent. */
  countElsewhere(process: string, count: number): void {
    this.#elsewhere.set(process, { count, at: performance.now() })
    this.#broadcastCount()
  }

  /** Removes processes that were silent for `age` ms. */
  removeSilent(age: number): void {
    const before = this.#elsewhere.size
    for (const [process, { at }] of this.#elsewhere) if (performance.now() - at > age) this.#elsewhere.delete(process)
    if (this.#elsewhere.size < before) this.#broadcastCount()
  }

  #broadcastCount(): void {
    if (this.#putCount()) this.fan.flush()
  }

  /** Queues the count for the next broadcast; returns whether it changed. */
  #putCount(): boolean {
    let subscribers = this.localCount
    for (const { count } of this.#elsewhere.values()) subscribers += count
    const text = eventText(liveNamespace, 'subscribers', { deck_id: this.deckId, subscribers })
    if (text === this.fan.last(countTopic)) return false
    this.#countedAt = performance.now()
    this.fan.put(countTopic, text)
    return true
  }

  close(): void {
    clearTimeout(this.#countTimer)
  }
}
