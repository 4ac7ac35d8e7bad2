import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'

const types = ['application/reports+json', 'application/csp-report']

/** Largest CSP report, in bytes. */
const limit = 64_000

function directiveOf(report: unknown): string {
  const { body, 'csp-report': old } = (report ?? {}) as Record<string, Record<string, unknown> | undefined>
  const directive = body?.effectiveDirective ?? old?.['effective-directive'] ?? old?.['violated-directive']
  return typeof directive === 'string' ? directive.slice(0, 40) : 'unknown'
}

/**
 * Accepts browsers' CSP violation reports at /csp. Logs only the directive: anybody can send a report, and a genuine
 * one may quote private data.
 */
export function mountCspReports(app: FastifyInstance, services: Services): void {
  app.register(async (scope) => {
    scope.addContentTypeParser(types, { parseAs: 'string', bodyLimit: limit }, (_request, body, done) => {
      try {
        done(null, JSON.parse(String(body)))
      } catch {
        done(null, null)
      }
    })
    scope.post('/csp', { bodyLimit: limit }, async (request, reply) => {
      const { allowed } = await services.limits.take('write', request.ip)
      const directives = [request.body].flat().slice(0, 20).map(directiveOf)
      if (allowed) services.log.warn({ directives }, 'a content policy stopped something')
      return reply.code(204).send()
    })
  })
}
