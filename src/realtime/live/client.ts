import type { Socket } from 'socket.io-client'
import type {
  ClientEvents,
  LiveRefusal,
  LiveView,
  PublisherId,
  SentState,
  ServerEvents,
  StateMessage,
  StreamState,
  SubscribeAnswer,
  SubscribeMessage,
} from '../../api/stream/messages.ts'
import { reconnectPause } from '../../rules/reconnect-pause.ts'
import { timings } from '../../rules/timings.ts'
import { browserWays, type LiveWays } from './live-ways.ts'
import { ReturnWatch } from './return-watch.ts'

/** How a page joins a stream. */
export interface LiveOptions {
  readonly deckId: number
  /** Whether the page's moves are meant for everybody: the presenter's and the speaker's. */
  readonly publisher: boolean
  /** Default: 'presenter' with `publisher`, else 'audience'. A speaker's page moves the presenter's instead of taking over. */
  readonly viewOf?: LiveView
  /** The link token of the page's address, if it has one. */
  readonly token?: string | null
  /** The stream as the page was drawn with it (JSON text, as the API gives it), so that the first look is right. */
  readonly initial?: string | null
}

/** What the socket is: as Socket.IO has it. `disconnected` also before the first connection. */
export type LiveConnection = 'connected' | 'reconnected' | 'reconnect_failed' | 'disconnected'

/** What the audience is told of the stream. */
export type LiveStatus = 'none' | 'connection_lost' | 'waiting_for_publisher'

/** The next look whether somebody presents: 'Retrying in Ns', at the end 'Retrying now', under way 'Retrying'. */
export type LiveRetry =
  | { readonly phase: 'counting'; readonly seconds: number }
  | { readonly phase: 'now' }
  | { readonly phase: 'asking' }

/** One moment of a stream. A new object for each change, the same while nothing changes. */
export interface LiveSnapshot {
  /** Null until it is known. Its `publisher_id` is null while nobody presents. */
  readonly state: StreamState | null
  /** Whether `state` came from another page: then this one goes there. */
  readonly fromOther: boolean
  /** `reconnect_failed` after ten attempts in a row; it goes on trying all the same. */
  readonly connection: LiveConnection
  /** `connection_lost` 10 s after the socket was lost. */
  readonly status: LiveStatus
  /** While waiting for a presenter; else null. */
  readonly retry: LiveRetry | null
  /** Seconds until the next attempt to connect, counting down; 0 while it runs; null while connected. */
  readonly reconnectIn: number | null
  /** How many follow. */
  readonly subscribers: number
  /** Whether this page's moves count: false for the audience, before it is connected, and when another page has taken over. */
  readonly publishing: boolean
  /** Why this page may not follow any more (the deck was made private, the link removed). It comes back when it may again. */
  readonly refused: LiveRefusal | null
}

/** A page's part in a stream. */
export interface LiveStream {
  /** This page's name among those that present. */
  readonly publisherId: PublisherId
  snapshot(): LiveSnapshot
  /** Calls the listener after each change; gives back what ends that. */
  subscribe(listener: () => void): () => void
  /**
   * Tells everybody where the presentation is. Several calls at once send the last. What cannot be sent now is sent when
   * the socket is back, if this page still presents.
   */
  publish(state: SentState): void
  /** Makes this page the one that presents, after another took over. */
  takeOver(): void
  /** Asks and connects now instead of at the end of the countdown. */
  retryNow(): void
  close(): void
}

/** Attempts in a row after which people are told that it does not work. */
const patience = 10
/** Refusals that end when the deck is shared again; the others need the page's person. */
const returning: ReadonlySet<LiveRefusal> = new Set(['hidden', 'forbidden', 'upgrade'])
/** A server closes with this code what goes over a limit: coming back at once would meet the same. */
const overLimit = 1008

/** Words of our own server, so they are only taken apart; null for what is no state. */
function readState(text: string | null | undefined): StreamState | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return typeof value === 'object' && value !== null && 'indexh' in value ? (value as StreamState) : null
  } catch {
    return null
  }
}

