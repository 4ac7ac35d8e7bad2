import { isatty } from 'node:tty'
import type { FastifyInstance } from 'fastify'
import type { ClosableServices } from '../create-services.ts'

/** How long running requests and jobs may take to finish, in ms: as long as a save. */
const grace = 25_000
/** Signals within this time count as one, in ms: a terminal and a wrapper program may both send it. */
const sameSignal = 1_000

/** Graceful shutdown: accepts no connections, finishes running requests, releases jobs, closes files. */
export async function stopServer(server: FastifyInstance | null, services: ClosableServices): Promise<void> {
  const late = setTimeout(() => server?.server.closeAllConnections(), grace)
  // Browsers keep idle connections open, so the server must close them.
  const idle = setInterval(() => server?.server.closeIdleConnections(), 50)
  await Promise.all([server?.close(), services.jobs.stop()])
  clearTimeout(late)
  clearInterval(idle)
  await services.close()
}

/**
 * Whether a terminal is attached. Node resets SIGHUP, which `nohup` ignores, so only the streams show that `nohup` was
 * used. GNU `nohup` redirects all three streams that are a terminal; on BSD and macOS it redirects only the two
 * outputs.
 */
function hasTerminal(): boolean {
  return (process.platform === 'linux' ? [0, 1, 2] : [1, 2]).some((stream) => isatty(stream))
}

/**
 * Calls `stop` at the first SIGTERM or SIGINT, or when the terminal closes (SIGHUP), then exits with 0. A second signal
 * later exits at once. Without a terminal, as after `nohup`, SIGHUP is ignored. Uncaught errors are logged and exit the
 * process, since its state is unknown.
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
        log.error({ err: error }, 'the shutdown failed')
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
