import type { FastifyBaseLogger } from 'fastify'

/** After this change somebody who could see a deck perhaps may no longer. */
export interface AccessChange {
  readonly deckId: number
}

/**
 * Tells, inside this process, that somebody's access to a deck may have ended. Requests ask anew each time and need
 * none of this; it is for what stays open: sockets ask again who may listen when they hear of their deck.
 */
export interface AccessChanges {
  /** Call it after the commit (`context.afterCommit`): whoever hears of it reads the database at once. */
  tell(change: AccessChange): void
  /** Calls back at each change, at once and in no order; what a listener throws is logged. Answers what ends it. */
  listen(listener: (change: AccessChange) => void): () => void
}

/** Makes the changes of one instance's process. */
export function createAccessChanges(log: Pick<FastifyBaseLogger, 'error'>): AccessChanges {
  const listeners = new Set<(change: AccessChange) => void>()
  return {
    tell(change) {
      for (const listener of [...listeners]) {
        try {
          listener(change)
        } catch (error) {
          log.error({ err: error }, 'a change of access was not heard')
        }
      }
    },
    listen(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
