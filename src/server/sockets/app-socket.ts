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

/** Who is behind a socket, as far as its handshake tells without asking the database. */
export interface SocketOrigin {
  /** The host it came to, for the session's. */
  readonly host: string
  /** Of the handshake, only what says who somebody is. */
  readonly headers: { readonly cookie?: string }
  /** The address, IPv6 by its network: what is counted. */
  readonly address: string
  /** The ticket that it was let in with, as one that was here before; null for newcomers. */
  readonly ticket: string | null
}

/** What a namespace makes of one page that came in. */
export interface SocketVisit {
  /**
   * What the page asked for while it came in: it is told that it is in when this is done, so that both are one packet on the
   * line. Null: it asked for nothing. Never rejects.
   */
  readonly opening: Promise<void> | null
  /** The page says something; `answer` sends the answer that it waits for, null when it waits for none. */
  heard(event: string, body: unknown, answer: ((body: unknown) => void) | null): void
  /** Its connection is over. */
  left(): void
}

/** What a socket may send. */
export interface MessageLimits {
  /** UTF-8 bytes of one message with what stands around it. */
  readonly messageBytes: number
  readonly messagesPerSecond: number
}

/** What the sockets of a namespace may do. */
export interface NamespaceLimits extends MessageLimits {
  /** Sockets of one IP address. */
  readonly socketsPerAddress: number
}

/** A name that pages ask for, and who receives them there. */
export interface Namespace {
  readonly name: string
  readonly limits: NamespaceLimits
  /** A page comes in with whatever says who it is; null: it is not let in. */
  welcome(socket: AppSocket, auth: Readonly<Record<string, unknown>>): SocketVisit | null
}

/** The server that a socket is one of. */
export interface SocketHome {
  readonly namespaces: ReadonlyMap<string, Namespace>
  /** The largest message that any namespace takes, in bytes. */
  readonly messageBytes: number
  /** Counts a socket for a namespace; false when its address has too many there. */
  admit(socket: AppSocket, namespace: Namespace): boolean
  /** A connection is over. */
  ended(socket: AppSocket): void
}

/** The codes of sockets that were closed for what they did, for a message that is too large, and of those that just end. */
const [policyViolation, tooLarge, normal] = [1008, 1009, 1000]

/** ms beyond a heartbeat's time after which a page takes its server for gone. */
const patience = 15_000

const heartbeat = textFrame(heartbeatText)

/**
 * A page's socket: Socket.IO's words over one WebSocket, in one namespace. A lecture hall is ten thousand of these in one
 * process, so each is one object, its listeners belong to all, and its heartbeats have no timer of their own.
 */
export class AppSocket extends WebSocket {
  #origin: SocketOrigin = { host: '', address: '', headers: {}, ticket: null }
  #home: SocketHome | null = null
  #name = ''
  #limits: MessageLimits = limits.unjoinedSocket
  #visit: SocketVisit | null = null
  /** Messages since a moment (ms): what a page may say in a second is bounded. */
  #said = 0
  #since = 0
  /** Whether the last heartbeat was answered. */
  #alive = true
  /** In which turn of the heartbeats it is asked. */
  turn = 0
  /** That turn is near, and it was not asked yet. */
  due = false
  /** The session or browser that it is counted for; null while it is not. */
  countedFor: string | null = null
  /** Its namespace and address, as it is counted for them; null while it is not. */
  admittedAs: string | null = null

  /** Who is behind it. */
  get origin(): SocketOrigin {
    return this.#origin
  }

  /** Whether it is in a namespace. */
  get joined(): boolean {
    return this.#visit !== null
  }

  /**
   * The connection itself while it can be written to, for frames that are ready; else null. Whole frames may be written
   * between those of the library, because it writes each of its own in one go (nothing is compressed).
   */
  get raw(): RawSocket | null {
    const { _socket: raw } = this as unknown as { readonly _socket: RawSocket | null }
    return this.readyState === WebSocket.OPEN && raw?.writable ? raw : null
  }

