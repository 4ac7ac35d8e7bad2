import { timings } from '../../../rules/timings.ts'
import type { Collaboration } from '../collaboration/collaboration.ts'

/** Broadcasts that this user is writing: at once, then every few seconds, and when it ends. */
export class TypingSignal {
  readonly #broadcast: Collaboration['broadcast']
  #sentAt = Number.NEGATIVE_INFINITY

  constructor({ broadcast }: Pick<Collaboration, 'broadcast'>) {
    this.#broadcast = broadcast
  }

  note(text: string): void {
    if (text.trim() === '') {
      this.stop()
      return
    }
    const now = Date.now()
    if (now - this.#sentAt < timings.typingSend) return
    this.#sentAt = now
    this.#broadcast({ type: 'collaboration:user-typing' })
  }

  stop(): void {
    if (this.#sentAt === Number.NEGATIVE_INFINITY) return
    this.#sentAt = Number.NEGATIVE_INFINITY
    this.#broadcast({ type: 'collaboration:user-typing-stopped' })
  }
}
