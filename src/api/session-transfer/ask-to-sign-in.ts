import type { FastifyReply, FastifyRequest } from 'fastify'
import { isAppHostPath } from '../../rules/app-host-paths.ts'
import { returnPath } from '../../rules/return-path.ts'
import { readCookie } from '../../server/http/cookies.ts'
import { findSignedIn } from '../../server/http/session.ts'
import { pathOf } from '../../server/http/team-hosts.ts'
import type { Services } from '../../server/services.ts'
import { beginSessionTransfer, visitorMark } from './mount-session-transfer.ts'

/**
 * Lets a visitor sign in and return to the requested page: on the app's host by the sign-in page, on a team's host by
 * transferring the session of the app's host.
 */
export function askToSignIn(services: Services, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (request.surface.kind === 'team') return beginSessionTransfer(services, request, reply, request.url)
  return reply.redirect(`/users/sign_in?return_to=${encodeURIComponent(request.url)}`, 302)
}

/**
 * On a team's host: redirects pages that exist on the app's host only (see isAppHostPath). The sign-in page begins the
 * session transfer to its return path. Returns whether it redirected; a reply cannot be returned, since awaiting one
 * waits for its end and gives undefined.
 */
export async function leaveTeamHost(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  const path = request.url.split('?')[0] as string
  if (request.surface.kind !== 'team' || !isAppHostPath(path)) return false
  if (path !== '/users/sign_in') {
    reply.redirect(services.settings.baseUrl + pathOf(request), 302)
    return true
  }
  const { return_to: wanted } = request.query as { return_to?: unknown }
  const back = returnPath(typeof wanted === 'string' ? wanted : null, `http://${request.host}`) ?? '/'
  // A signed-in user has nothing to do on the sign-in page.
  if (await findSignedIn(services, request)) reply.redirect(back, 302)
  else beginSessionTransfer(services, request, reply, back)
  return true
}

/** Pages of a team's host that show members more than visitors, and need no session. */
const publicPages: readonly unknown[] = ['/', '/:username']

/**
 * On a team's host: lets a browser without a session there ask for the app's, once, before the team's home page or a
 * profile is shown. Only browsers that say so open a page: crawlers and scripts do not. Returns whether it redirected.
 */
export async function askQuietly(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
  if (request.surface.kind !== 'team' || request.method !== 'GET') return false
  if (!publicPages.includes(request.routeOptions.url) || request.headers['sec-fetch-dest'] !== 'document') return false
  const isAsked = readCookie(request, services.settings, 'handoff') !== null
  if (isAsked || visitorMark in (request.query as object) || (await findSignedIn(services, request))) return false
  beginSessionTransfer(services, request, reply, request.url, { quiet: true })
  return true
}

/**
 * Whether a visitor's page request that found nothing should be repeated with a session: on a team's host the visitor
 * may be signed in to the app. Only for pages in a window of their own, not for frames and scripts.
 */
export async function mayBeSignedInElsewhere(services: Services, request: FastifyRequest): Promise<boolean> {
  if (request.surface.kind !== 'team' || request.method !== 'GET') return false
  const destination = request.headers['sec-fetch-dest']
  if (destination !== undefined && destination !== 'document') return false
  if (request.headers.accept === 'application/json') return false
  return (await findSignedIn(services, request)) === null
}
