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
import type { Selectable } from 'kysely'
import qs from 'qs'
import type { TeamsTable } from '../db/account-tables.ts'
import type { Services } from '../services.ts'
import { boundRequests } from './bound-requests.ts'
import { createHosts, namesOneHost, type Surface } from './hosts.ts'
import { databaseUnavailable, HttpError } from './http-error.ts'
import { findHostTeam, pathOf } from './team-hosts.ts'
import { refuseWrongMethods } from './wrong-method.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The kind of host that the request addressed. */
    surface: Surface
    /** The team of a team's host; null on other hosts. */
    hostTeam: Selectable<TeamsTable> | null
  }
}

/** Paths whose `.json` is a file extension, not the API's optional suffix. */
const ownJson = /^\/(a|api\/openapi)[/.]/

/** Strips `.json` from API paths: each call works with and without it. */
function stripJson(url: string): string {
  const end = url.indexOf('?')
  const path = end === -1 ? url : url.slice(0, end)
  if (!path.endsWith('.json') || ownJson.test(path)) return url
  return path.slice(0, -'.json'.length) + (end === -1 ? '' : url.slice(end))
}

/**
 * Makes a URL decodable for the router. A bad percent-encoding (`/%zz`) would get the router's own error, without our
 * page and headers. With its percent signs escaped the path is simply unknown.
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
 * Creates the HTTP server without routes: hosts, body parsers, errors. Content hosts serve only routes with
 * `constraints: { surface: 'content' }`, app hosts only the others.
 */
export async function createApp(services: Services): Promise<FastifyInstance> {
  const { settings } = services
  const surfaceOf = createHosts(settings)
  const app: FastifyInstance = Fastify({
    loggerInstance: services.log,
    // Our own log line is written in onResponse, with the route's pattern instead of its URL.
    logController: new LogController({ disableRequestLogging: true }),
    // That line contains the request id, so requests need no child logger.
    childLoggerFactory: (log) => log,
    trustProxy: settings.trustProxy.length > 0 ? [...settings.trustProxy] : false,
    rewriteUrl: (request) => stripJson(readable(request.url ?? '/')),
    routerOptions: {
      ignoreTrailingSlash: true,
      // A slug may exceed the router's default length; the router answers 404 to longer parameters.
      maxParamLength: 300,
      querystringParser: (text) => qs.parse(text, { depth: 3, parameterLimit: 100 }) as Record<string, unknown>,
      constraints: { surface: surfaceConstraint(surfaceOf) },
    },
    // A shutdown closes only idle connections: accepted requests are still answered.
    forceCloseConnections: 'idle',
  })
  app.decorateRequest('surface')
  app.decorateRequest('hostTeam', null)
  app.addHook('onRequest', async (request) => {
    request.surface = surfaceOf(request.host)
  })
  // Before every hook that may answer: the body of a refused request must be bounded too.
  boundRequests(app, settings)
  app.addHook('onRequest', async (request, reply) => {
    if (!namesOneHost(request.raw)) throw new HttpError(400, 'The request names two hosts; it must name one.')
    if (isForMachines(request)) return
    if (request.surface.kind === 'unknown') return refuseUnknownHost(services, request, reply)
    if (request.surface.kind === 'team') return findHostTeam(services, request, reply)
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
    // The router accepts undefined for a request without constraints, although its type does not.
    deriveConstraint: (request) =>
      (surfaceOf(request.headers.host ?? '').kind === 'content' ? 'content' : undefined) as string,
    mustMatchWhenDerived: true,
  }
}

/** Whether the path is a health check or metrics, which load balancers request by any host name. */
function isForMachines({ url }: FastifyRequest): boolean {
  return ['/healthz', '/readyz', '/metrics'].includes(url.split('?')[0] as string)
}

/** Redirects reads to the configured base URL; answers 421 to writes. */
async function refuseUnknownHost(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  if (request.method === 'GET' || request.method === 'HEAD') {
    return reply.redirect(`${services.settings.baseUrl}${pathOf(request)}`, 302)
  }
  return reply.code(421).send({ error: `This address is not set up here; use ${services.settings.baseUrl}` })
}

/** Sends every error as JSON of one shape, without internal details. Pages replace this for HTML (see render). */
function sendError(services: Services, error: FastifyError, request: FastifyRequest, reply: FastifyReply): unknown {
  const httpError = asHttpError(error)
  if (!httpError) services.log.error({ err: error, route: request.routeOptions.url }, 'request failed')
  else if (httpError.status === 503) services.log.warn({ reason: error.message }, 'the database cannot be reached')
  const answer = httpError ?? new HttpError(500, 'Something went wrong on our side')
  reply.headers(answer.headers())
  return reply.code(answer.status).type('application/json; charset=utf-8').send(JSON.stringify(answer.toBody()))
}

function asHttpError(error: FastifyError): HttpError | null {
  if (error instanceof HttpError) return error
  const away = databaseUnavailable(error)
  if (away) return away
  const status = error.statusCode ?? 500
  if (status === 413) return new HttpError(413, 'That is too large')
  if (status === 415) return new HttpError(415, 'Send application/json or a form')
  return status >= 400 && status < 500 ? new HttpError(status, error.message) : null
}
