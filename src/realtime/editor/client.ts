import { io, type Socket } from 'socket.io-client'
import type { z } from 'zod'
import type { BatchAnswer, BatchesMessage, sentBatch } from '../../api/batches/messages.ts'
import type {
  BroadcastMessage,
  ChannelMessage,
  ChannelRefusal,
  ClientEvents,
  ServerEvents,
  SubscribeAnswer,
  SubscribeMessage,
  UserState,
} from '../../api/deck-channel/messages.ts'
import { reconnectPause } from '../../rules/reconnect-pause.ts'
import { timings } from '../../rules/timings.ts'

export type {
  Asking,
  EditRequest,
  Handover,
  HandoverEffect,
  HandoverEvent,
  HandoverStep,
  Leaving,
} from './handover.ts'
export { handOver, openHandover, secondsUntil } from './handover.ts'

/** What a page knows of a deck's channel; immutable. */
export interface ChannelSnapshot {
  readonly connected: boolean
  /** Set some seconds after the connection was lost, until it is back. */
  readonly lost: boolean
  /** When the next attempt begins (ms since 1970); null while connected or connecting. */
  readonly retryAt: number | null
  /** Why the page may not join, else null. */
  readonly refused: ChannelRefusal | null
  /** The users who have the deck open. */
  readonly states: ReadonlyMap<number, UserState>
  /** The users who are writing a comment. */
  readonly typing: ReadonlySet<number>
}

/** The answer to the subscription when the page has joined. */
export type Joined = Extract<SubscribeAnswer, { ok: true }>

/** A page's connection to the channel of a deck. */
export interface EditorChannel {
  snapshot: () => ChannelSnapshot
  /** Calls the listener after each change of the snapshot; returns a function that unsubscribes. */
  subscribe: (listener: () => void) => () => void
  /** Sends a message to the other collaborators; dropped while not connected. */
  broadcast(message: BroadcastMessage): void
  /** Sends the slide that the user is at. */
  showSlide(slideId: string | null): void
  /** Notes that the user does something here; without it for some minutes the user is idle. */
  noteActivity(): void
  /** Requests the states of all users. */
  requestStates(): void
  /** Sends a batch; null without an answer, and then it may have been written. */
  sendBatch(batch: z.input<typeof sentBatch>): Promise<BatchAnswer | null>
  /** Reconnects now instead of at the end of the pause. */
  retryNow(): void
  /** Joins again over the same connection, for a fresh answer; nothing while not connected. */
  rejoin(): void
  close(): void
}

/** Options of a page's channel. */
export interface ChannelOptions {
  readonly deckId: number
  readonly userId: number
  readonly slideId: string | null
  onJoined(joined: Joined): void
  onMessage(message: ChannelMessage): void
  /** Called with what other versions of the deck changed. */
  onBatches?(message: BatchesMessage): void
  /** Called when the server refuses the page; it does not connect again after hidden, forbidden and upgrade. */
  onRefused(refusal: ChannelRefusal): void
}

type ChannelSocket = Socket<ServerEvents, ClientEvents>

/** Refusals that may end without an action of the user. */
const passing: ReadonlySet<ChannelRefusal> = new Set(['full', 'sign-in'])
/** The close code for an exceeded limit: the server would refuse an immediate reconnect. */
const overLimit = 1008

function browserSocket(): ChannelSocket {
  return io('/editor', {
    path: '/socket.io/',
    transports: ['websocket'],
    // We reconnect ourselves, with a wider jitter than that of Socket.IO.
    ...{ reconnection: false, autoConnect: false, forceNew: true },
  })
}

/** Joins the channel of a deck, and joins it again after each loss. Close it when the page is left. */
export function connectEditorChannel(
  options: ChannelOptions,
  createSocket: () => ChannelSocket = browserSocket,
): EditorChannel {
  return new Channel(options, createSocket())
}

/** The channels of this page that several parts use, by deck. */
const shared = new Map<number, { channel: EditorChannel; readonly parts: Set<ChannelOptions> }>()

/**
 * Joins the channel of a deck for one part of a page: all parts share one connection. A later part makes the page join
 * again, so each part gets an answer from after its beginning. It is closed with its last part.
 */
