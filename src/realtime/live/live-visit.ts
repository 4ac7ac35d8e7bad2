import type { LiveRefusal, SubscribeAnswer } from '../../api/stream/messages.ts'
import type { AppSocket, SocketVisit } from '../../server/sockets/app-socket.ts'
import type { Follower } from './follower.ts'

/** What a page is told that asked to follow or present, and its part from then on; null when it has none. */
export interface Joined {
  readonly answer: SubscribeAnswer
  readonly follower: Follower | null
}

/** Says no. */
export function refused(error: LiveRefusal): Joined {
  return { answer: { ok: false, error }, follower: null }
}

/** Who receives the pages of a process. None of these throws. */
export interface LiveDesk {
  /** A page asks to follow or present a deck; `known`: its part so far, when it asks again. */
  subscribe(socket: AppSocket, token: unknown, message: unknown, known: Follower | null): Promise<Joined>
  /** A page moves a presentation; answers whether that counts. */
  publish(follower: Follower | null, message: unknown): boolean
  /** A page is gone. */
  leave(follower: Follower): Promise<void>
}

/** One page's stay in the live namespace. */
export class LiveVisit implements SocketVisit {
  readonly #desk: LiveDesk
  readonly #socket: AppSocket
  /** The link token that the page gave. */
  readonly #token: unknown
  #follower: Follower | null = null
  /** One thing after the other: whoever leaves while they are let in has left. */
  #turn: Promise<void> | null = null

  /** `auth`: what the page brought along; with a `subscribe` in it, it has subscribed when it is in. */
  constructor(desk: LiveDesk, socket: AppSocket, auth: Readonly<Record<string, unknown>>) {
    this.#desk = desk
    this.#socket = socket
    this.#token = auth.token
    const { subscribe } = auth
    if (subscribe !== undefined) {
      this.#then(() => this.#subscribe(subscribe, (answer) => socket.emitEvent('subscribed', answer)))
    }
  }

  /** What is under way, which at first is what the page brought along. */
  get opening(): Promise<void> | null {
    return this.#turn
  }

  heard(event: string, body: unknown, answer: ((body: unknown) => void) | null): void {
    if (event === 'subscribe') this.#then(() => this.#subscribe(body, answer))
    else if (event === 'message') {
      const publishing = this.#desk.publish(this.#follower, body)
      answer?.({ publishing })
    }
  }

  left(): void {
    this.#then(async () => {
      const follower = this.#follower
      this.#follower = null
      if (follower) await this.#desk.leave(follower)
    })
  }

  #then(work: () => Promise<void>): void {
    const turn = (this.#turn ? this.#turn.then(work) : work()).then(() => {
      if (this.#turn === turn) this.#turn = null
    })
    this.#turn = turn
  }

  async #subscribe(body: unknown, answer: ((body: unknown) => void) | null): Promise<void> {
    const joined = await this.#desk.subscribe(this.#socket, this.#token, body, this.#follower)
    this.#follower = joined.follower ?? this.#follower
    answer?.(joined.answer)
  }
}
