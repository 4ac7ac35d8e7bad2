import { createHash, randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { originOf } from '../../rules/deck-url.ts'
import { messages } from '../../rules/messages.ts'
import { returnPath } from '../../rules/return-path.ts'
import { audit } from '../../server/audit.ts'
import { clearCookie, readCookie, setCookie } from '../../server/http/cookies.ts'
import { createHosts } from '../../server/http/hosts.ts'
import { HttpError } from '../../server/http/http-error.ts'
import { findSignedIn, openSession } from '../../server/http/session.ts'
import { findTeam } from '../../server/http/team-hosts.ts'
import type { Services } from '../../server/services.ts'
import { endFamilyOnHost, insertCode, isMember, livingSession, takeCode } from './queries.ts'

/**
 * Takes a sign-in from the app's host to a team's. No cookie is shared between hosts, so a neighbor can neither read
 * nor plant one: the app makes a code that works once, for one minute, on one host, in the one browser that holds the
 * nonce; the team's host turns it into a session of its own, of the same family, which ends with the first.
 */

/** ms that a code is good, and that a browser may take for the whole way round. */
const codeLife = 60_000
const nonceLife = 10 * 60_000
const nonceForm = /^[0-9a-f]{64}$/

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

/**
 * Sends a visitor of a team's host to the app's host, to come back signed in. `path`: where on the team's host they
 * wanted to go. For pages of team hosts that need a session.
 */
export function beginHandoff(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
): FastifyReply {
  if (request.surface.kind !== 'team') throw new HttpError(404, messages.access.notFound)
  const nonce = randomBytes(16).toString('base64url')
  setCookie(reply, services.settings, 'handoff', nonce, nonceLife / 1000)
  const query = new URLSearchParams({ to: request.surface.slug, nonce: sha256(nonce), return_to: path })
  return reply.redirect(`${services.settings.baseUrl}/handoff?${query}`, 302)
}

/** On the app's host: makes the code for a signed-in member of the team; visitors sign in first. Throws 404 for others. */
async function giveCode(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const query = request.query as Record<string, unknown>
  const [to, nonceHash] = [text(query.to), text(query.nonce)]
  const target = to === null ? null : originOf({ teamSlug: to }, services.settings.baseUrl)
  const host = target && URL.canParse(target) ? new URL(target).host : ''
  const known = createHosts(services.settings)(host)
  const isTeam = known.kind === 'team' && known.slug === to
  const asked = request.surface.kind === 'app' && isTeam && nonceForm.test(nonceHash ?? '')
  const team = asked ? await findTeam(services.database.read, known.slug) : undefined
  if (!team) throw new HttpError(404, messages.access.notFound)
  const path = returnPath(text(query.return_to), target as string) ?? '/'
  const signedIn = await findSignedIn(services, request)
  if (!signedIn) {
    const back = `/handoff?${new URLSearchParams({ to: to as string, nonce: nonceHash as string, return_to: path })}`
    return reply.redirect(`/users/sign_in?${new URLSearchParams({ return_to: back })}`, 302)
  }
  if (signedIn.user.team_id !== team.id) throw new HttpError(404, messages.access.notFound)
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

/** On the team's host: turns a code into a session. Throws 422 when it is used, late, or meant for another browser or host. */
async function redeemCode(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  if (request.surface.kind !== 'team') throw new HttpError(404, messages.access.notFound)
  const query = request.query as Record<string, unknown>
  const nonce = readCookie(request, services.settings, 'handoff')
  const now = services.now()
  const refused = new HttpError(422, messages.session.handoffInvalid)
  const code = await takeCode(services.database.write, sha256(text(query.code) ?? ''))
  const fits =
    code !== undefined &&
    nonce !== null &&
    code.expires_at > now &&
    code.target_host === request.host &&
    code.nonce_hash === sha256(nonce)
  if (!fits) throw refused
  const session = await livingSession(services.database.read, code.session_hash, now)
  if (!session || !(await isMember(services.database.read, session.user_id, request.surface.slug))) throw refused
  await services.database.transaction(async (trx) => {
    await endFamilyOnHost(trx, session.family, request.host)
    await openSession(trx, services, request, reply, session.user_id, session.family)
    const resource = `host:${request.host}`
    await audit(trx, services, request, { actorId: session.user_id, action: 'hand-off', resource })
  })
  clearCookie(reply, services.settings, 'handoff')
  return reply.redirect(returnPath(text(query.return_to), `http://${request.host}`) ?? '/', 302)
}

/** Serves the two addresses of the hand-off. They are opened by browsers as pages, so they stand outside the API. */
export function mountHandoff(app: FastifyInstance, services: Services): void {
  const limited = async (request: FastifyRequest, reply: FastifyReply) => {
    const { allowed, retryAfter } = await services.limits.take('write', request.ip)
    if (!allowed) throw new HttpError(429, messages.access.tooMany, { retryAfter })
    // The code is in the address; it must not go on to other pages.
    reply.header('referrer-policy', 'no-referrer').header('cache-control', 'private, no-store')
  }
  app.get('/handoff', async (request, reply) => {
    await limited(request, reply)
    return giveCode(services, request, reply)
  })
  app.get('/handoff/redeem', async (request, reply) => {
    await limited(request, reply)
    return redeemCode(services, request, reply)
  })
}