  /** Says the first words. Called once, when the handshake is over. */
  begin(origin: SocketOrigin, home: SocketHome): void {
    this.#origin = origin
    this.#home = home
    this.on('message', heard)
    this.on('ping', pinged)
    this.on('close', closed)
    this.on('error', broken)
    const every = timings.socketHeartbeat
    this.#write(openText(randomUUID(), { every, patience, bytes: home.messageBytes }))
  }

  /** Tells the page an event of its namespace. */
  emitEvent(event: string, body: unknown): void {
    this.#write(eventText(this.#name, event, body))
  }

  /** Ends it from this side: the page does not come back by itself. */
  putOut(): void {
    this.#write(leaveText(this.#name))
    this.close(normal)
  }

  /** Closes it for what it does or has too much of; the page comes back late. */
  refuse(why: string): void {
    this.close(policyViolation, why)
  }

  /** What is written until the end of this turn goes out in one go. */
  gather(): void {
    const { raw } = this
    if (!raw) return
    raw.cork()
    process.nextTick(() => raw.uncork())
  }

  /**
   * The question whether the other side is still there, when its turn is near: it goes along with what the page is told, as
   * one packet on the line. Null: not now.
   */
  takeAlong(): Buffer | null {
    if (!this.due || !this.#alive) return null
    this.#alive = false
    this.due = false
    return heartbeat
  }

  /** Its turn: asks whether the other side is still there, if it is due; one that did not answer the last time is cut off. */
  beat(): void {
    if (!this.due) return
    this.due = false
    if (this.#alive) this.raw?.write(heartbeat)
    else this.terminate()
    this.#alive = false
  }

  /** A message of so many bytes has come; `text` null: a binary one. */
  hear(text: string | null, bytes: number): void {
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
      const answer = id === null ? null : (said: unknown) => this.#write(answerText(this.#name, id, said))
      if (this.#visit && namespace === this.#name) this.#visit.heard(event, body, answer)
      else this.refuse('not there')
    }
  }

  /** Counts a message or a ping; false when it was one too many, and the socket is closed. */
  countMessage(): boolean {
    const now = performance.now()
    if (now - this.#since > 1_000) [this.#said, this.#since] = [0, now]
    this.#said += 1
    if (this.#said <= this.#limits.messagesPerSecond) return true
    this.refuse('too many messages')
    return false
  }

  /** The connection is over. */
  end(): void {
    this.#visit?.left()
    this.#home?.ended(this)
  }

  #join(name: string, auth: Readonly<Record<string, unknown>>): void {
    const namespace = this.#home?.namespaces.get(name)
    if (this.#visit) this.refuse('already in')
    else if (!namespace) this.#write(notJoinedText(name, 'Invalid namespace'))
    else if (!this.#home?.admit(this, namespace)) this.refuse('too many sockets')
    else {
      this.#name = name
      this.#limits = namespace.limits
      this.#visit = namespace.welcome(this, auth)
      if (!this.#visit) this.#write(notJoinedText(name, 'Not allowed'))
      else if (this.#visit.opening) void this.#visit.opening.then(() => this.#letIn())
      else this.#letIn()
    }
  }

  #letIn(): void {
    this.#write(joinedText(this.#name, randomUUID()))
  }

  #write(text: string): void {
    this.raw?.write(textFrame(text))
  }
}

// One function of each kind for all sockets: `this` is the one that it is about.
function heard(this: WebSocket, data: RawData, isBinary: boolean): void {
  // A Buffer: no other form of messages is asked for.
  ;(this as AppSocket).hear(isBinary ? null : String(data), (data as Buffer).byteLength)
}
function pinged(this: WebSocket): void {
  ;(this as AppSocket).countMessage()
}
function closed(this: WebSocket): void {
  ;(this as AppSocket).end()
}
/** A broken frame or connection: the library closes it by itself. */
function broken(): void {}