function randomName(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Joins a deck's stream. The socket is opened at once and again whenever it is lost; with each connection comes the
 * stream as it stands, read from the database, so nothing that was missed matters. Close it when the page goes.
 */
export function connectLive(options: LiveOptions, ways: LiveWays = browserWays): LiveStream {
  return new Connection(options, ways)
}

class Connection implements LiveStream {
  readonly publisherId: PublisherId = randomName()
  readonly #options: LiveOptions
  readonly #ways: LiveWays
  readonly #socket: Socket<ServerEvents, ClientEvents>
  readonly #listeners = new Set<() => void>()
  #snapshot: LiveSnapshot
  #closed = false
  #attempts = 0
  #subscribedBefore = false
  /** The pause that a server asked for before it stopped. */
  #askedPause: number | null = null
  /** What the server said to the subscription that came along with the connection; null until it has. */
  #subscribed: SubscribeAnswer | null = null
  /** Ends a connection that was opened and in which the server lets this page wait. */
  #waitTimer: ReturnType<typeof setTimeout> | undefined
  /** Says that this page was let in before; null before that. */
  #ticket: string | null = null
  /** The last state that this page told, and whether it still has to be sent. */
  #own: SentState | null = null
  #unsent = false
  #sending = false
  #reconnectTimer: ReturnType<typeof setTimeout> | undefined
  #reconnectAt = 0
  #lostTimer: ReturnType<typeof setTimeout> | undefined
  #retryAt: number | null = null
  #asking = false
  readonly #returns: ReturnWatch
  readonly #clock: ReturnType<typeof setInterval>

  constructor(options: LiveOptions, ways: LiveWays) {
    this.#options = options
    this.#ways = ways
    const state = readState(options.initial)
    this.#snapshot = {
      ...{ state, fromOther: true, connection: 'disconnected', status: 'none', retry: null, reconnectIn: 0 },
      ...{ subscribers: 0, publishing: false, refused: null },
    }
    this.#socket = ways.socket()
    const isOpen = async () => readState(await ways.read(options.deckId, options.token ?? null)) !== null
    this.#returns = new ReturnWatch({ isOpen, onOpen: () => this.#connect() })
    this.#listen()
    this.#waitForPublisher()
    this.#clock = setInterval(() => this.#tick(), 250)
    this.#connect()
    globalThis.addEventListener?.('online', this.#online)
  }

  snapshot = (): LiveSnapshot => this.#snapshot

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  publish(state: SentState): void {
    this.#own = { ...this.#own, ...state }
    this.#unsent = true
    const known = this.#snapshot.state
    if (known && this.#snapshot.publishing) {
      this.#change({ state: { ...known, ...this.#own, publisher_id: this.publisherId }, fromOther: false })
    }
    // Once for all calls of one turn: a slide and its fragment come one after the other.
    queueMicrotask(() => void this.#send())
  }

  takeOver(): void {
    if (this.#socket.connected) void this.#join(false)
  }

  retryNow(): void {
    if (this.#closed) return
    this.#returns.now()
    if (this.#retryAt !== null && !this.#asking) void this.#ask()
    if (this.#reconnectTimer !== undefined) this.#connect()
  }

  close(): void {
    this.#closed = true
    this.#returns.stop()
    clearInterval(this.#clock)
    clearTimeout(this.#reconnectTimer)
    clearTimeout(this.#lostTimer)
    clearTimeout(this.#waitTimer)
    globalThis.removeEventListener?.('online', this.#online)
    this.#listeners.clear()
    this.#socket.disconnect()
  }

  readonly #online = () => this.retryNow()

  #change(changes: Partial<LiveSnapshot>): void {
    const changed = Object.entries(changes).some(
      ([name, value]) => !Object.is(this.#snapshot[name as keyof LiveSnapshot], value),
    )
    if (!changed || this.#closed) return
    this.#snapshot = { ...this.#snapshot, ...changes }
    for (const listener of [...this.#listeners]) listener()
  }

  #listen(): void {
    const socket = this.#socket
    socket.io.on('open', () => this.#waitForAnswer())
    // It comes before the connection counts as made, and with it the stream.
    socket.on('subscribed', (answer) => {
      this.#subscribed = answer
    })
    // A server of an earlier version lets in first, and has to be asked then.
    socket.on('connect', () => void this.#join(this.#subscribedBefore, this.#subscribed))
    socket.on('connect_error', () => this.#lost())
    socket.on('disconnect', (_reason, details) => {
      const code = (details as { context?: { code?: number } } | undefined)?.context?.code
      if (code === overLimit) this.#askedPause = timings.socketReconnectMax * (1 + Math.random())
      this.#lost()
    })
    socket.on('message', (message) => this.#heard(message))
    socket.on('subscribers', ({ subscribers }) => this.#change({ subscribers }))
    socket.on('publishing', ({ publishing }) => this.#change({ publishing }))
    socket.on('retry_after', ({ ms }) => {
      this.#askedPause = ms
    })
  }

  #connect(): void {
    clearTimeout(this.#reconnectTimer)
    this.#reconnectTimer = undefined
    this.#change({ reconnectIn: 0 })
    this.#subscribed = null
    this.#socket.auth = { token: this.#options.token ?? null, subscribe: this.#wish(this.#subscribedBefore) }
    this.#socket.io.opts.query = this.#ticket === null ? {} : { ticket: this.#ticket }
    this.#socket.connect()
  }

  /** What this page asks for. */
  #wish(again: boolean): SubscribeMessage {
    const { deckId, publisher, viewOf } = this.#options
    const view = viewOf ?? (publisher ? 'presenter' : 'audience')
    return { deck_id: deckId, publisher, view, ...(publisher ? { publisher_id: this.publisherId, again } : {}) }
  }

  /** A connection in which no answer comes is worth nothing: another is tried. */
  #waitForAnswer(): void {
    clearTimeout(this.#waitTimer)
    this.#waitTimer = setTimeout(() => {
      this.#socket.disconnect()
      this.#lost()
    }, timings.liveAnswer)
  }

  async #join(again: boolean, answered: SubscribeAnswer | null = null): Promise<void> {
    clearTimeout(this.#waitTimer)
    const ask = () => this.#socket.timeout(timings.liveAnswer).emitWithAck('subscribe', this.#wish(again))
    const answer = answered ?? (await ask().catch((): SubscribeAnswer | null => null))
    if (this.#closed) return
    // Without an answer the connection is worth nothing; closing it starts another.
    if (!answer) return void this.#socket.disconnect()
    if (!answer.ok) return this.#refuse(answer.error)
    clearTimeout(this.#lostTimer)
    this.#returns.stop()
    this.#attempts = 0
    this.#askedPause = null
    const connection = this.#subscribedBefore ? 'reconnected' : 'connected'
    this.#subscribedBefore = true
    this.#ticket = answer.ticket
    this.#change({ connection, reconnectIn: null, publishing: answer.publishing, refused: null })
    this.#showStatus()
    // The server may have missed what was last told, or even forgotten it when it was killed.
    if (answer.publishing && this.#own) this.#unsent = true
    void this.#send()
  }

  #refuse(refused: LiveRefusal): void {
    if (refused === 'full') {
      this.#askedPause = timings.socketReconnectMax * (1 + Math.random())
      this.#socket.disconnect()
      return
    }
    clearTimeout(this.#lostTimer)
    this.#retryAt = null
    this.#change({ refused, publishing: false, reconnectIn: null, retry: null, connection: 'disconnected' })
    this.#socket.disconnect()
    if (returning.has(refused)) this.#returns.start()
  }

  #lost(): void {
    clearTimeout(this.#waitTimer)
    const { refused } = this.#snapshot
    if (refused && returning.has(refused) && !this.#closed) this.#returns.start()
    if (this.#closed || refused) return
    if (this.#snapshot.connection !== 'disconnected' && this.#snapshot.connection !== 'reconnect_failed') {
      this.#lostTimer = setTimeout(() => this.#change({ status: 'connection_lost' }), timings.liveConnectionLost)
      this.#change({ connection: 'disconnected', publishing: false })
    } else if (this.#lostTimer === undefined) {
      this.#lostTimer = setTimeout(() => this.#change({ status: 'connection_lost' }), timings.liveConnectionLost)
    }
    const pause = this.#askedPause ?? reconnectPause(this.#attempts)
    this.#askedPause = null
    this.#attempts += 1
    if (this.#attempts >= patience) this.#change({ connection: 'reconnect_failed' })
    this.#reconnectAt = Date.now() + pause
    this.#change({ reconnectIn: Math.ceil(pause / 1000) })
    clearTimeout(this.#reconnectTimer)
    this.#reconnectTimer = setTimeout(() => this.#connect(), pause)
  }

  #heard({ publisher_id, state: text }: StateMessage): void {
    const state = readState(text)
    if (!state) return
    // What this page said itself is already shown, and perhaps it has moved on since.
    if (publisher_id !== null && publisher_id === this.publisherId) return
    // Another page has moved on from what this one told: that must not be told again.
    if (publisher_id !== null) this.#own = null
    this.#change({ state, fromOther: true })
    this.#showStatus()
    this.#waitForPublisher()
  }

  async #send(): Promise<void> {
    if (this.#sending || !this.#unsent || !this.#own || !this.#socket.connected || !this.#snapshot.publishing) return
    this.#sending = true
    this.#unsent = false
    const state = JSON.stringify({ ...this.#own, publisher_id: this.publisherId })
    const answer = await this.#socket
      .timeout(timings.liveAnswer)
      .emitWithAck('message', { deck_id: this.#options.deckId, publisher_id: this.publisherId, state })
      .catch(() => null)
    this.#sending = false
    if (answer === null) this.#unsent = true
    else this.#change({ publishing: answer.publishing })
    if (this.#socket.connected) void this.#send()
  }

  #showStatus(): void {
    const { state, connection, status } = this.#snapshot
    const isUp = connection === 'connected' || connection === 'reconnected'
    if (!isUp && status === 'connection_lost') return
    if (isUp) this.#lostTimer = undefined
    const waits = !this.#options.publisher && state !== null && state.publisher_id === null
    this.#change({ status: waits ? 'waiting_for_publisher' : 'none' })
  }

  /** Begins the countdown to the next look while nobody presents, and ends it when somebody does. */
  #waitForPublisher(): void {
    const { state } = this.#snapshot
    const waits = !this.#options.publisher && state !== null && state.publisher_id === null
    if (!waits) {
      this.#retryAt = null
      this.#change({ retry: null })
    } else if (this.#retryAt === null && !this.#asking) {
      this.#retryAt = Date.now() + timings.liveRetry
      this.#showStatus()
      this.#tick()
    }
  }

  #tick(): void {
    const { reconnectIn } = this.#snapshot
    if (reconnectIn !== null && reconnectIn > 0) {
      this.#change({ reconnectIn: Math.max(0, Math.ceil((this.#reconnectAt - Date.now()) / 1000)) })
    }
    if (this.#retryAt === null || this.#asking) return
    const seconds = Math.ceil((this.#retryAt - Date.now()) / 1000)
    const { retry } = this.#snapshot
    if (seconds > 0) {
      if (retry?.phase !== 'counting' || retry.seconds !== seconds)
        this.#change({ retry: { phase: 'counting', seconds } })
    } else if (retry?.phase !== 'now') this.#change({ retry: { phase: 'now' } })
    else void this.#ask()
  }

  /** Reads the stream from the API, which answers also where sockets do not get through. */
  async #ask(): Promise<void> {
    this.#asking = true
    this.#change({ retry: { phase: 'asking' } })
    const { deckId, token } = this.#options
    const state = await this.#ways.read(deckId, token ?? null).then(readState, () => null)
    if (this.#closed) return
    this.#asking = false
    this.#retryAt = null
    if (state && this.#snapshot.state?.publisher_id === null) this.#change({ state, fromOther: true })
    this.#showStatus()
    this.#waitForPublisher()
  }
}
