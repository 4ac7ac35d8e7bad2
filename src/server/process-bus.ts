import { randomBytes } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'

/** Messages between the processes of one instance. A message may get lost; the database has the truth. */
export interface ProcessBus {
  /** The name of this process among those of the instance. */
  readonly process: string
  /** Whether other processes can receive anything. */
  readonly joined: boolean
  /** Sends to all other processes; `message` goes as JSON. */
  tell(channel: string, message: unknown): void
  /**
   * Calls back for what other processes send. A channel may have several listeners; what one of them throws is logged
   * and keeps the message from no other. Returns the function that ends it.
   */
  hear(channel: string, listener: (message: unknown) => void): () => void
  close(): void
}

/** All messages go through one channel of Redis, so that one subscription does. */
const topic = 'lectern:sockets'

interface Envelope {
  readonly from: string
  readonly channel: string
  readonly message: unknown
}

/** The listeners of a process by channel. */
function createListeners(own: string, log: Pick<FastifyBaseLogger, 'warn'>) {
  const byChannel = new Map<string, Set<(message: unknown) => void>>()
  return {
    add(channel: string, listener: (message: unknown) => void): () => void {
      const listeners = byChannel.get(channel) ?? new Set()
      byChannel.set(channel, listeners)
      // The same function may listen twice; each ends by itself.
      const entry = (message: unknown) => listener(message)
      listeners.add(entry)
      return () => void listeners.delete(entry)
    },
    deliver(text: string): void {
      try {
        const { from, channel, message } = JSON.parse(text) as Envelope
        if (from === own) return
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
 * Joins the processes through Redis; without an address there is one process. While Redis is away messages are dropped,
 * and nothing else suffers. (The adapter that Socket.IO offers for this ends the process when a message cannot be sent.)
 */
export async function createProcessBus(
  redisUrl: string | null,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<ProcessBus> {
  const own = randomBytes(8).toString('hex')
  if (redisUrl === null) return { process: own, joined: false, tell: () => {}, hear: () => () => {}, close: () => {} }
  const { createClient } = await import('redis')
  const sender = createClient({ url: redisUrl, disableOfflineQueue: true, socket: { connectTimeout: 2_000 } })
  const receiver = createClient({ url: redisUrl, socket: { connectTimeout: 2_000 } })
  const listeners = createListeners(own, log)
  for (const client of [sender, receiver]) {
    client.on('error', (error: unknown) => log.warn({ err: error }, 'Redis cannot be reached'))
    // It goes on trying by itself.
    void client.connect().catch(() => {})
  }
  void receiver.subscribe(topic, (text) => listeners.deliver(text)).catch(() => {})
  return {
    process: own,
    joined: true,
    tell: (channel, message) => {
      const envelope: Envelope = { from: own, channel, message }
      void sender.publish(topic, JSON.stringify(envelope)).catch(() => {})
    },
    hear: (channel, listener) => listeners.add(channel, listener),
    close: () => {
      sender.destroy()
      receiver.destroy()
    },
  }
}
