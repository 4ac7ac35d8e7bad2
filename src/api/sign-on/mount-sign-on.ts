import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { originOf } from '../../rules/deck-url.ts'
import { messages } from '../../rules/messages.ts'
import { returnPath } from '../../rules/return-path.ts'
import { beginSignOnPath, codeStep, type SignOnProblem, signOnPath } from '../../rules/sign-on.ts'
import { audit } from '../../server/audit.ts'
import { HttpError } from '../../server/http/http-error.ts'
import { findTeam } from '../../server/http/team-hosts.ts'
import { ProviderError } from '../../server/identity/oidc.ts'
import type { Services } from '../../server/services.ts'
import { teamById } from '../teams/queries.ts'
import { beginSignOn } from './begin.ts'
import { completeSignOn } from './complete.ts'
import { domainOf } from './domain-proof.ts'
import { SignOnRefused } from './find-account.ts'
import { providerOf } from './providers.ts'
import { provenBy, type SignOnStateRow } from './queries.ts'

type Query = Readonly<Record<string, unknown>>

function text(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}

/** The page that explains a problem; for linking, the account page. */
function problemPage(problem: SignOnProblem, query: Readonly<Record<string, string | null>>, isLink = false): string {
  const all: [string, string | null][] = Object.entries({ ...query, problem })
  const given = all.filter((entry): entry is [string, string] => entry[1] !== null)
  const path = isLink ? '/users/edit' : signOnPath
  return `${path}?${new URLSearchParams(given)}${isLink ? '#single-sign-on' : ''}`
}

/** The team named by `team`: its slug, or an address at a domain that it has proven. Undefined: there is none. */
async function wantedTeam({ database }: Services, wanted: string): Promise<number | undefined> {
  if (!wanted.includes('@')) return (await findTeam(database.read, wanted.toLowerCase()))?.id
  return provenBy(database.read, domainOf(wanted))
}

/** Sends the browser to the provider of the team in the query, or to the instance's. */
async function begin(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const query = request.query as Query
  const wanted = text(query.team)
  const path = returnPath(text(query.return_to), services.settings.baseUrl)
  const again = { team: wanted?.slice(0, 255) ?? null, return_to: path }
  const teamId = wanted === null ? null : await wantedTeam(services, wanted)
  const provider = teamId === undefined ? null : await providerOf(services, services.database.read, teamId)
  if (teamId === undefined || !provider) return reply.redirect(problemPage('unknown', again), 302)
  try {
    const url = await beginSignOn(services, request, reply, { provider, teamId, userId: null, returnPath: path })
    return reply.redirect(url, 302)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    services.log.warn({ fault: error.fault, team: teamId }, error.message)
    return reply.redirect(problemPage('provider', again), 302)
  }
}

/** Where a completed sign-on leads: the wanted page, the account page, or the team's host, which takes the session. */
async function destination(services: Services, row: SignOnStateRow): Promise<string> {
  if (row.user_id !== null) return '/users/edit?linked=1#single-sign-on'
  if (row.return_path !== null) return row.return_path
  const team = await teamById(services.database.read, row.team_id)
  return team ? `${originOf({ teamSlug: team.slug }, services.settings.baseUrl)}/users/sign_in` : '/'
}

/** The page that asks for the code of the second step, and then leads to the wanted page or the team's host. */
async function secondStepPage({ database }: Services, row: SignOnStateRow): Promise<string> {
  const team = await teamById(database.read, row.team_id)
  const kept = { return_to: row.return_path, team: team?.slug ?? null }
  const given = Object.entries(kept).filter((entry): entry is [string, string] => entry[1] !== null)
  return `/users/sign_in?${new URLSearchParams([[codeStep, ''], ...given])}`
}

async function callback(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { key } = request.params as { key: string }
  try {
    const { row, needed } = await completeSignOn(services, request, reply, key)
    return reply.redirect(await (needed ? secondStepPage : destination)(services, row), 302)
  } catch (error) {
    if (!(error instanceof SignOnRefused)) throw error
    const { problem } = error
    const detail = { by: 'sign-on', problem }
    const entry = { actorId: null, action: 'sign-in.fail', resource: `sign-on:${key.slice(0, 20)}`, detail }
    await audit(services.database.write, services, request, entry)
    return reply.redirect(problemPage(problem, {}, error.isLink), 302)
  }
}

/** Mounts the two routes of sign-on on the app's host. Browsers open them as pages, so they are not part of the API. */
export function mountSignOn(app: FastifyInstance, services: Services): void {
  const prepare = async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.surface.kind !== 'app') throw new HttpError(404, messages.access.notFound)
    const { allowed, retryAfter } = await services.limits.take('sign-on', request.ip)
    if (!allowed) throw new HttpError(429, messages.access.tooMany, { retryAfter })
    // The URL contains code and state, which must not be sent as Referer.
    reply.header('referrer-policy', 'no-referrer').header('cache-control', 'private, no-store')
  }
  app.get(beginSignOnPath, async (request, reply) => {
    await prepare(request, reply)
    return begin(services, request, reply)
  })
  app.get(`${beginSignOnPath}/callback/:key`, async (request, reply) => {
    await prepare(request, reply)
    return callback(services, request, reply)
  })
}
