import { timings } from '../../rules/timings.ts'
import type { AppSocket } from './app-socket.ts'

/** ms between two turns, in each of which a few connections are asked. */
const turnEvery = 100
/** The part of the time between two questions in which one may come early, because the page is told something anyway. */
const early = 0.08

/**
 * Asks all connections in turn whether they are still there: one timer for all of them, and as many at any moment as at
 * any other, also when a hall has come in all at once. Where something is told meanwhile, the question goes along with it.
 * It also closes those that never said what they want.
 */
export class Heartbeats {
  readonly #turns: Set<AppSocket>[] = Array.from(
    { length: Math.ceil(timings.socketHeartbeat / turnEvery) },
    () => new Set(),
  )
  /** Those that are in no namespace yet, the oldest first, with when they came (ms). */
  readonly #newcomers = new Map<AppSocket, number>()
  readonly #timer = setInterval(() => this.#turn(), turnEvery)
  #next = 0
  #added = 0

  add(socket: AppSocket): void {
    socket.turn = this.#added++ % this.#turns.length
    this.#turns[socket.turn]?.add(socket)
    this.#newcomers.set(socket, performance.now())
  }

  remove(socket: AppSocket): void {
    this.#turns[socket.turn]?.delete(socket)
    this.#newcomers.delete(socket)
  }

  /** Everybody. */
  all(): AppSocket[] {
    return this.#turns.flatMap((turn) => [...turn])
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #turn(): void {
    const near = (this.#next + Math.ceil(this.#turns.length * early)) % this.#turns.length
    for (const socket of this.#turns[near] as Set<AppSocket>) socket.due = true
    for (const socket of this.#turns[this.#next] as Set<AppSocket>) socket.beat()
    this.#next = (this.#next + 1) % this.#turns.length
    const now = performance.now()
    for (const [socket, since] of this.#newcomers) {
      if (!socket.joined && now - since < timings.socketJoin) break
      this.#newcomers.delete(socket)
      if (!socket.joined) socket.refuse('no namespace')
    }
  }
}
