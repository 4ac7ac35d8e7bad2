import type { ProcessBus } from '../server/process-bus.ts'

/** The buses of processes whose messages arrive at once. */
export function processes(count: number): ProcessBus[] {
  const listeners: { process: string; channel: string; listener: (message: unknown) => void }[] = []
  return Array.from({ length: count }, (_, at) => ({
    ...{ process: `process ${at}`, joined: true, close: () => {} },
    publish: (channel: string, message: unknown) => {
      const others = listeners.filter((one) => one.channel === channel && one.process !== `process ${at}`)
      for (const { listener } of others) listener(JSON.parse(JSON.stringify(message)))
    },
    subscribe: (channel: string, listener: (message: unknown) => void) => {
      listeners.push({ process: `process ${at}`, channel, listener })
      return () => {}
    },
  }))
}
