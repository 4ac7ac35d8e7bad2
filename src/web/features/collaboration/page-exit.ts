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
  leaveFor(to: Destination): void
}

/** Pause before the server is asked again, in ms. */
const askAgainAfter = 1_000

/** Leaves a page once the server answers: the browser would show its own error instead, and stay there. */
export class PageExit {
  readonly #options: ExitOptions
  #to: Destination | null = null
  #isClosed = false

  constructor(options: ExitOptions) {
    this.#options = options
  }

  async leave(to: Destination): Promise<void> {
    const isWaiting = this.#to !== null
    this.#to = to
    if (isWaiting) return
    while (!this.#isClosed && !(await this.#isReachable()))
      await new Promise((resolve) => setTimeout(resolve, askAgainAfter))
    const latest = this.#to
    this.#to = null
    if (!this.#isClosed && this.#options.isDue(latest)) this.#options.leaveFor(latest)
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
