import { isApiError } from '../../../api/api-error.ts'
import type { ApiClient } from '../../../api/client.ts'
import { statusContracts } from '../../../api/status/contract.ts'

/** Where a page goes when a hand-over or a removal ends it. */
export type Destination = 'edit' | 'review' | 'profile'

/** What an exit needs of its page. */
export interface ExitOptions {
  readonly api: ApiClient
  isConnected(): boolean
  /** Whether the page is still to be left: the user may edit again meanwhile. */
  isDue(to: Destination): boolean
  /** Resolves when the client has begun to navigate, or has canceled it. */
  leaveFor(to: Destination): void | Promise<void>
  /** Called when the page begins to leave, and when it may be asked again. */
  onGoing?(isGoing: boolean): void
}

/** Pause before the server is asked again, in ms. */
const askAgainAfter = 1_000
/** The browser shows the next page within this time, in ms, unless the user stays by its question. */
const goesWithin = 1_000

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Leaves a page once the server answers: the browser would show its own error instead, and stay there. */
export class PageExit {
  readonly #options: ExitOptions
  #to: Destination | null = null
  #isClosed = false

  constructor(options: ExitOptions) {
    this.#options = options
  }

  /** Leaves; where it does so already, only the destination changes. */
  async leave(to: Destination): Promise<void> {
    const isGoing = this.#to !== null
    this.#to = to
    if (isGoing) return
    this.#options.onGoing?.(true)
    try {
      while (!this.#isClosed && !(await this.#isReachable())) await pause(askAgainAfter)
      await this.#go()
    } finally {
      this.#to = null
      this.#options.onGoing?.(false)
    }
  }

  async #go(): Promise<void> {
    const to = this.#to
    if (to === null || this.#isClosed || !this.#options.isDue(to)) return
    await this.#options.leaveFor(to)
    if (this.#to === to) await pause(goesWithin)
    if (this.#to !== to) await this.#go()
  }

  close(): void {
    this.#isClosed = true
  }

  async #isReachable(): Promise<boolean> {
    if (this.#options.isConnected()) return true
    return this.#options.api.call(statusContracts.read, {}).then(
      () => true,
      // Proxies answer 502 to 504 while the server restarts: their error page would stay.
      (error: unknown) => isApiError(error) && error.status > 0 && error.status < 500,
    )
  }
}
