import type { FastifyInstance } from 'fastify'
import { HttpError } from './http-error.ts'

/** The paths of a route's pattern, and their methods. */
interface KnownRoute {
  readonly address: RegExp
  readonly methods: Set<string>
}

/** A regular expression for the paths of a pattern (`/decks/:id`), with or without a trailing slash. */
function pathPattern(pattern: string): RegExp {
  const literal = pattern.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')
  return new RegExp(`^${literal.replace(/\/$/, '')}/?$`)
}

/**
 * Answers 405 with Allow, for a path that exists under other methods. Considers only patterns that begin with a literal
 * segment: nearly every path could be a user's page. Call it before adding routes.
 */
export function refuseWrongMethods(app: FastifyInstance): void {
  const routes = new Map<string, KnownRoute>()
  app.addHook('onRoute', ({ url, method, constraints }) => {
    if (!/^\/[\w-]/.test(url) || url.includes('*') || constraints?.surface === 'content') return
    const { methods } = routes.get(url) ?? { methods: new Set<string>() }
    for (const one of [method].flat()) methods.add(one)
    routes.set(url, { address: pathPattern(url), methods })
  })
  app.addHook('onRequest', async (request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    // Unknown pages have their own 404. Unknown API calls are checked here, although they match the catch-all route.
    const unknown = request.is404 || (request.routeOptions.url === '/*' && path.startsWith('/api/'))
    if (!unknown || request.surface.kind !== 'app') return
    const methods = new Set(
      [...routes.values()].flatMap(({ address, methods }) => (address.test(path) ? [...methods] : [])),
    )
    if (methods.size === 0 || methods.has(request.method)) return
    reply.header('allow', [...methods].sort().join(', '))
    throw new HttpError(405, 'This address does not take that method')
  })
}