export function shareEditorChannel(
  options: ChannelOptions,
  connect: typeof connectEditorChannel = connectEditorChannel,
): EditorChannel {
  const { deckId } = options
  const open = shared.get(deckId)
  const parts = open?.parts ?? new Set<ChannelOptions>()
  const each = (tell: (part: ChannelOptions) => void): void => [...parts].forEach(tell)
  const channel =
    open?.channel ??
    connect({
      ...options,
      onJoined: (joined) => each((part) => part.onJoined(joined)),
      onMessage: (message) => each((part) => part.onMessage(message)),
      onBatches: (message) => each((part) => part.onBatches?.(message)),
      onRefused: (refusal) => each((part) => part.onRefused(refusal)),
    })
  parts.add(options)
  const { refused } = channel.snapshot()
  if (!open) shared.set(deckId, { channel, parts })
  else if (refused) queueMicrotask(() => options.onRefused(refused))
  else channel.rejoin()
  return {
    snapshot: channel.snapshot,
    subscribe: channel.subscribe,
    broadcast: (message) => channel.broadcast(message),
    showSlide: (slideId) => channel.showSlide(slideId),
    noteActivity: () => channel.noteActivity(),
    requestStates: () => channel.requestStates(),
    sendBatch: (batch) => channel.sendBatch(batch),
    retryNow: () => channel.retryNow(),
    rejoin: () => channel.rejoin(),
    close: () => {
      if (!parts.delete(options) || parts.size > 0) return
      shared.delete(deckId)
      channel.close()
    },
  }
}

/** Closes the connection of all parts of the page to a deck's channel: the page can no longer join. */
export function endEditorChannel(deckId: number): void {
  shared.get(deckId)?.channel.close()
  shared.delete(deckId)
}

