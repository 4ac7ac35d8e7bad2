import type { FastifyBaseLogger } from 'fastify'
import type { ProcessBus } from './process-bus.ts'

/** Sends messages to rooms of sockets, which are named by ids: decks, users. */
export interface MessageChannel<Message> {
  /**
   * Sends a message to all sockets of a room, of all processes. Call it after the commit (`context.afterCommit`):
   * receivers read the database at once.
   */
  send(id: number, message: Message): void
  /** Subscribes to messages, also of other processes; errors are logged. Returns a function that unsubscribes. */
  subscribe(listener: (id: number, message: Message) => void): () => void
}

/** Creates a channel of this process. `name`: that of the bus. */
export function createMessageChannel<Message>(
  name: string,
  bus: Pick<ProcessBus, 'publish' | 'subscribe'>,
  log: Pick<FastifyBaseLogger, 'error'>,
): MessageChannel<Message> {
  const listeners = new Set<(id: number, message: Message) => void>()
  const deliver = (id: number, message: Message): void => {
    for (const listener of [...listeners]) {
      try {
        listener(id, message)
      } catch (error) {
        log.error({ err: error, channel: name }, 'a message for sockets was not sent')
      }
    }
  }
  bus.subscribe(name, (payload) => {
    const { id, message } = payload as { readonly id: number; readonly message: Message }
    deliver(id, message)
  })
  return {
    send(id, message) {
      deliver(id, message)
      bus.publish(name, { id, message })
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
