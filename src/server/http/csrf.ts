import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { messages } from '../../rules/messages.ts'
import { memoForKeys } from '../memo-for-keys.ts'
import type { Services } from '../services.ts'
import { readCookie, setCookie } from './cookies.ts'
import { isOwnOrigin } from './hosts.ts'
import { HttpError } from './http-error.ts'
import type { SignedIn } from './session.ts'

/** What a CSRF token is bound to: the session, or for visitors the visitor cookie. */
function subject(
  services: Services,
  request: FastifyRequest,
  signedIn: Pick<SignedIn, 'session'> | null,
): string | null {
  if (signedIn) return `session:${signedIn.session.id_hash}`
  const visitor = visitorId(services, request)
  return visitor ? `visitor:${visitor}` : null
}

/** The visitor ids of pending requests: read several times per request, verified once. */
const visitorIds = new WeakMap<FastifyRequest, string | null>()

/** The visitor id of this browser's cookie; null if missing or not signed by us. */
function visitorId(services: Services, request: FastifyRequest): string | null {
  const cached = visitorIds.get(request)
  if (cached !== undefined) return cached
  const id = verifiedVisitorId(services, request)
  visitorIds.set(request, id)
  return id
}

function verifiedVisitorId({ settings, keys }: Services, request: FastifyRequest): string | null {
  const cookie = readCookie(request, settings, 'visitor')
  return cookie === null ? null : (idOfCookie(keys, cookie) ?? null)
}

const idOfCookie = memoForKeys((keys, cookie) => {
  const [id = '', signature = ''] = cookie.split('.')
  return keys.verify('visitor', id, signature) ? id : undefined
})

const visitorToken = memoForKeys((keys, id) => keys.sign('csrf', `visitor:${id}`))

/** Visitor ids created during a request, so that the whole response is bound to one id. */
const newVisitorIds = new WeakMap<FastifyRequest, string>()

/** The visitor id of this browser: random, for the browser's session. Sets the cookie if there is none. */
export function visitorOf(services: Services, request: FastifyRequest, reply: FastifyReply): string {
  const cached = visitorId(services, request) ?? newVisitorIds.get(request)
  if (cached) return cached
  const created = randomBytes(16).toString('base64url')
  newVisitorIds.set(request, created)
  setCookie(reply, services.settings, 'visitor', `${created}.${services.keys.sign('visitor', created)}`)
  return created
}

/**
 * Whether this browser sent a visitor id signed by us. False on the first visit, without cookies, and for a forged id.
 */
export function hasVisited(services: Services, request: FastifyRequest): boolean {
  return visitorId(services, request) !== null
}

/** The token for a page's `csrf-token` meta tag; the same response sets the cookie it is bound to. */
export function csrfTokenFor(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  signedIn: Pick<SignedIn, 'session'> | null,
): string {
  if (signedIn) return services.keys.sign('csrf', `session:${signedIn.session.id_hash}`)
  return visitorToken(services.keys, visitorOf(services, request, reply))
}

/**
 * Refuses a state-changing request that another site could have made: its Origin must be this host (browsers always
 * send it), and it needs the session's token. Throws 422, the status that API clients expect.
 */
export function checkCsrf(
  services: Services,
  request: FastifyRequest,
  signedIn: Pick<SignedIn, 'session'> | null,
): void {
  const refused = new HttpError(422, messages.session.invalidToken)
  const { origin } = request.headers
  const site = request.headers['sec-fetch-site']
  if (origin !== undefined && !isOwnOrigin(services.settings, { origin, host: request.host })) throw refused
  if (origin === undefined && site !== undefined && site !== 'same-origin' && site !== 'none') throw refused
  const bound = subject(services, request, signedIn)
  const header = request.headers['x-csrf-token']
  const body = request.body as { authenticity_token?: unknown } | undefined
  const token = header ?? body?.authenticity_token
  if (bound === null || typeof token !== 'string' || !services.keys.verify('csrf', bound, token)) throw refused
}

/** Refuses cross-site subresource reads of the API (images, scripts, frames). Throws 403. */
export function checkReadSite(request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site']
  const destination = request.headers['sec-fetch-dest']
  if (site === 'cross-site' && destination !== 'document') throw new HttpError(403, 'Not available to other sites')
}