class Channel implements EditorChannel {
  readonly #options: ChannelOptions
  readonly #socket: ChannelSocket
  readonly #listeners = new Set<() => void>()
  readonly #typingEnds = new Map<number, ReturnType<typeof setTimeout>>()
  #snapshot: ChannelSnapshot = {
    ...{ connected: false, lost: false, retryAt: null, refused: null },
    ...{ states: new Map(), typing: new Set() },
  }
  #slideId: string | null
  #sentSlideId: string | null = null
  #idle = false
  #idleTimer: ReturnType<typeof setTimeout> | undefined
  #activeAt = Number.NEGATIVE_INFINITY
  #slideTimer: ReturnType<typeof setTimeout> | undefined
  #reconnectTimer: ReturnType<typeof setTimeout> | undefined
  #lostTimer: ReturnType<typeof setTimeout> | undefined
  #answerTimer: ReturnType<typeof setTimeout> | undefined
  #attempts = 0
  #askedPause: number | null = null
  #reconnectToken: string | null = null
  #closed = false

  constructor(options: ChannelOptions, socket: ChannelSocket) {
    this.#options = options
    this.#socket = socket
    this.#slideId = options.slideId
    this.#listen()
    this.#watchIdle()
    this.#awaitConnection()
    this.#connect()
    globalThis.addEventListener?.('online', this.#online)
  }

  snapshot = (): ChannelSnapshot => this.#snapshot

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  broadcast(message: BroadcastMessage): void {
    if (this.#snapshot.connected) this.#socket.emit('broadcast', message)
  }

  showSlide(slideId: string | null): void {
    if (slideId === this.#slideId) return
    this.#slideId = slideId
    this.noteActivity()
    // A held key passes many slides: only the last one is sent.
    this.#slideTimer ??= setTimeout(() => {
      this.#slideTimer = undefined
      this.#sendSlide()
    }, timings.presenceApart)
  }

  /** Sends the slide, unless the server knows it. */
  #sendSlide(): void {
    if (!this.#snapshot.connected || this.#slideId === this.#sentSlideId) return
    this.#sentSlideId = this.#slideId
    this.#socket.emit('slide-change', { slide_id: this.#slideId })
  }

  noteActivity(): void {
    const now = Date.now()
    // Pointer events come by the hundred.
    if (!this.#idle && now - this.#activeAt < 1_000) return
    this.#activeAt = now
    this.#watchIdle()
    if (!this.#idle) return
    this.#idle = false
    if (this.#snapshot.connected) this.#socket.emit('active', {})
  }

  #watchIdle(): void {
    clearTimeout(this.#idleTimer)
    this.#idleTimer = setTimeout(() => {
      this.#idle = true
      if (this.#snapshot.connected) this.#socket.emit('idle', {})
    }, timings.collaborationIdle)
  }

  requestStates(): void {
    if (this.#snapshot.connected) this.#socket.emit('broadcast-all-user-states', {})
  }

  async sendBatch(batch: z.input<typeof sentBatch>): Promise<BatchAnswer | null> {
    if (!this.#snapshot.connected) return null
    return this.#socket
      .timeout(timings.batchAnswer)
      .emitWithAck('batch', batch)
      .catch(() => null)
  }

  retryNow(): void {
    if (!this.#closed && this.#reconnectTimer !== undefined) this.#connect()
  }

  rejoin(): void {
    if (this.#snapshot.connected)
      this.#socket.emit('subscribe', this.#subscription(), (answer) => this.#onAnswer(answer))
  }

  close(): void {
    this.#closed = true
    const timers = [this.#idleTimer, this.#slideTimer, this.#reconnectTimer, this.#lostTimer, this.#answerTimer]
    for (const timer of [...timers, ...this.#typingEnds.values()]) clearTimeout(timer)
    globalThis.removeEventListener?.('online', this.#online)
    this.#listeners.clear()
    this.#socket.disconnect()
  }

  readonly #online = () => this.retryNow()

  #change(changes: Partial<ChannelSnapshot>): void {
    if (this.#closed) return
    this.#snapshot = { ...this.#snapshot, ...changes }
    for (const listener of [...this.#listeners]) listener()
  }

  #listen(): void {
    const socket = this.#socket
    // Sent before the namespace connect is acknowledged.
    socket.on('subscribed', (answer) => this.#onAnswer(answer))
    socket.on('connect_error', () => this.#onDisconnect())
    socket.on('disconnect', (_reason, details) => {
      const code = (details as { context?: { code?: number } } | undefined)?.context?.code
      if (code === overLimit) this.#askedPause = timings.socketReconnectMax * (1 + Math.random())
      this.#onDisconnect()
    })
    socket.on('message', (message) => this.#onMessage(message))
    socket.on('batches', (message) => this.#options.onBatches?.(message))
    socket.on('retry_after', ({ ms }) => {
      this.#askedPause = ms
    })
  }

  #connect(): void {
    clearTimeout(this.#reconnectTimer)
    this.#reconnectTimer = undefined
    this.#change({ retryAt: null })
    this.#socket.auth = { subscribe: this.#subscription() }
    this.#socket.io.opts.query = this.#reconnectToken === null ? {} : { ticket: this.#reconnectToken }
    clearTimeout(this.#answerTimer)
    this.#answerTimer = setTimeout(() => {
      this.#socket.disconnect()
      this.#onDisconnect()
    }, timings.liveAnswer)
    this.#socket.connect()
  }

  #subscription(): SubscribeMessage {
    const { deckId, userId } = this.#options
    this.#sentSlideId = this.#slideId
    return { deck_id: deckId, user_id: userId, slide_id: this.#slideId }
  }

  #onAnswer(answer: SubscribeAnswer): void {
    clearTimeout(this.#answerTimer)
    if (!answer.ok) {
      this.#onRefused(answer.error)
      return
    }
    clearTimeout(this.#lostTimer)
    this.#lostTimer = undefined
    this.#attempts = 0
    this.#askedPause = null
    this.#reconnectToken = answer.ticket
    const states = new Map(answer.users.map((state) => [state.user_id, state]))
    this.#change({ connected: true, lost: false, refused: null, states })
    // The user may have moved on, or have become idle, before the answer.
    this.#sendSlide()
    if (this.#idle) this.#socket.emit('idle', {})
    this.#options.onJoined(answer)
  }

  #onRefused(refusal: ChannelRefusal): void {
    this.#askedPause = timings.socketReconnectMax * (1 + Math.random())
    this.#change({ refused: refusal })
    this.#options.onRefused(refusal)
    this.#socket.disconnect()
  }

  #onMessage(message: ChannelMessage): void {
    const { type } = message
    if (type === 'collaboration:user-state') {
      const { user_id, status, slide_id } = message
      const states = new Map(this.#snapshot.states)
      if (status === 'disconnected') states.delete(user_id)
      else states.set(user_id, { user_id, status, slide_id })
      this.#change({ states })
      if (status === 'disconnected') this.#setTyping(user_id, false)
    } else if (type === 'collaboration:user-typing') this.#setTyping(message.user_id, true)
    else if (type === 'collaboration:user-typing-stopped') this.#setTyping(message.user_id, false)
    this.#options.onMessage(message)
  }

  #setTyping(userId: number, isTyping: boolean): void {
    clearTimeout(this.#typingEnds.get(userId))
    if (isTyping)
      this.#typingEnds.set(
        userId,
        setTimeout(() => this.#setTyping(userId, false), timings.typingReset),
      )
    if (this.#snapshot.typing.has(userId) === isTyping) return
    const typing = new Set(this.#snapshot.typing)
    if (isTyping) typing.add(userId)
    else typing.delete(userId)
    this.#change({ typing })
  }

  #awaitConnection(): void {
    this.#lostTimer ??= setTimeout(() => this.#change({ lost: true }), timings.collaborationConnectionLost)
  }

  #onDisconnect(): void {
    clearTimeout(this.#answerTimer)
    const { refused } = this.#snapshot
    if (this.#closed) return
    if (refused && !passing.has(refused)) {
      clearTimeout(this.#lostTimer)
      this.#change({ connected: false, lost: false, retryAt: null })
      return
    }
    this.#awaitConnection()
    const pause = this.#askedPause ?? reconnectPause(this.#attempts)
    this.#askedPause = null
    this.#attempts += 1
    this.#change({ connected: false, retryAt: Date.now() + pause, typing: new Set() })
    clearTimeout(this.#reconnectTimer)
    this.#reconnectTimer = setTimeout(() => this.#connect(), pause)
  }
}
