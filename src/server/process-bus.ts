import { randomBytes } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'

/** Messages between the processes of one instance. Delivery is not guaranteed; the database is authoritative. */
export interface ProcessBus {
  /** The random id of this process. */
  readonly process: string
  /** Whether other processes can receive messages. */
  readonly joined: boolean
  /** Publishes to all other processes; `message` is sent as JSON. */
  publish(channel: string, message: unknown): void
  /**
   * Subscribes to messages of other processes. A channel may have several listeners; errors are logged and do not affect
   * other listeners. Returns a function that unsubscribes.
   */
  subscribe(channel: string, listener: (message: unknown) => void): () => void
  close(): void
}

/** The one Redis channel for all messages, so that one subscription suffices. */
const topic = 'lectern:sockets'

interface Envelope {
  readonly from: string
  readonly channel: string
  readonly message: unknown
}

/** The listeners of a process, by channel. */
function createListeners(processId: string, log: Pick<FastifyBaseLogger, 'warn'>) {
  const byChannel = new Map<string, Set<(message: unknown) => void>>()
  return {
    add(channel: string, listener: (message: unknown) => void): () => void {
      const listeners = byChannel.get(channel) ?? new Set()
      byChannel.set(channel, listeners)
      // Wrapped, so that the same function can subscribe twice and unsubscribe separately.
      const entry = (message: unknown) => listener(message)
      listeners.add(entry)
      return () => void listeners.delete(entry)
    },
    deliver(text: string): void {
      try {
        const { from, channel, message } = JSON.parse(text) as Envelope
        if (from === processId) return
        for (const listener of [...(byChannel.get(channel) ?? [])]) {
          try {
            listener(message)
          } catch (error) {
            log.warn({ err: error, channel }, 'a message of another process was not handled')
          }
        }
      } catch (error) {
        log.warn({ err: error }, 'a message of another process cannot be read')
      }
    },
  }
}

/**
 * Connects the processes through Redis; without a URL there is one process. While Redis is down messages are dropped,
 * without other effects. (Socket.IO's Redis adapter would end the process if a message cannot be sent.)
 */
export async function createProcessBus(
  redisUrl: string | null,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<ProcessBus> {
  const processId = randomBytes(8).toString('hex')
  if (redisUrl === null)
    return { process: processId, joined: false, publish: () => {}, subscribe: () => () => {}, close: () => {} }
  const { createClient } = await import('redis')
  const sender = createClient({ url: redisUrl, disableOfflineQueue: true, socket: { connectTimeout: 2_000 } })
  const receiver = createClient({ url: redisUrl, socket: { connectTimeout: 2_000 } })
  const listeners = createListeners(processId, log)
  for (const client of [sender, receiver]) {
    client.on('error', (error: unknown) => log.warn({ err: error }, 'Redis cannot be reached'))
    // Ignores the failure, since the client keeps reconnecting.
    void client.connect().catch(() => {})
  }
  void receiver.subscribe(topic, (text) => listeners.deliver(text)).catch(() => {})
  return {
    process: processId,
    joined: true,
    publish: (channel, message) => {
      const envelope: Envelope = { from: processId, channel, message }
      void sender.publish(topic, JSON.stringify(envelope)).catch(() => {})
    },
    subscribe: (channel, listener) => listeners.add(channel, listener),
    close: () => {
      sender.destroy()
      receiver.destroy()
    },
  }
}
