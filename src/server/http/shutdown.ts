import { isatty } from 'node:tty'
import type { FastifyInstance } from 'fastify'
import type { ClosableServices } from '../create-services.ts'

/** ms that running requests and jobs are given to end: as long as a save may take. */
const grace = 25_000
/** Two signals within so many ms are one: a terminal and a program in between send the same one at once. */
const sameSignal = 1_000

/** Ends a server in order: no new connections, running requests finished, jobs given back, files whole. */
export async function stopServer(server: FastifyInstance | null, services: ClosableServices): Promise<void> {
  const late = setTimeout(() => server?.server.closeAllConnections(), grace)
  // A browser keeps its connection after the answer; nobody but us would close it before its time.
  const idle = setInterval(() => server?.server.closeIdleConnections(), 50)
  await Promise.all([server?.close(), services.jobs.stop()])
  clearTimeout(late)
  clearInterval(idle)
  await services.close()
}

/**
 * Whether a terminal is attached. GNU `nohup` replaces all three streams when they are a terminal, that of BSD and macOS
 * the two outputs. Node forgets that `nohup` ignores SIGHUP, so the streams are what tells.
 */
function hasTerminal(): boolean {
  return (process.platform === 'linux' ? [0, 1, 2] : [1, 2]).some((stream) => isatty(stream))
}

/**
 * Calls `stop` at the first SIGTERM or SIGINT, or when its terminal is closed (SIGHUP), and ends the process with 0 after
 * it; a second signal, a while later, ends it at once. Without a terminal, as after `nohup`, SIGHUP is ignored. Errors
 * that nobody caught are logged and end the process: what state it is in, nobody knows.
 */
export function handleSignals(stop: () => Promise<void>, log: ClosableServices['log']): void {
  let began = 0
  const onSignal = () => {
    const now = performance.now()
    if (began > 0 && now - began > sameSignal) process.exit(1)
    if (began > 0) return
    began = now
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'the server did not stop in order')
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
  const attached = hasTerminal()
  process.on('SIGHUP', () => {
    if (attached) onSignal()
    else log.warn({ pid: process.pid }, 'the shell was closed; the server goes on')
  })
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      log.fatal({ err: error }, event)
      process.exit(1)
    })
  }
}
