import { randomUUID } from 'node:crypto'
import { type RawData, WebSocket } from 'ws'
import { limits } from '../../rules/limits.ts'
import { timings } from '../../rules/timings.ts'
import {
  answerText,
  eventText,
  heartbeatText,
  joinedText,
  leaveText,
  notJoinedText,
  openText,
  readPacket,
} from './socket-packet.ts'
import { type RawSocket, textFrame } from './text-frame.ts'

/** The origin of a socket, as far as its handshake shows it without a database query. */
export interface SocketOrigin {
  /** The host of the connection. Each session is bound to one host. */
  readonly host: string
  /** The handshake's cookie, which authenticates the user. */
  readonly headers: { readonly cookie?: string }
  /** The IP address, IPv6 by its network, as the key of rate limits. */
  readonly address: string
  /** The reconnect token that it was admitted with; null for new clients. */
  readonly reconnectToken: string | null
}

/** A socket's session in a namespace. */
export interface SocketSession {
  /**
   * The initial subscription. The namespace connect is acknowledged when it resolves, so that both are sent as one
   * packet. Null if no subscription was requested. Never rejects.
   */
  readonly opening: Promise<void> | null
  /** Handles a client event; `answer` acknowledges it, null if no acknowledgment was requested. */
  onEvent(event: string, body: unknown, answer: ((body: unknown) => void) | null): void
  /** Called when the connection is closed. */
  onClose(): void
}

/** Limits of messages from a socket. */
export interface MessageLimits {
  /** UTF-8 bytes of one message, with its framing. */
  readonly messageBytes: number
  readonly messagesPerSecond: number
}

/** Limits of a namespace's sockets. */
export interface NamespaceLimits extends MessageLimits {
  /** Sockets of one IP address. */
  readonly socketsPerAddress: number
}

/** A Socket.IO namespace, and its handler. */
export interface Namespace {
  readonly name: string
  readonly limits: NamespaceLimits
  /** Called for each socket that requests the namespace, with its auth payload; null: refused. */
  onConnect(socket: AppSocket, auth: Readonly<Record<string, unknown>>): SocketSession | null
}

/** The server's side of a socket. */
export interface SocketRegistry {
  readonly namespaces: ReadonlyMap<string, Namespace>
  /** The largest message that any namespace accepts, in bytes. */
  readonly messageBytes: number
  /** Counts a socket for a namespace; false if its address has too many. */
  admit(socket: AppSocket, namespace: Namespace): boolean
  /** Called when a connection is closed. */
  onClose(socket: AppSocket): void
}

/** Close codes: for violations, for too large messages, and for a normal end. */
const [policyViolation, tooLarge, normal] = [1008, 1009, 1000]

/** ms that a client waits for an overdue heartbeat before it considers the server gone. */
const patience = 15_000

const heartbeat = textFrame(heartbeatText)

/**
 * A client's socket: Socket.IO's protocol over one WebSocket, in one namespace. A lecture hall has ten thousand in one
 * process. So each is one object, shares its event listeners with all others, and has no heartbeat timer of its own.
 */
export class AppSocket extends WebSocket {
  #origin: SocketOrigin = { host: '', address: '', headers: {}, reconnectToken: null }
  #registry: SocketRegistry | null = null
  #name = ''
  #limits: MessageLimits = limits.unjoinedSocket
  #session: SocketSession | null = null
  /** Messages since `#windowStart` (ms), to limit their rate. */
  #messageCount = 0
  #windowStart = 0
  /** Whether the last ping was answered. */
  #alive = true
  /** The socket's slot in the heartbeat schedule. */
  slot = 0
  /** Whether its ping is due soon and not sent yet. */
  pingDue = false
  /** The session or browser that the socket is counted for; null if not counted. */
  countedFor: string | null = null
  /** The namespace and address that the socket is counted for; null if not counted. */
  admittedAs: string | null = null

  /** The socket's origin. */
  get origin(): SocketOrigin {
    return this.#origin
  }

  /** Whether the socket joined a namespace. */
  get joined(): boolean {
    return this.#session !== null
  }

  /**
   * The TCP socket while writable, for encoded frames; else null. We may write frames between those of `ws`, which
   * writes each frame in one call (without compression).
   */
  get raw(): RawSocket | null {
    // `ws` has no public access to it.
    const { _socket: raw } = this as unknown as { readonly _socket: RawSocket | null }
    return this.readyState === WebSocket.OPEN && raw?.writable ? raw : null
  }

