import formbody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify'
import qs from 'qs'
import type { Services } from '../services.ts'
import { createHosts, namesOneHost, type Surface } from './hosts.ts'
import { databaseAway, HttpError } from './http-error.ts'
import { refuseUnknownTeam } from './team-hosts.ts'
import { refuseWrongMethods } from './wrong-method.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Which of our hosts the request came to. */
    surface: Surface
  }
}

/** Addresses whose `.json` is a file's own, not the API's ending. */
const ownJson = /^\/(a|api\/openapi)[/.]/

/** Strips `.json` from API addresses: each call is there with and without. */
export function stripJson(url: string): string {
  const end = url.indexOf('?')
  const path = end === -1 ? url : url.slice(0, end)
  if (!path.endsWith('.json') || ownJson.test(path)) return url
  return path.slice(0, -'.json'.length) + (end === -1 ? '' : url.slice(end))
}

/**
 * An address that the router can read. One with a bad percent-encoding (`/%zz`) would be answered by the router itself,
 * without the product's page and headers; with its percent signs taken as such it is an address that leads nowhere.
 */
function readable(url: string): string {
  const end = url.indexOf('?')
  const path = end === -1 ? url : url.slice(0, end)
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return path.replaceAll('%', '%25') + (end === -1 ? '' : url.slice(end))
  }
}

/**
 * The HTTP server without routes: hosts, bodies, errors. Content hosts see only routes that ask for
 * `constraints: { surface: 'content' }`, and the app hosts only the others.
 */
export async function createApp(services: Services): Promise<FastifyInstance> {
  const { settings } = services
  const surfaceOf = createHosts(settings)
  const app: FastifyInstance = Fastify({
    loggerInstance: services.log,
    // The product's own log line is written on the answer, with the route's pattern instead of its address.
    logController: new LogController({ disableRequestLogging: true }),
    // That line has the request's number in it, so no log is made for each request.
    childLoggerFactory: (log) => log,
    trustProxy: settings.trustProxy.length > 0 ? [...settings.trustProxy] : false,
    rewriteUrl: (request) => stripJson(readable(request.url ?? '/')),
    routerOptions: {
      ignoreTrailingSlash: true,
      // A slug may be longer than what the router takes by itself; what is longer still is no address of ours.
      maxParamLength: 300,
      querystringParser: (text) => qs.parse(text, { depth: 3, parameterLimit: 100 }) as Record<string, unknown>,
      constraints: { surface: surfaceConstraint(surfaceOf) },
    },
    // A request that was accepted is answered, also while the process is about to stop.
    forceCloseConnections: 'idle',
  })
  app.decorateRequest('surface')
  app.addHook('onRequest', async (request, reply) => {
    request.surface = surfaceOf(request.host)
    if (!namesOneHost(request.raw)) throw new HttpError(400, 'Name one host')
    if (isForMachines(request)) return
    if (request.surface.kind === 'unknown') return refuseUnknownHost(services, request, reply)
    if (request.surface.kind === 'team') return refuseUnknownTeam(services, request, reply)
  })
  refuseWrongMethods(app)
  app.removeContentTypeParser('text/plain')
  await app.register(formbody, { parser: (text) => qs.parse(text, { depth: 5, parameterLimit: 1000 }) })
  await app.register(multipart, { limits: { files: 1, fields: 10, fieldSize: 100_000 } })
  app.setNotFoundHandler(async () => {
    throw new HttpError(404, 'Not found')
  })
  app.setErrorHandler((error: FastifyError, request, reply) => sendError(services, error, request, reply))
  return app
}

type RouteConstraint = NonNullable<NonNullable<FastifyServerOptions['routerOptions']>['constraints']>[string]
type ConstrainedHandler = Parameters<ReturnType<RouteConstraint['storage']>['set']>[1]

function surfaceConstraint(surfaceOf: (host: string) => Surface): RouteConstraint {
  return {
    name: 'surface',
    storage: () => {
      const stores = new Map<unknown, ConstrainedHandler>()
      return {
        get: (surface) => stores.get(surface) ?? null,
        set: (surface, handler) => {
          stores.set(surface, handler)
        },
      }
    },
    // The router takes undefined for a request without constraints, though its type does not say so.
    deriveConstraint: (request) =>
      (surfaceOf(request.headers.host ?? '').kind === 'content' ? 'content' : undefined) as string,
    mustMatchWhenDerived: true,
  }
}

/** Machines may ask for health by any name. */
function isForMachines({ url }: FastifyRequest): boolean {
  return ['/healthz', '/readyz', '/metrics'].includes(url.split('?')[0] as string)
}

/** People are led to the address that is set. */
async function refuseUnknownHost(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  if (request.method === 'GET' || request.method === 'HEAD') {
    // A request line may hold a whole address, too: behind ours it would make the name of another host.
    const kept = /^\/(?!\/)/.test(request.url) ? request.url : '/'
    return reply.redirect(`${services.settings.baseUrl}${kept}`, 302)
  }
  return reply.code(421).send({ error: `This address is not set up here; use ${services.settings.baseUrl}` })
}

/** Every error leaves as JSON of one shape, and says nothing about the inside. Pages replace this for HTML (see render). */
function sendError(services: Services, error: FastifyError, request: FastifyRequest, reply: FastifyReply): unknown {
  const known = asHttpError(error)
  if (!known) services.log.error({ err: error, route: request.routeOptions.url }, 'request failed')
  else if (known.status === 503) services.log.warn({ reason: error.message }, 'the database cannot be reached')
  const answer = known ?? new HttpError(500, 'Something went wrong on our side')
  reply.headers(answer.headers())
  return reply.code(answer.status).type('application/json; charset=utf-8').send(JSON.stringify(answer.toBody()))
}

function asHttpError(error: FastifyError): HttpError | null {
  if (error instanceof HttpError) return error
  const away = databaseAway(error)
  if (away) return away
  const status = error.statusCode ?? 500
  if (status === 413) return new HttpError(413, 'That is too large')
  if (status === 415) return new HttpError(415, 'Send application/json or a form')
  return status >= 400 && status < 500 ? new HttpError(status, error.message) : null
}
