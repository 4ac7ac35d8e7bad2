import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type DestinationStream, pino } from 'pino'
import { redact, redactText } from './redact.ts'

/** A line about an answer: its fields cannot contain secrets, so it needs no redaction. */
class AnswerLine {
  readonly request: string
  readonly method: string
  readonly route: string
  readonly status: number
  readonly ms: number

  constructor(request: FastifyRequest, reply: FastifyReply) {
    this.request = request.id
    this.method = request.method
    this.route = request.routeOptions.url ?? 'none'
    this.status = reply.statusCode
    this.ms = Math.round(reply.elapsedTime)
  }
}

/** The server's log: one JSON object per line, with all secrets redacted. */
export function createLog(level: string, destination?: DestinationStream): FastifyBaseLogger {
  const options = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: {
      level: (label: string) => ({ level: label }),
      log: (entry: object) => (entry instanceof AnswerLine ? entry : (redact(entry) as object)),
    },
    // Replaces pino's error serializer by the redactor.
    serializers: { err: (error: unknown) => (error instanceof Error ? redact(error) : error) },
    hooks: {
      logMethod(args: unknown[], method: (...args: unknown[]) => void) {
        const [first, ...rest] = args.map((arg) => (typeof arg === 'string' ? redactText(arg) : arg))
        const entry = first instanceof Error ? { err: first } : first
        // Passes an empty message: without one, pino would add the error's message unredacted.
        method.apply(this, typeof entry === 'object' && rest.length === 0 ? [entry, ''] : [entry, ...rest])
      },
    },
  } as Parameters<typeof pino>[0] & object
  const log = destination ? pino(options, destination) : pino(options)
  const { child } = log
  // Redacts the bindings of child loggers, which inherit this override.
  log.child = function redactedChild(this: typeof log, bindings, ...rest) {
    return child.call(this, redact(bindings) as object, ...rest)
  } as typeof log.child
  return log
}

/** Logs each answered request: the route's pattern, never its URL, which may contain a token. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    app.log.info(new AnswerLine(request, reply), 'answered')
  })
}
