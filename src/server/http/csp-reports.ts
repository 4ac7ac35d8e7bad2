import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'

const types = ['application/reports+json', 'application/csp-report']

/** What reports of a broken policy may weigh, in bytes. */
const limit = 64_000

function directiveOf(report: unknown): string {
  const { body, 'csp-report': old } = (report ?? {}) as Record<string, Record<string, unknown> | undefined>
  const directive = body?.effectiveDirective ?? old?.['effective-directive'] ?? old?.['violated-directive']
  return typeof directive === 'string' ? directive.slice(0, 40) : 'unknown'
}

/**
 * Takes the browsers' reports of what a page's policy stopped, at /csp. Only the directive is logged: anybody can send
 * such a report, and a true one may quote what is private.
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
