import type { FastifyBaseLogger } from 'fastify'

/** What processes of one instance tell each other. A word may get lost; whoever needs it for good looks into the database. */
export interface ProcessBus {
  /** Whether other processes can hear anything. */
  readonly joined: boolean
  /** Tells all other processes; `message` goes as JSON. */
  tell(channel: string, message: unknown): void
  /** Calls back for what other processes tell. */
  hear(channel: string, listener: (message: unknown) => void): void
  close(): void
}

const alone: ProcessBus = { joined: false, tell: () => {}, hear: () => {}, close: () => {} }

/** All words go through one channel of Redis, so that one subscription does. */
const topic = 'lectern:sockets'

interface Word {
  readonly from: string
  readonly channel: string
  readonly message: unknown
}

/**
 * Joins the processes through Redis; without an address there is one process. While Redis is away words are dropped, and
 * nothing else suffers. (The adapter that Socket.IO offers for this ends the process when a word cannot be sent.)
 */
export async function createProcessBus(
  redisUrl: string | null,
  own: string,
  log: FastifyBaseLogger,
): Promise<ProcessBus> {
  if (redisUrl === null) return alone
  const { createClient } = await import('redis')
  const speaker = createClient({ url: redisUrl, disableOfflineQueue: true, socket: { connectTimeout: 2_000 } })
  const hearer = createClient({ url: redisUrl, socket: { connectTimeout: 2_000 } })
  const listeners = new Map<string, (message: unknown) => void>()
  for (const client of [speaker, hearer]) {
    client.on('error', (error: unknown) => log.warn({ err: error }, 'Redis cannot be reached'))
    // It goes on trying by itself.
    void client.connect().catch(() => {})
  }
  const heard = (text: string) => {
    const { from, channel, message } = JSON.parse(text) as Word
    if (from !== own) listeners.get(channel)?.(message)
  }
  void hearer.subscribe(topic, heard).catch(() => {})
  return {
    joined: true,
    tell: (channel, message) => {
      const word: Word = { from: own, channel, message }
      void speaker.publish(topic, JSON.stringify(word)).catch(() => {})
    },
    hear: (channel, listener) => {
      listeners.set(channel, listener)
    },
    close: () => {
      speaker.destroy()
      hearer.destroy()
    },
  }
}