  /** Sends the open packet. Called once, after the handshake. */
  begin(origin: SocketOrigin, registry: SocketRegistry): void {
    this.#origin = origin
    this.#registry = registry
    this.on('message', onMessage)
    this.on('ping', onPing)
    this.on('close', onClosed)
    this.on('error', onError)
    const every = timings.socketHeartbeat
    this.#write(openText(randomUUID(), { every, patience, bytes: registry.messageBytes }))
  }

  /** Sends an event of its namespace. */
  emitEvent(event: string, body: unknown): void {
    this.#write(eventText(this.#name, event, body))
  }

  /** Disconnects the client, which then does not reconnect automatically. */
  disconnect(): void {
    this.#write(leaveText(this.#name))
    this.close(normal)
  }

  /** Closes the socket for a violation or an exceeded limit; the client reconnects after a long delay. */
  refuse(why: string): void {
    this.close(policyViolation, why)
  }

  /** Batches writes: everything written in this tick is sent together. */
  batchWrites(): void {
    const { raw } = this
    if (!raw) return
    raw.cork()
    process.nextTick(() => raw.uncork())
  }

  /** The ping frame if due soon, to coalesce with a message; else null. */
  takeDuePing(): Buffer | null {
    if (!this.pingDue || !this.#alive) return null
    this.#alive = false
    this.pingDue = false
    return heartbeat
  }

  /** Sends the ping if due. Terminates the socket if it did not answer the previous ping. */
  checkAlive(): void {
    if (!this.pingDue) return
    this.pingDue = false
    if (this.#alive) this.raw?.write(heartbeat)
    else this.terminate()
    this.#alive = false
  }

  /** Handles a message. `text` is null for a binary message. */
  receive(text: string | null, bytes: number): void {
    if (!this.countMessage() || this.readyState !== WebSocket.OPEN) return
    const isTooLarge = bytes > this.#limits.messageBytes
    const packet = text === null || isTooLarge ? null : readPacket(text)
    if (isTooLarge) this.close(tooLarge, 'too large')
    else if (packet === null) this.refuse('not understood')
    else if (packet.kind === 'alive') this.#alive = true
    else if (packet.kind === 'join') this.#join(packet.namespace, packet.auth)
    else if (packet.kind === 'leave') this.close(normal)
    else if (packet.kind === 'event') {
      const { id, namespace, event, body } = packet
      const answer = id === null ? null : (reply: unknown) => this.#write(answerText(this.#name, id, reply))
      if (this.#session && namespace === this.#name) this.#session.onEvent(event, body, answer)
      else this.refuse('not there')
    }
  }

  /** Counts a message or a ping; closes the socket and returns false above the limit. */
  countMessage(): boolean {
    const now = performance.now()
    if (now - this.#windowStart > 1_000) [this.#messageCount, this.#windowStart] = [0, now]
    this.#messageCount += 1
    if (this.#messageCount <= this.#limits.messagesPerSecond) return true
    this.refuse('too many messages')
    return false
  }

  /** Called when the connection is closed. */
  end(): void {
    this.#session?.onClose()
    this.#registry?.onClose(this)
  }

  #join(name: string, auth: Readonly<Record<string, unknown>>): void {
    const namespace = this.#registry?.namespaces.get(name)
    if (this.#session) this.refuse('already in')
    else if (!namespace) this.#write(notJoinedText(name, 'Invalid namespace'))
    else if (!this.#registry?.admit(this, namespace)) this.refuse('too many sockets')
    else {
      this.#name = name
      this.#limits = namespace.limits
      this.#session = namespace.onConnect(this, auth)
      if (!this.#session) this.#write(notJoinedText(name, 'Not allowed'))
      else if (this.#session.opening) void this.#session.opening.then(() => this.#confirmJoin())
      else this.#confirmJoin()
    }
  }

  #confirmJoin(): void {
    this.#write(joinedText(this.#name, randomUUID()))
  }

  #write(text: string): void {
    this.raw?.write(textFrame(text))
  }
}

// Listeners shared by all sockets: `this` is the socket.
function onMessage(this: WebSocket, data: RawData, isBinary: boolean): void {
  // `data` is a Buffer, since we do not change `binaryType`.
  ;(this as AppSocket).receive(isBinary ? null : String(data), (data as Buffer).byteLength)
}
function onPing(this: WebSocket): void {
  ;(this as AppSocket).countMessage()
}
function onClosed(this: WebSocket): void {
  ;(this as AppSocket).end()
}
/** Ignores a broken frame or connection: `ws` closes it. */
function onError(): void {}
