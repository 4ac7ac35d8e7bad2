import type { LiveRefusal, SubscribeAnswer } from '../../api/stream/messages.ts'
import type { AppSocket, SocketSession } from '../../server/sockets/app-socket.ts'
import type { Follower } from './follower.ts'

/** The answer to a subscription, and the new follower; `follower` is null if refused. */
export interface Joined {
  readonly answer: SubscribeAnswer
  readonly follower: Follower | null
}

/** The result of a refused subscription. */
export function refused(error: LiveRefusal): Joined {
  return { answer: { ok: false, error }, follower: null }
}

/** Serves the sockets of a process. None of its functions throws. */
export interface RoomRegistry {
  /** Subscribes a socket to a deck, as follower or publisher; `current`: its subscription so far, if any. */
  subscribe(socket: AppSocket, token: unknown, message: unknown, current: Follower | null): Promise<Joined>
  /** Handles a move of a publisher; returns whether it counted. */
  publish(follower: Follower | null, message: unknown): boolean
  /** Handles a disconnect. */
  leave(follower: Follower): Promise<void>
}

/** One socket's session in the live namespace. */
export class LiveSession implements SocketSession {
  readonly #registry: RoomRegistry
  readonly #socket: AppSocket
  /** The access link's token from the auth payload. */
  readonly #token: unknown
  #follower: Follower | null = null
  /** Serializes join and leave. */
  #pending: Promise<void> | null = null

  /** `auth`: the auth payload; its `subscribe` is handled before the namespace connect is acknowledged. */
  constructor(registry: RoomRegistry, socket: AppSocket, auth: Readonly<Record<string, unknown>>) {
    this.#registry = registry
    this.#socket = socket
    this.#token = auth.token
    const { subscribe } = auth
    if (subscribe !== undefined) {
      this.#serialize(() => this.#subscribe(subscribe, (answer) => socket.emitEvent('subscribed', answer)))
    }
  }

  /** The pending work: at first the subscription of the auth payload. */
  get opening(): Promise<void> | null {
    return this.#pending
  }

  onEvent(event: string, body: unknown, answer: ((body: unknown) => void) | null): void {
    if (event === 'subscribe') this.#serialize(() => this.#subscribe(body, answer))
    else if (event === 'message') {
      const publishing = this.#registry.publish(this.#follower, body)
      answer?.({ publishing })
    }
  }

  onClose(): void {
    this.#serialize(async () => {
      const follower = this.#follower
      this.#follower = null
      if (follower) await this.#registry.leave(follower)
    })
  }

  #serialize(work: () => Promise<void>): void {
    const pending = (this.#pending ? this.#pending.then(work) : work()).then(() => {
      if (this.#pending === pending) this.#pending = null
    })
    this.#pending = pending
  }

  async #subscribe(body: unknown, answer: ((body: unknown) => void) | null): Promise<void> {
    const joined = await this.#registry.subscribe(this.#socket, this.#token, body, this.#follower)
    this.#follower = joined.follower ?? this.#follower
    answer?.(joined.answer)
  }
}
