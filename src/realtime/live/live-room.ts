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

/** What is told, in the fan-out's order. */
const [stateTopic, countTopic] = [0, 1]
/** ms between two counts of the audience for a small one; a large one gets them at most once for each ms and member. */
const countPause = 250

/** Marks a speaker view that holds a stream: no page's own name has such a sign in it. */
const speakerMark = 'speaker:'

/** What a page is called as the holder of a stream; in the database too, so that every process knows speaker views. */
function holderIdOf({ id, view }: Publisher): string {
  return view === 'speaker' ? `${speakerMark}${id}` : id
}

/** What a room needs of its process. */
export interface RoomOptions {
  readonly services: Services
  /** Tells the other processes that the stream has moved. */
  readonly tellOthers: (deckId: number) => void
  /** Tells the other processes how many follow here. */
  readonly tellCount: (deckId: number, count: number) => void
}

/** Everybody in this process who follows one deck, with the stream as this process knows it. */
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
  /** When a count was told last (ms). */
  #countedAt = 0
  /** How many follow in other processes, and when they last said so (ms). */
  readonly #elsewhere = new Map<string, { count: number; at: number }>()
  /** Followers that present and were last told that their moves count. */
  readonly #publishing = new Set<Follower>()

  constructor(deckId: number, ownerSettings: Readonly<Record<string, unknown>>, options: RoomOptions) {
    this.deckId = deckId
    this.#first = firstState(ownerSettings)
    this.#options = options
  }

  /** Whether somebody in this process presents. */
  get presents(): boolean {
    for (const { publisher } of this.followers) if (publisher) return true
    return false
  }

  /** How many follow in this process; pages that present are not counted. */
  get localCount(): number {
    let count = 0
    for (const { publisher } of this.followers) if (!publisher) count += 1
    return count
  }

  /** Moves that followers skipped because a newer one came first; each counts for each of them. */
  get merged(): number {
    return this.fan.skipped(stateTopic)
  }

  /** Reads the stream anew, unless that was done within the last `age` ms. */
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

  /** Takes over what another process or a call has written, if it is newer than what is known. */
  take(row: StreamRow): void {
    const known = this.#row
    if (known && row.seq < known.seq) {
      // Only the presence may be newer; a holder comes with a number of its own.
      if (row.seen_at > known.seen_at) this.#row = { ...known, seen_at: row.seen_at }
    } else if (known?.seq === row.seq) {
      // What is kept under a number counts: with a new holder also the state that another process had written before.
      this.#row = { ...row, seen_at: row.seen_at > known.seen_at ? row.seen_at : known.seen_at }
    } else this.#row = row
    this.announce()
  }

  /** A follower is told that its moves count (`publishing`) or do not. In the first case it is notified when that ends. */
  admit(follower: Follower, publishing: boolean): void {
    if (publishing) this.#publishing.add(follower)
    else this.#publishing.delete(follower)
  }

  /** Removes a follower; false when it was not here. */
  remove(follower: Follower): boolean {
    this.#publishing.delete(follower)
    return this.followers.delete(follower)
  }

  /** Notifies the pages whose moves no longer count. The audience is not in this set, so a move stays as cheap as it was. */
  #notifyOvertaken(): void {
    for (const follower of this.#publishing) {
      if (follower.publisher && this.mayPublish(follower.publisher)) continue
      this.#publishing.delete(follower)
      follower.socket.emitEvent('publishing', { publishing: false } satisfies PublishingMessage)
    }
  }

  /** Tells everybody the stream as it is now, if that is not what they were told last. */
  announce(): void {
    this.#notifyOvertaken()
    const { now } = this.#options.services
    const state = (this.#row && stateOf(this.#row, now())) ?? this.#first
    const { publisher_id } = state
    const message: StateMessage = { deck_id: this.deckId, publisher_id, state: JSON.stringify(state) }
    const text = eventText(liveNamespace, 'message', message)
    if (text === this.fan.last(stateTopic)) return
    // What waits to be counted goes along with a move: a count of its own costs a large hall as much as one.
    if (this.#countTimer && performance.now() - this.#countedAt >= countPause) this.#putCount()
    this.fan.tell(stateTopic, text)
  }

  /**
   * A page that presents has come: it takes over, unless it comes `again` after another had taken over, and unless it is a
   * speaker view, which moves what its person presents. A speaker view that was back earlier than its person's page has
   * not taken over from it. Answers whether its moves count.
   */
  async hold(publisher: Publisher, again: boolean): Promise<boolean> {
    const { services, tellOthers } = this.#options
    const now = services.now()
    const row = this.#row
    if (row && !isGone(row, now)) {
      const waited = row.holder_user_id === publisher.userId && row.holder_id.startsWith(speakerMark)
      if (publisher.view === 'speaker' || (again && !waited)) return this.mayPublish(publisher)
      if (row.holder_id === publisher.id) return true
    }
    const holder: Holder = { id: holderIdOf(publisher), userId: publisher.userId }
    // Before anything is waited for: a move of the page that presented until now would take it back.
    const taken = this.#heldBy(holder, now)
    this.#row = taken
    try {
      await this.written()
      const taking = { deckId: this.deckId, holder, from: row?.holder_id ?? null, seq: taken.seq, now }
      await writeHolder(services.database.write, taking)
    } catch (error) {
      // Nobody has taken over, and whoever presented goes on.
      if (this.#row === taken) this.#row = row
      throw error
    }
    await this.refresh()
    tellOthers(this.deckId)
    return this.mayPublish(publisher)
  }

  /** The stream as it is when a page takes it over; where the last one was gone, nobody presents until its first message. */
  #heldBy(holder: Holder, now: Date): StreamRow {
    const row = this.#row
    const state = row && stateOf(row, now)
    return {
      ...{ deck_id: this.deckId, state: state ? JSON.stringify(state) : null, seq: nextSeq(row?.seq ?? 0, now) },
      ...{ holder_id: holder.id, holder_user_id: holder.userId, seen_at: now },
    }
  }

  /**
   * Whether a page's moves count: those of the page that presents, of its person's speaker view, and of anybody who may
   * when nobody is there.
   */
  mayPublish(publisher: Publisher): boolean {
    const row = this.#row
    if (!row || isGone(row, this.#options.services.now()) || row.holder_id === holderIdOf(publisher)) return true
    return publisher.view === 'speaker' && row.holder_user_id === publisher.userId
  }

  /** A move of a page: told to everybody at once, and kept. Answers whether it counted. */
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

  /** Writes the newest state; what comes while the disk is busy is written once, at the end. */
  #write(): void {
    if (this.#writing) return
    const { services, tellOthers } = this.#options
    const work = async () => {
      while (this.#unwritten && this.#row?.state) {
        this.#unwritten = false
        const { seq, state, holder_id, holder_user_id, seen_at } = this.#row
        const holder = { id: holder_id, userId: holder_user_id }
        const kept = { deckId: this.deckId, state: JSON.parse(state) as StreamState, seq, holder, now: seen_at }
        if (await writeState(services.database.write, kept, { unless: 'taken over' })) tellOthers(this.deckId)
        else await this.#yieldTo(holder_id)
      }
    }
    this.#writing = work()
      .catch((error: unknown) => {
        this.#unwritten = true
        services.log.warn({ err: error }, 'a live stream could not be kept')
      })
      .finally(() => {
        this.#writing = null
      })
  }

  /**
   * What a page told was not kept: there is something newer, or another process has let another page take over. What is
   * kept counts, and everybody here is told, unless somebody has taken over here meanwhile.
   */
  async #yieldTo(holderId: string): Promise<void> {
    const row = await readStream(this.#options.services.database.read, this.deckId)
    if (!row || this.#row?.holder_id !== holderId) return
    if (row.holder_id === holderId && row.seq < this.#row.seq) return
    this.#row = row
    this.#unwritten = false
    this.announce()
  }

  /** Writes what could not be written before, if there is such. */
  retry(): void {
    if (this.#unwritten) this.#write()
  }

  /** Resolves when everything that was told is kept; what could not be written before is tried once more. */
  async written(): Promise<void> {
    this.retry()
    await this.#writing
  }

  /** Tells how many follow, soon: a hall that comes in together is counted when it is there, not thousands of times. */
  countChanged(): void {
    if (this.#countTimer) return
    const begun = performance.now()
    const look = () => {
      // In ms and in followers: it may have grown meanwhile.
      const rest = Math.max(countPause, this.followers.size) - (performance.now() - begun)
      if (rest > 1) {
        this.#countTimer = setTimeout(look, rest)
        return
      }
      this.#countTimer = undefined
      this.#options.tellCount(this.deckId, this.localCount)
      this.#tellCount()
    }
    this.#countTimer = setTimeout(look, countPause)
  }

  /** What another process says of its own audience; forgotten when it says nothing any more. */
  countElsewhere(process: string, count: number): void {
    this.#elsewhere.set(process, { count, at: performance.now() })
    this.#tellCount()
  }

  /** Forgets processes that have said nothing for so long (ms). */
  forgetSilent(age: number): void {
    const before = this.#elsewhere.size
    for (const [process, { at }] of this.#elsewhere) if (performance.now() - at > age) this.#elsewhere.delete(process)
    if (this.#elsewhere.size < before) this.#tellCount()
  }

  #tellCount(): void {
    if (this.#putCount()) this.fan.flush()
  }

  /** Counts who follows, to be told with what comes next; whether that has changed. */
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
