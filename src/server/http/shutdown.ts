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
 * Calls `stop` at the first SIGTERM or SIGINT and ends the process with 0 after it; a second signal, a while later,
 * ends it at once. Errors that nobody caught are logged and end the process: what state it is in, nobody knows.
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
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      log.fatal({ err: error }, event)
      process.exit(1)
    })
  }
}
