import type { FastifyInstance } from 'fastify'
import { HttpError } from './http-error.ts'

/** The addresses of a route's pattern, and what may be asked of them. */
interface Known {
  readonly address: RegExp
  readonly methods: Set<string>
}

/** `/decks/:id` as it is met in addresses, with or without a slash behind it. */
function addressesOf(pattern: string): RegExp {
  const literal = pattern.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')
  return new RegExp(`^${literal.replace(/\/$/, '')}/?$`)
}

/**
 * Answers 405, with what is allowed, for an address that is there under other methods. Only patterns that begin with a
 * word of ours count: nearly every address could be some person's, and would be none that is unknown. Add it before
 * the routes.
 */
export function refuseWrongMethods(app: FastifyInstance): void {
  const known = new Map<string, Known>()
  app.addHook('onRoute', ({ url, method, constraints }) => {
    if (!/^\/[\w-]/.test(url) || url.includes('*') || constraints?.surface === 'content') return
    const { methods } = known.get(url) ?? { methods: new Set<string>() }
    for (const one of [method].flat()) methods.add(one)
    known.set(url, { address: addressesOf(url), methods })
  })
  app.addHook('onRequest', async (request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    // A page that is not there has a page of its own; calls to the API that reach it are told.
    const unknown = request.is404 || (request.routeOptions.url === '/*' && path.startsWith('/api/'))
    if (!unknown || request.surface.kind !== 'app') return
    const methods = new Set(
      [...known.values()].flatMap(({ address, methods }) => (address.test(path) ? [...methods] : [])),
    )
    if (methods.size === 0 || methods.has(request.method)) return
    reply.header('allow', [...methods].sort().join(', '))
    throw new HttpError(405, 'This address does not take that method')
  })
}
