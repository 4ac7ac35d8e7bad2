import type { FastifyBaseLogger } from 'fastify'
import type { ProcessBus } from './process-bus.ts'

/** A change that may have ended access: of all users to a deck, or of a user to all decks. */
export type AccessChange = { readonly deckId: number } | { readonly userId: number }

/**
 * Notifies all processes that access to decks may have ended. Requests check access each time and do not need this.
 * It is for open connections: sockets recheck their access. Without Redis only this process is notified, and sockets
 * of other processes find out at their regular check.
 */
export interface AccessChanges {
  /** Call it after the commit (`context.afterCommit`): listeners read the database at once. */
  notify(change: AccessChange): void
  /** Subscribes to changes; called synchronously, errors are logged. Returns a function that unsubscribes. */
  subscribe(listener: (change: AccessChange) => void): () => void
}

/** The channel of the bus. */
const channel = 'access-changed'

/** Creates the access changes of this process. */
export function createAccessChanges(
  bus: Pick<ProcessBus, 'publish' | 'subscribe'>,
  log: Pick<FastifyBaseLogger, 'error'>,
): AccessChanges {
  const listeners = new Set<(change: AccessChange) => void>()
  const notifyListeners = (change: AccessChange): void => {
    for (const listener of [...listeners]) {
      try {
        listener(change)
      } catch (error) {
        log.error({ err: error }, 'a listener of access changes failed')
      }
    }
  }
  bus.subscribe(channel, (message) => {
    const { deckId, userId } = message as { readonly deckId?: unknown; readonly userId?: unknown }
    notifyListeners(userId === undefined ? { deckId: Number(deckId) } : { userId: Number(userId) })
  })
  return {
    notify(change) {
      notifyListeners(change)
      bus.publish(channel, change)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
