import type { FastifyBaseLogger } from 'fastify'
import type { ProcessBus } from './process-bus.ts'

/** A message for the pages of a deck's collaborators; see api/deck-channel/messages.ts. */
export interface DeckMessage {
  readonly type: string
}

/** Sends messages to the pages of a deck's collaborators. */
export interface DeckChannel {
  /**
   * Sends a message to all sockets of the deck's room, of all processes. Call it after the commit (`context.afterCommit`):
   * receivers read the database at once.
   */
  send(deckId: number, message: DeckMessage): void
  /** Subscribes to messages, also of other processes; errors are logged. Returns a function that unsubscribes. */
  subscribe(listener: (deckId: number, message: DeckMessage) => void): () => void
}

/** The channel of the bus. */
const channel = 'deck-message'

/** Creates the deck channel of this process. */
export function createDeckChannel(
  bus: Pick<ProcessBus, 'publish' | 'subscribe'>,
  log: Pick<FastifyBaseLogger, 'error'>,
): DeckChannel {
  const listeners = new Set<(deckId: number, message: DeckMessage) => void>()
  const deliver = (deckId: number, message: DeckMessage): void => {
    for (const listener of [...listeners]) {
      try {
        listener(deckId, message)
      } catch (error) {
        log.error({ err: error }, 'a message for the collaborators of a deck was not sent')
      }
    }
  }
  bus.subscribe(channel, (payload) => {
    const { deckId, message } = payload as { readonly deckId: number; readonly message: DeckMessage }
    deliver(deckId, message)
  })
  return {
    send(deckId, message) {
      deliver(deckId, message)
      bus.publish(channel, { deckId, message })
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
