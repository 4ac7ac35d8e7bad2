import type { FastifyBaseLogger } from 'fastify'
import type { ProcessBus } from './process-bus.ts'

/** After this change a user who could see a deck perhaps may no longer. */
export interface AccessChange {
  readonly deckId: number
}

/**
 * Tells all processes that access to a deck may have ended. Requests ask anew each time and need none of this; it is for
 * what stays open: sockets ask again who may listen. Without Redis only this process is told, and the sockets of others
 * find out at their regular check.
 */
export interface AccessChanges {
  /** Call it after the commit (`context.afterCommit`): listeners read the database at once. */
  tell(change: AccessChange): void
  /** Calls back at each change, at once and in no order; what a listener throws is logged. Returns what ends it. */
  listen(listener: (change: AccessChange) => void): () => void
}

/** The channel of the bus. */
const channel = 'access-changed'

/** Makes the changes of a process. */
export function createAccessChanges(
  bus: Pick<ProcessBus, 'tell' | 'hear'>,
  log: Pick<FastifyBaseLogger, 'error'>,
): AccessChanges {
  const listeners = new Set<(change: AccessChange) => void>()
  const notify = (change: AccessChange): void => {
    for (const listener of [...listeners]) {
      try {
        listener(change)
      } catch (error) {
        log.error({ err: error }, 'a change of access was not heard')
      }
    }
  }
  bus.hear(channel, (message) => notify({ deckId: Number((message as AccessChange).deckId) }))
  return {
    tell(change) {
      notify(change)
      bus.tell(channel, change)
    },
    listen(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
