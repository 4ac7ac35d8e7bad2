import type { AppSocket, SocketSession } from '../server/sockets/app-socket.ts'

/** The answer to a subscription, and the socket as a member of the room; `member` is null if refused. */
export interface Joined<Member, Answer> {
  readonly answer: Answer
  readonly member: Member | null
}

/** Serves the sockets of a process in one namespace. None of its functions throws. */
export interface RoomRegistry<Member, Answer> {
  /** Subscribes a socket to a deck; `current`: its membership so far, if any. */
  subscribe(
    socket: AppSocket,
    token: unknown,
    message: unknown,
    current: Member | null,
  ): Promise<Joined<Member, Answer>>
  /** Handles another event, of a member or of a socket that has not joined. */
  onEvent(member: Member | null, event: string, body: unknown, answer: ((body: unknown) => void) | null): void
  /** Handles a disconnect. */
  leave(member: Member): Promise<void>
}

/** One socket's session in a namespace with a room per deck. */
export class RoomSession<Member, Answer> implements SocketSession {
  readonly #registry: RoomRegistry<Member, Answer>
  readonly #socket: AppSocket
  /** The access link's token from the auth payload. */
  readonly #token: unknown
  #member: Member | null = null
  /** Serializes join and leave. */
  #pending: Promise<void> | null = null

  /** `auth`: the auth payload; its `subscribe` is handled before the namespace connect is acknowledged. */
  constructor(registry: RoomRegistry<Member, Answer>, socket: AppSocket, auth: Readonly<Record<string, unknown>>) {
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
    // An event that follows its subscription waits for it.
    else if (this.#pending) this.#serialize(async () => this.#registry.onEvent(this.#member, event, body, answer))
    else this.#registry.onEvent(this.#member, event, body, answer)
  }

  onClose(): void {
    this.#serialize(async () => {
      const member = this.#member
      this.#member = null
      if (member) await this.#registry.leave(member)
    })
  }

  #serialize(work: () => Promise<void>): void {
    const pending = (this.#pending ? this.#pending.then(work) : work()).then(() => {
      if (this.#pending === pending) this.#pending = null
    })
    this.#pending = pending
  }

  async #subscribe(body: unknown, answer: ((body: unknown) => void) | null): Promise<void> {
    const joined = await this.#registry.subscribe(this.#socket, this.#token, body, this.#member)
    this.#member = joined.member ?? this.#member
    answer?.(joined.answer)
  }
}
