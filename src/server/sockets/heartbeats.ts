import { timings } from '../../rules/timings.ts'
import type { AppSocket } from './app-socket.ts'

/** ms between two slots; each slot pings a few connections. */
const slotInterval = 100
/** How early a ping may be sent along with a message, as a fraction of the heartbeat interval. */
const early = 0.08

/**
 * Pings all connections from one timer, spread evenly even if all connected at once. A ping due soon is coalesced with the
 * next message. Also closes sockets that join no namespace in time.
 */
export class Heartbeats {
  readonly #slots: Set<AppSocket>[] = Array.from(
    { length: Math.ceil(timings.socketHeartbeat / slotInterval) },
    () => new Set(),
  )
  /** Sockets that joined no namespace yet, oldest first, with their connection time (ms). */
  readonly #unjoined = new Map<AppSocket, number>()
  readonly #timer = setInterval(() => this.#tick(), slotInterval)
  #next = 0
  #added = 0

  add(socket: AppSocket): void {
    socket.slot = this.#added++ % this.#slots.length
    this.#slots[socket.slot]?.add(socket)
    this.#unjoined.set(socket, performance.now())
  }

  remove(socket: AppSocket): void {
    this.#slots[socket.slot]?.delete(socket)
    this.#unjoined.delete(socket)
  }

  /** All sockets. */
  all(): AppSocket[] {
    return this.#slots.flatMap((slot) => [...slot])
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #tick(): void {
    const dueSlot = (this.#next + Math.ceil(this.#slots.length * early)) % this.#slots.length
    for (const socket of this.#slots[dueSlot] as Set<AppSocket>) socket.pingDue = true
    for (const socket of this.#slots[this.#next] as Set<AppSocket>) socket.checkAlive()
    this.#next = (this.#next + 1) % this.#slots.length
    const now = performance.now()
    for (const [socket, since] of this.#unjoined) {
      if (!socket.joined && now - since < timings.socketJoin) break
      this.#unjoined.delete(socket)
      if (!socket.joined) socket.refuse('no namespace')
    }
  }
}
