import { liveNamespace, type StateMessage, type StreamState } from '../../api/stream/messages.ts'
import { type MemberTarget, RawMember } from './raw-member.ts'

/** Reconnect delay: ms before an attempt, counted from 0. */
export type Pause = (attempt: number) => number

/** A crowd of clients that follows one deck. */
export interface CrowdOptions {
  readonly port: number
  readonly host: string
  readonly deckId: number
  readonly size: number
  /** Reconnect delays; null: no reconnects. */
  readonly pause: Pause | null
  /** Whether reconnects carry a reconnect token, as our pages' do. Default true. */
  readonly tickets?: boolean
  /** Whether the server is the minimal one of benchmarks, which sends states without a join. */
  readonly bare?: boolean
  /** Called for each received state. */
  readonly onState?: (member: number, state: StreamState) => void
}

/** Envelope of a state message. */
const eventStart = `42${liveNamespace},["message",`
const answerStart = `42${liveNamespace},["subscribed",`

/** The clients of a lecture hall, each with a socket and its last received state. */
export class LiveCrowd {
  /** Current slide of each client; -1 if unknown. */
  readonly slides: Int32Array
  /** Number of connects. */
  joined = 0
  refused = 0
  /** First reconnect delays of disconnected clients (ms). */
  readonly planned: number[] = []
  readonly #options: CrowdOptions
  readonly #members: (RawMember | null)[]
  readonly #attempts: Int32Array
  readonly #tickets: (string | undefined)[] = []
  readonly #timers = new Set<NodeJS.Timeout>()
  #over = false

  constructor(options: CrowdOptions) {
    this.#options = options
    this.slides = new Int32Array(options.size).fill(-1)
    this.#attempts = new Int32Array(options.size)
    this.#members = Array<RawMember | null>(options.size).fill(null)
  }

  /** Connects all clients, `atOnce` at a time. */
  async open(atOnce = 100): Promise<void> {
    for (let from = 0; from < this.#options.size; from += atOnce) {
      const to = Math.min(this.#options.size, from + atOnce)
      for (let number = from; number < to; number++) this.#connect(number)
      await this.#until(() => this.slides.subarray(from, to).every((slide) => slide >= 0))
    }
  }

  /** Number of clients on a slide. */
  on(slide: number): number {
    let count = 0
    for (const own of this.slides) if (own === slide) count += 1
    return count
  }

  /** Resolves with the elapsed ms when all clients are on a slide; throws after `patience` ms. */
  async allOn(slide: number, patience: number): Promise<number> {
    const begun = performance.now()
    await this.#until(() => this.on(slide) === this.slides.length, patience)
    return performance.now() - begun
  }

  member(number: number): RawMember | null {
    return this.#members[number] ?? null
  }

  close(): void {
    this.#over = true
    for (const timer of this.#timers) clearTimeout(timer)
    for (const member of this.#members) member?.destroy()
  }

  async #until(condition: () => boolean, patience = 120_000): Promise<void> {
    const end = performance.now() + patience
    while (!condition()) {
      if (performance.now() > end) throw new Error(`The crowd did not get there within ${patience} ms`)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }

  #connect(number: number): void {
    const { port, host, bare = false } = this.#options
    const ticket = this.#tickets[number]
    const target: MemberTarget = {
      ...{ port, host, path: bare ? '/' : `/socket.io/?EIO=4&transport=websocket${ticket ? `&ticket=${ticket}` : ''}` },
      // Several source addresses, since ports and sockets per address are limited.
      from: `127.0.0.${2 + Math.floor(number / 2_500)}`,
      headers: { origin: `http://${host}` },
    }
    this.#members[number] = new RawMember(number, target, {
      opened: () => {},
      heard: (member, text) => this.#heard(member, text),
      ended: (_member, code) => this.#ended(number, code),
    })
  }

  #heard(member: RawMember, text: string): void {
    const { deckId, tickets = true, bare = false } = this.#options
    if (bare) this.#told(member.number, text)
    else if (text === '2') member.send('3')
    else if (text[0] === '0') {
      member.send(`40${liveNamespace},{"token":null,"subscribe":{"deck_id":${deckId},"publisher":false}}`)
    } else if (text.startsWith(answerStart)) {
      const answer = JSON.parse(text.slice(answerStart.length, -1)) as { ticket?: string }
      if (tickets) this.#tickets[member.number] = answer.ticket
    } else if (text.startsWith(eventStart)) this.#told(member.number, text.slice(eventStart.length, -1))
  }

  /** A client received a state message. */
  #told(number: number, message: string): void {
    const { state: text } = JSON.parse(message) as StateMessage
    const state = JSON.parse(text) as StreamState
    if (this.slides[number] === -1) this.joined += 1
    this.slides[number] = state.indexh
    this.#attempts[number] = 0
    this.#options.onState?.(number, state)
  }

  #ended(number: number, code: number): void {
    const { pause } = this.#options
    this.slides[number] = -1
    this.#members[number] = null
    if (code === 503) this.refused += 1
    if (this.#over || pause === null) return
    const attempt = this.#attempts[number] ?? 0
    this.#attempts[number] = attempt + 1
    const wait = pause(attempt)
    if (attempt === 0) this.planned.push(wait)
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      if (!this.#over) this.#connect(number)
    }, wait)
    this.#timers.add(timer)
  }
}
