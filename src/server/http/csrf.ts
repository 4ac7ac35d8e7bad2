import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { messages } from '../../rules/messages.ts'
import type { Services } from '../services.ts'
import { readCookie, setCookie } from './cookies.ts'
import { isOwnOrigin } from './hosts.ts'
import { HttpError } from './http-error.ts'
import type { SignedIn } from './session.ts'

/** What a request's CSRF token is bound to: the session, or for visitors the visitor cookie. */
function subject(services: Services, request: FastifyRequest, signedIn: SignedIn | null): string | null {
  if (signedIn) return `session:${signedIn.session.id_hash}`
  const visitor = broughtNumber(services, request)
  return visitor ? `visitor:${visitor}` : null
}

/** The numbers of requests under way: an answer asks for it several times, and its signature is checked once. */
const brought = new WeakMap<FastifyRequest, string | null>()

/** The number that this browser brought along; null for none, and for one that was not made here. */
function broughtNumber(services: Services, request: FastifyRequest): string | null {
  const known = brought.get(request)
  if (known !== undefined) return known
  const number = readNumber(services, request)
  brought.set(request, number)
  return number
}

function readNumber({ settings, keys }: Services, request: FastifyRequest): string | null {
  const [number = '', signature = ''] = readCookie(request, settings, 'visitor')?.split('.') ?? []
  return keys.verify('visitor', number, signature) ? number : null
}

/** The number that an answer on its way brings along: everything in one answer is bound to the same. */
const made = new WeakMap<FastifyRequest, string>()

/** A number for this browser until it closes; names nobody. Makes the cookie when there is none. */
export function visitorOf(services: Services, request: FastifyRequest, reply: FastifyReply): string {
  const known = broughtNumber(services, request) ?? made.get(request)
  if (known) return known
  const fresh = randomBytes(16).toString('base64url')
  made.set(request, fresh)
  setCookie(reply, services.settings, 'visitor', `${fresh}.${services.keys.sign('visitor', fresh)}`)
  return fresh
}

/**
 * Whether this browser brought along a number that was made here: not on its first visit, never where cookies are
 * switched off, and not when it thinks up numbers of its own.
 */
export function hasVisited(services: Services, request: FastifyRequest): boolean {
  return broughtNumber(services, request) !== null
}

/** The token for a page's `csrf-token` meta tag; the same answer carries the cookie that it is bound to. */
export function csrfTokenFor(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  signedIn: SignedIn | null,
): string {
  const bound = signedIn ? `session:${signedIn.session.id_hash}` : `visitor:${visitorOf(services, request, reply)}`
  return services.keys.sign('csrf', bound)
}

/**
 * Refuses a state-changing request that another site could have made: its Origin must be this host (browsers always
 * send one), and it must know the token of this session. Throws 422, the answer people who build clients expect.
 */
export function checkCsrf(services: Services, request: FastifyRequest, signedIn: SignedIn | null): void {
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

/** Refuses reads of the API that another site makes from a page of its own (images, scripts, frames). Throws 403. */
export function checkReadSite(request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site']
  const destination = request.headers['sec-fetch-dest']
  if (site === 'cross-site' && destination !== 'document') throw new HttpError(403, 'Not available to other sites')
}
