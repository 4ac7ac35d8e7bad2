import { createHash, randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { originOf } from '../../rules/deck-url.ts'
import { escapeHtml } from '../../rules/escape-html.ts'
import { messages } from '../../rules/messages.ts'
import { returnPath } from '../../rules/return-path.ts'
import { beginSignOnPath, needsSignOn } from '../../rules/sign-on.ts'
import { outsiderPath } from '../../rules/team-pages.ts'
import { audit } from '../../server/audit.ts'
import { clearCookie, readCookie, setCookie } from '../../server/http/cookies.ts'
import { countRead } from '../../server/http/count-read.ts'
import { createHosts } from '../../server/http/hosts.ts'
import { HttpError } from '../../server/http/http-error.ts'
import { sendPlainPage } from '../../server/http/plain-page.ts'
import { findSignedIn, openSession } from '../../server/http/session.ts'
import { findTeam } from '../../server/http/team-hosts.ts'
import type { Services } from '../../server/services.ts'
import { presentAddress } from '../deck-pages/own-address.ts'
import { mayVisit, visitedDeck } from './may-visit.ts'
import { activeSession, activeUser, consumeCode, endFamilyOnHost, insertCode } from './queries.ts'

/**
 * Transfers a session from the app's host to a team's host. Hosts share no cookies, so that no host can read or set the
 * cookies of another. The app makes a code: valid once, for one minute, on one host, in the browser that has the nonce.
 * The team's host exchanges it for a session of the same family. Both sessions end together. Its paths, cookie and
 * table are named handoff.
 */

/** Lifetime of a code, in ms. */
const codeLife = 60_000
/** Lifetime of the nonce cookie, in ms. It includes the time to sign in. */
const nonceLife = 10 * 60_000
const nonceForm = /^[0-9a-f]{64}$/
/** Query parameter of pages that have asked for a session in vain. */
export const visitorMark = 'visitor'

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

/**
 * Redirects a visitor of a team's host to the app's host, from which the browser returns signed in. For pages of team
 * hosts that need a session. `path`: the requested path on the team's host. `quiet`: for pages that need none; visitors
 * of the app return without signing in.
 */
export function beginSessionTransfer(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
  { quiet = false } = {},
): FastifyReply {
  if (request.surface.kind !== 'team') throw new HttpError(404, messages.access.notFound)
  const nonce = randomBytes(16).toString('base64url')
  setCookie(reply, services.settings, 'handoff', nonce, nonceLife / 1000)
  const query = new URLSearchParams({ to: request.surface.slug, nonce: sha256(nonce), return_to: path })
  if (quiet) query.set('quiet', '1')
  return reply
    .header('cache-control', 'private, no-store')
    .redirect(`${services.settings.baseUrl}/handoff?${query}`, 302)
}

/**
 * On the app's host: makes the code for a signed-in user who may visit the page. Visitors sign in first. Throws 404 for
 * others.
 */
async function issueCode(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const query = request.query as Record<string, unknown>
  const [to, nonceHash] = [text(query.to), text(query.nonce)]
  const target = to === null ? null : originOf({ teamSlug: to }, services.settings.baseUrl)
  const host = target && URL.canParse(target) ? new URL(target).host : ''
  const surface = createHosts(services.settings)(host)
  const isTeam = surface.kind === 'team' && surface.slug === to
  const isValid = request.surface.kind === 'app' && isTeam && nonceForm.test(nonceHash ?? '')
  const team = isValid ? await findTeam(services.database.read, surface.slug) : undefined
  if (!team) throw new HttpError(404, messages.access.notFound)
  const path = returnPath(text(query.return_to), target as string) ?? '/'
  const signedIn = await findSignedIn(services, request)
  const isQuiet = query.quiet === '1'
  const withoutSession = () => reply.redirect(`${target}/handoff/none?${new URLSearchParams({ return_to: path })}`, 302)
  if (isQuiet && (!signedIn || signedIn.missingSignOn?.id === team.id)) return withoutSession()
  if (!signedIn) {
    const returnTo = `/handoff?${new URLSearchParams({ to: to as string, nonce: nonceHash as string, return_to: path })}`
    return reply.redirect(`/users/sign_in?${new URLSearchParams({ return_to: returnTo })}`, 302)
  }
  if (signedIn.missingSignOn?.id === team.id) {
    const again = `/handoff?${new URLSearchParams({ to: to as string, nonce: nonceHash as string, return_to: path })}`
    return reply.redirect(`${beginSignOnPath}?${new URLSearchParams({ team: team.slug, return_to: again })}`, 302)
  }
  const visit = { user: signedIn.user, teamId: team.id, path, request }
  const deck = await visitedDeck(services, visit)
  // A deck that has left the team's host needs no session there.
  const present = deck && presentAddress(services.settings, deck, { origin: target as string, path })
  if (present) return reply.redirect(present, 302)
  if (!(await mayVisit(services, visit))) {
    if (isQuiet) return withoutSession()
    const refusal = outsiderPath(path)
    if (refusal === null) throw new HttpError(404, messages.access.notFound)
    return reply.redirect(target + refusal, 302)
  }
  const code = randomBytes(32).toString('base64url')
  const now = services.now()
  await insertCode(services.database.write, {
    code_hash: sha256(code),
    session_hash: signedIn.session.id_hash,
    target_host: host,
    nonce_hash: nonceHash as string,
    created_at: now,
    expires_at: new Date(now.getTime() + codeLife),
  })
  return reply.redirect(`${target}/handoff/redeem?${new URLSearchParams({ code, return_to: path })}`, 302)
}

/**
 * On the team's host: exchanges a code for a session. Throws 422 if it is used, expired, or for another browser or
 * host.
 */
async function redeemCode(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  if (request.surface.kind !== 'team') throw new HttpError(404, messages.access.notFound)
  const query = request.query as Record<string, unknown>
  const nonce = readCookie(request, services.settings, 'handoff')
  const now = services.now()
  const refused = new HttpError(422, messages.session.transferInvalid)
  const code = await consumeCode(services.database.write, sha256(text(query.code) ?? ''))
  const isValid =
    code !== undefined &&
    nonce !== null &&
    code.expires_at > now &&
    code.target_host === request.host &&
    code.nonce_hash === sha256(nonce)
  if (!isValid) throw refused
  const session = await activeSession(services.database.read, code.session_hash, now)
  const path = returnPath(text(query.return_to), `http://${request.host}`) ?? '/'
  const user = session && (await activeUser(services.database.read, session.user_id))
  const teamId = request.hostTeam?.id
  if (!user || teamId === undefined) throw refused
  const mustSignOn = needsSignOn({
    teamId: user.team_id === teamId ? teamId : null,
    requiresSignOn: request.hostTeam?.require_sso === true,
    isOwner: user.membership_role === 'owner',
    sessionTeamId: session.sign_on_team_id,
  })
  if (mustSignOn) throw refused
  // Rechecked here: the membership may have ended since the code was made, and the path is not part of the code.
  if (!(await mayVisit(services, { user, teamId, path, request }))) throw refused
  await services.database.transaction(async (trx) => {
    await endFamilyOnHost(trx, session.family, request.host)
    await openSession(trx, services, request, reply, session.user_id, session)
    const resource = `host:${request.host}`
    await audit(trx, services, request, { actorId: session.user_id, action: 'hand-off', resource })
  })
  clearCookie(reply, services.settings, 'handoff')
  return reply.redirect(path, 302)
}

/**
 * On the team's host: returns a visitor to the page, without a session. The nonce cookie, which stays, keeps the page
 * from asking again. The page of a browser that accepts no cookies is marked instead.
 */
function returnVisitor({ settings }: Services, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (request.surface.kind !== 'team') throw new HttpError(404, messages.access.notFound)
  const origin = `http://${request.host}`
  const page = new URL(returnPath(text((request.query as Record<string, unknown>).return_to), origin) ?? '/', origin)
  if (readCookie(request, settings, 'handoff') === null) page.searchParams.set(visitorMark, '')
  return reply.redirect(page.pathname + page.search, 302)
}

/** Shows a refusal as a page, since browsers open these routes as pages. Other errors are thrown again. */
function sendRefusal({ settings, instance }: Services, reply: FastifyReply, error: unknown): FastifyReply {
  if (!(error instanceof HttpError) || (error.status !== 404 && error.status !== 422)) throw error
  const title = error.status === 404 ? messages.session.notForThisAccount : error.message
  const home = settings.baseUrl
  const body = `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(messages.session.notForThisAccountHint)}</p><p><a href="${escapeHtml(home)}">Go home</a></p>`
  return sendPlainPage(reply.code(error.status), instance, { title, body, home })
}

/** Mounts the routes of the transfer. Browsers open them as pages, so they are not part of the API. */
export function mountSessionTransfer(app: FastifyInstance, services: Services): void {
  const limited = async (request: FastifyRequest) => {
    const { allowed, retryAfter } = await services.limits.take('write', request.ip)
    if (!allowed) throw new HttpError(429, messages.access.tooMany, { retryAfter })
  }
  // The URL contains the code, which must not be sent as Referer.
  const confine = (reply: FastifyReply) =>
    reply.header('referrer-policy', 'no-referrer').header('cache-control', 'private, no-store')
  app.get('/handoff', async (request, reply) => {
    // A quiet request is part of every visitor's first page, and counts as one.
    if ((request.query as Record<string, unknown>).quiet === '1') await countRead(services, request)
    else await limited(request)
    confine(reply)
    return issueCode(services, request, reply).catch((error: unknown) => sendRefusal(services, reply, error))
  })
  app.get('/handoff/redeem', async (request, reply) => {
    await limited(request)
    confine(reply)
    return redeemCode(services, request, reply).catch((error: unknown) => sendRefusal(services, reply, error))
  })
  app.get('/handoff/none', async (request, reply) => {
    await countRead(services, request)
    confine(reply)
    return returnVisitor(services, request, reply)
  })
}
