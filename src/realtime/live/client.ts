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
import { AccessWatch } from './access-watch.ts'
import type { LiveSnapshot } from './live-snapshot.ts'
import { browserLiveTransport, type LiveTransport } from './live-transport.ts'

export type { LiveSnapshot } from './live-snapshot.ts'

/** Options for joining a stream. */
export interface LiveOptions {
  readonly deckId: number
  /** Whether the page publishes its moves: the presenter and the speaker view. */
  readonly publisher: boolean
  /** Default: 'presenter' with `publisher`, else 'audience'. A speaker view moves that page without takeover. */
  readonly viewOf?: LiveView
  /** The access link's token from the page's URL, if any. */
  readonly token?: string | null
  /** The stream at the time the page was rendered (JSON text, as in the API), for the first snapshot. */
  readonly initial?: string | null
}

/** A page's connection to a stream. */
export interface LiveStream {
  /** This page's random id as a publisher. */
  readonly publisherId: PublisherId
  snapshot(): LiveSnapshot
  /** Calls the listener after each change; returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void
  /**
   * Publishes a position. Sends only the last of several calls in one tick. A state that cannot be sent now is sent
   * after a reconnect, if this page still presents.
   */
  publish(state: SentState): void
  /** Makes this page the presenter again after another took over. */
  takeOver(): void
  /** Checks and reconnects now instead of at the end of the countdown. */
  retryNow(): void
  close(): void
}

/** Consecutive attempts after which the connection is reported as failed. */
const failedAfter = 10
/** Refusals that end when the deck is shared again; the others need an action of the user. */
const recoverable: ReadonlySet<LiveRefusal> = new Set(['hidden', 'forbidden', 'upgrade'])
/** The close code for an exceeded limit: the server would refuse an immediate reconnect. */
const overLimit = 1008

/** Parses a state from our own server. Null for invalid text. */
function readState(text: string | null | undefined): StreamState | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return typeof value === 'object' && value !== null && 'indexh' in value ? (value as StreamState) : null
  } catch {
    return null
  }
}

function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Joins a deck's stream. Connects at once, and reconnects after each loss. Each connection gets the current stream from
 * the database, so missed messages do not matter. Close it when the page is left.
 */
export function connectLive(options: LiveOptions, transport: LiveTransport = browserLiveTransport): LiveStream {
  return new Connection(options, transport)
}

class Connection implements LiveStream {
  readonly publisherId: PublisherId = randomId()
  readonly #options: LiveOptions
  readonly #transport: LiveTransport
  readonly #socket: Socket<ServerEvents, ClientEvents>
  readonly #listeners = new Set<() => void>()
  #snapshot: LiveSnapshot
  #closed = false
  #attempts = 0
  #subscribedBefore = false
  /** The pause that a stopping server requested. */
  #askedPause: number | null = null
  /** The answer to the subscription sent with the connection; null until received. */
  #subscribed: SubscribeAnswer | null = null
  /** Closes a connection on which the server does not answer. */
  #waitTimer: ReturnType<typeof setTimeout> | undefined
  /** The reconnect token; null before the first subscription. */
  #reconnectToken: string | null = null
  /** The last state that this page published, and whether it is still to be sent. */
  #latest: SentState | null = null
  #unsent = false
  #sending = false
  #reconnectTimer: ReturnType<typeof setTimeout> | undefined
  #reconnectAt = 0
  #lostTimer: ReturnType<typeof setTimeout> | undefined
  #unansweredTimer: ReturnType<typeof setTimeout> | undefined
  #retryAt: number | null = null
  #asking = false
  readonly #accessWatch: AccessWatch
  readonly #clock: ReturnType<typeof setInterval>

