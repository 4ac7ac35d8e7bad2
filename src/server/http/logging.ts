import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { type DestinationStream, pino } from 'pino'
import { redact, redactText } from './redact.ts'

/** The server's log: one JSON object a line, with secrets taken out of everything that is handed to it. */
export function createLog(level: string, destination?: DestinationStream): FastifyBaseLogger {
  const options = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: {
      level: (label: string) => ({ level: label }),
      log: (entry: Record<string, unknown>) => redact(entry) as Record<string, unknown>,
    },
    // What the usual one would make of an error is made by the redactor.
    serializers: { err: (error: unknown) => (error instanceof Error ? redact(error) : error) },
    hooks: {
      logMethod(args: unknown[], method: (...args: unknown[]) => void) {
        const [first, ...rest] = args.map((arg) => (typeof arg === 'string' ? redactText(arg) : arg))
        const entry = first instanceof Error ? { err: first } : first
        // Without a message the log would take the error's own, unread.
        method.apply(this, typeof entry === 'object' && rest.length === 0 ? [entry, ''] : [entry, ...rest])
      },
    },
  } as Parameters<typeof pino>[0] & object
  const log = destination ? pino(options, destination) : pino(options)
  const { child } = log
  // What a log for one request or job is bound to passes the redactor too; such logs inherit this.
  log.child = function redactedChild(this: typeof log, bindings, ...rest) {
    return child.call(this, redact(bindings) as object, ...rest)
  } as typeof log.child
  return log
}

/** Writes a line for each answered request: the route's pattern, never its address, which may hold a token. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const entry = {
      request: request.id,
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    }
    app.log.info(entry, 'answered')
  })
}
