import { io, type Socket } from 'socket.io-client'
import type { z } from 'zod'
import type { BatchAnswer, sentBatch } from '../../api/batches/messages.ts'
import type {
  BroadcastMessage,
  ChannelMessage,
  ChannelRefusal,
  ClientEvents,
  ServerEvents,
  SubscribeAnswer,
  SubscribeMessage,
} from '../../api/deck-channel/messages.ts'
import { reconnectPause } from '../../rules/reconnect-pause.ts'
import { timings } from '../../rules/timings.ts'
import type { ChannelOptions, ChannelSnapshot, EditorChannel } from './channel.ts'
import { SilenceWatch } from './silence-watch.ts'

export type { ChannelOptions, ChannelSnapshot, EditorChannel, Joined } from './channel.ts'
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

type ChannelSocket = Socket<ServerEvents, ClientEvents>

/** Refusals that may end without an action of the user. */
const passing: ReadonlySet<ChannelRefusal> = new Set(['full', 'sign-in'])
/** The close code for an exceeded limit: the server would refuse an immediate reconnect. */
const overLimit = 1008

/** Servers answer only events with a callback. The answer itself does not matter: any packet ends the silence. */
const onAnswered = (): void => undefined

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
  readonly #silence = new SilenceWatch({
    probe: () => this.#send((socket) => socket.emit(this.#idle ? 'idle' : 'active', {}, onAnswered)),
    onSilent: () => this.#onSilent(),
  })
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
    this.#send((socket) => socket.emit('broadcast', message, onAnswered))
  }

  /** Sends an event while connected, and notices when nothing is answered. */
  #send(emit: (socket: ChannelSocket) => void): void {
    if (!this.#snapshot.connected) return
    this.#silence.expect()
    emit(this.#socket)
  }

  /** The connection is given up: nothing has come for as long as a lost one may go unnoticed. */
  #onSilent(): void {
    if (!this.#snapshot.connected) return
    this.#socket.disconnect()
    this.#change({ lost: true })
  }

  showSlide(slideId: string | null): void {
    if (this.#closed || slideId === this.#slideId) return
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
    this.#send((socket) => socket.emit('slide-change', { slide_id: this.#slideId }, onAnswered))
  }

  noteActivity(): void {
    if (this.#closed) return
    const now = Date.now()
    // Pointer events come by the hundred.
    if (!this.#idle && now - this.#activeAt < 1_000) return
    this.#activeAt = now
    this.#watchIdle()
    if (!this.#idle) return
    this.#idle = false
    this.#send((socket) => socket.emit('active', {}, onAnswered))
  }

  #watchIdle(): void {
    clearTimeout(this.#idleTimer)
    this.#idleTimer = setTimeout(() => {
      this.#idle = true
      this.#send((socket) => socket.emit('idle', {}, onAnswered))
    }, timings.collaborationIdle)
  }

  requestStates(): void {
    this.#send((socket) => socket.emit('broadcast-all-user-states', {}, onAnswered))
  }

  async sendBatch(batch: z.input<typeof sentBatch>): Promise<BatchAnswer | null> {
    if (!this.#snapshot.connected) return null
    this.#silence.expect()
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
    // Other parts of the page may still ask whether they can send.
    this.#snapshot = { ...this.#snapshot, connected: false, retryAt: null }
    const timers = [this.#idleTimer, this.#slideTimer, this.#reconnectTimer, this.#lostTimer, this.#answerTimer]
    for (const timer of [...timers, ...this.#typingEnds.values()]) clearTimeout(timer)
    this.#silence.end()
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
    for (const sign of ['packet', 'ping'] as const) socket.io.on(sign, () => this.#silence.end())
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
    const { deckId, userId, place } = this.#options
    this.#sentSlideId = this.#slideId
    return { deck_id: deckId, user_id: userId, slide_id: this.#slideId, place }
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
    if (this.#idle) this.#send((socket) => socket.emit('idle', {}, onAnswered))
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
      const { type: _, ...state } = message
      const { user_id, status } = state
      const states = new Map(this.#snapshot.states)
      if (status === 'disconnected') states.delete(user_id)
      else states.set(user_id, state)
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
    this.#silence.end()
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