  constructor(options: LiveOptions, transport: LiveTransport) {
    this.#options = options
    this.#transport = transport
    const state = readState(options.initial)
    this.#snapshot = {
      ...{ state, fromOther: true, connection: 'disconnected', status: 'none', retry: null, reconnectIn: 0 },
      ...{ subscribers: 0, publishing: false, refused: null, unanswered: false },
    }
    this.#socket = transport.socket()
    const isOpen = async () => readState(await transport.read(options.deckId, options.token ?? null)) !== null
    this.#accessWatch = new AccessWatch({ isOpen, onOpen: () => this.#connect() })
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
    this.#latest = { ...this.#latest, ...state }
    this.#unsent = true
    const current = this.#snapshot.state
    if (current && this.#snapshot.publishing) {
      this.#change({ state: { ...current, ...this.#latest, publisher_id: this.publisherId }, fromOther: false })
    }
    // Batches the calls of one tick: a slide and its fragment are published one after another.
    queueMicrotask(() => void this.#send())
  }

  takeOver(): void {
    if (this.#socket.connected) void this.#join(false)
  }

  retryNow(): void {
    if (this.#closed) return
    this.#accessWatch.now()
    if (this.#retryAt !== null && !this.#asking) void this.#ask()
    if (this.#reconnectTimer !== undefined) this.#connect()
  }

  close(): void {
    this.#closed = true
    this.#accessWatch.stop()
    clearInterval(this.#clock)
    clearTimeout(this.#reconnectTimer)
    clearTimeout(this.#lostTimer)
    clearTimeout(this.#unansweredTimer)
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
    // Sent before the namespace connect is acknowledged, together with the stream.
    socket.on('subscribed', (answer) => {
      this.#subscribed = answer
    })
    // A server of an earlier version ignores the subscription in `auth`: then `#join` subscribes.
    socket.on('connect', () => void this.#join(this.#subscribedBefore, this.#subscribed))
    socket.on('connect_error', () => this.#onDisconnect())
    socket.on('disconnect', (_reason, details) => {
      const code = (details as { context?: { code?: number } } | undefined)?.context?.code
      if (code === overLimit) this.#askedPause = timings.socketReconnectMax * (1 + Math.random())
      this.#onDisconnect()
    })
    socket.on('message', (message) => this.#onState(message))
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
    this.#awaitAnswer()
    this.#subscribed = null
    this.#socket.auth = {
      token: this.#options.token ?? null,
      subscribe: this.#subscribeRequest(this.#subscribedBefore),
    }
    this.#socket.io.opts.query = this.#reconnectToken === null ? {} : { ticket: this.#reconnectToken }
    this.#socket.connect()
  }

  /** The subscription request. */
  #subscribeRequest(again: boolean): SubscribeMessage {
    const { deckId, publisher, viewOf } = this.#options
    const view = viewOf ?? (publisher ? 'presenter' : 'audience')
    return { deck_id: deckId, publisher, view, ...(publisher ? { publisher_id: this.publisherId, again } : {}) }
  }

  /** Disconnects and retries if no answer comes in time. */
  #waitForAnswer(): void {
    clearTimeout(this.#waitTimer)
    this.#waitTimer = setTimeout(() => {
      this.#socket.disconnect()
      this.#onDisconnect()
    }, timings.liveAnswer)
  }

  async #join(again: boolean, answered: SubscribeAnswer | null = null): Promise<void> {
    clearTimeout(this.#waitTimer)
    const ask = () => this.#socket.timeout(timings.liveAnswer).emitWithAck('subscribe', this.#subscribeRequest(again))
    const answer = answered ?? (await ask().catch((): SubscribeAnswer | null => null))
    if (this.#closed) return
    // Without an answer the connection is unusable; closing it starts another attempt.
    if (!answer) return void this.#socket.disconnect()
    if (!answer.ok) return this.#onRefused(answer.error)
    clearTimeout(this.#lostTimer)
    this.#accessWatch.stop()
    this.#attempts = 0
    this.#askedPause = null
    const connection = this.#subscribedBefore ? 'reconnected' : 'connected'
    this.#subscribedBefore = true
    this.#reconnectToken = answer.ticket
    this.#answered()
    this.#change({ connection, reconnectIn: null, publishing: answer.publishing, refused: null })
    this.#showStatus()
    // The server may have missed the last state, or lost it in a crash.
    if (answer.publishing && this.#latest) this.#unsent = true
    void this.#send()
  }

  #onRefused(refused: LiveRefusal): void {
    if (refused === 'full') {
      this.#askedPause = timings.socketReconnectMax * (1 + Math.random())
      this.#socket.disconnect()
      return
    }
    clearTimeout(this.#lostTimer)
    this.#answered()
    this.#retryAt = null
    this.#change({ refused, publishing: false, reconnectIn: null, retry: null, connection: 'disconnected' })
    this.#socket.disconnect()
    if (recoverable.has(refused)) this.#accessWatch.start()
  }

  #onDisconnect(): void {
    clearTimeout(this.#waitTimer)
    const { refused } = this.#snapshot
    if (refused && recoverable.has(refused) && !this.#closed) this.#accessWatch.start()
    if (this.#closed || refused) return
    this.#awaitAnswer()
    if (this.#snapshot.connection !== 'disconnected' && this.#snapshot.connection !== 'reconnect_failed') {
      this.#lostTimer = setTimeout(() => this.#change({ status: 'connection_lost' }), timings.liveConnectionLost)
      this.#change({ connection: 'disconnected', publishing: false })
    } else if (this.#lostTimer === undefined) {
      this.#lostTimer = setTimeout(() => this.#change({ status: 'connection_lost' }), timings.liveConnectionLost)
    }
    const pause = this.#askedPause ?? reconnectPause(this.#attempts)
    this.#askedPause = null
    this.#attempts += 1
    if (this.#attempts >= failedAfter) this.#change({ connection: 'reconnect_failed' })
    this.#reconnectAt = Date.now() + pause
    this.#change({ reconnectIn: Math.ceil(pause / 1000) })
    clearTimeout(this.#reconnectTimer)
    this.#reconnectTimer = setTimeout(() => this.#connect(), pause)
  }

  #onState({ publisher_id, state: text }: StateMessage): void {
    const state = readState(text)
    if (!state) return
    // This page's own state is shown already, and may be newer.
    if (publisher_id !== null && publisher_id === this.publisherId) return
    // Another page has moved on: this page's older state must not be sent again.
    if (publisher_id !== null) this.#latest = null
    this.#change({ state, fromOther: true })
    this.#showStatus()
    this.#waitForPublisher()
  }

  async #send(): Promise<void> {
    if (this.#sending || !this.#unsent || !this.#latest || !this.#socket.connected || !this.#snapshot.publishing) return
    this.#sending = true
    this.#unsent = false
    this.#awaitAnswer()
    const state = JSON.stringify({ ...this.#latest, publisher_id: this.publisherId })
    const answer = await this.#socket
      .timeout(timings.liveAnswer)
      .emitWithAck('message', { deck_id: this.#options.deckId, publisher_id: this.publisherId, state })
      .catch(() => null)
    this.#sending = false
    if (answer === null) this.#unsent = true
    else {
      this.#answered()
      this.#change({ publishing: answer.publishing })
    }
    if (this.#socket.connected) void this.#send()
  }

  #awaitAnswer(): void {
    this.#unansweredTimer ??= setTimeout(() => this.#change({ unanswered: true }), timings.unanswered)
  }

  #answered(): void {
    clearTimeout(this.#unansweredTimer)
    this.#unansweredTimer = undefined
    this.#change({ unanswered: false })
  }

  #showStatus(): void {
    const { state, connection, status } = this.#snapshot
    const isUp = connection === 'connected' || connection === 'reconnected'
    if (!isUp && status === 'connection_lost') return
    if (isUp) this.#lostTimer = undefined
    const waits = !this.#options.publisher && state !== null && state.publisher_id === null
    this.#change({ status: waits ? 'waiting_for_publisher' : 'none' })
  }

  /** Starts the countdown to the next check while nobody presents, and stops it when somebody does. */
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

  /** Reads the stream from the API, which works even where WebSockets are blocked. */
  async #ask(): Promise<void> {
    this.#asking = true
    this.#change({ retry: { phase: 'asking' } })
    const { deckId, token } = this.#options
    const state = await this.#transport.read(deckId, token ?? null).then(readState, () => null)
    if (this.#closed) return
    this.#asking = false
    this.#retryAt = null
    if (state && this.#snapshot.state?.publisher_id === null) this.#change({ state, fromOther: true })
    this.#showStatus()
    this.#waitForPublisher()
  }
}
