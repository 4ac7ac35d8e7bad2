import type { FastifyRequest } from 'fastify'
import type { ApiTokenScope } from '../../rules/api-tokens.ts'
import { audit, noteApiToken } from '../../server/audit.ts'
import { type HostedUser, hostedUsers } from '../../server/db/hosted-users.ts'
import { cookieName } from '../../server/http/cookies.ts'
import type { Services } from '../../server/services.ts'
import { activeToken, noteUse } from './queries.ts'

/** The API token of a request. */
export interface ApiTokenUse {
  readonly id: number
  readonly scope: ApiTokenScope
}

/** How stale last_used_at may be (ms), so that not every call is a write. */
const lastUsedPrecision = 5 * 60_000

/** The stored hash of a token, so that a database dump contains no usable token. */
export function hashApiToken({ keys }: Pick<Services, 'keys'>, token: string): string {
  return keys.hash('api-token', token)
}

/**
 * The token in a request's Authorization header; null without one. A request with a session cookie is one of that
 * session: its token is ignored, so a header that a proxy adds changes nothing for browsers.
 */
export function bearerToken(request: FastifyRequest, { settings }: Pick<Services, 'settings'>): string | null {
  const cookie = `${cookieName(settings, 'session')}=`
  const cookies = (request.headers.cookie ?? '').split(';').map((part) => part.trim())
  if (cookies.some((part) => part.startsWith(cookie))) return null
  return /^bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1] ?? null
}

/**
 * The owner of a token; null if it is unknown or expired, its owner is deactivated, or it is used on the host of a team
 * that its owner does not belong to. In a team that requires single sign-on, only owners are members by token.
 */
export async function findByToken(
  services: Services,
  request: FastifyRequest,
  token: string,
): Promise<{ readonly user: HostedUser; readonly apiToken: ApiTokenUse } | null> {
  const { database } = services
  const now = services.now()
  const row = await activeToken(database.read, hashApiToken(services, token), now)
  if (!row) return null
  const found = await hostedUsers(database.read)
    .select('teams.require_sso')
    .where('users.id', '=', row.user_id)
    .where('users.active', '=', true)
    .executeTakeFirst()
  if (!found) return null
  const { require_sso, ...hosted } = found
  // A token can be made in a session without the required sign-on, so it never counts as the member's.
  const isMissing = require_sso === true && hosted.team_id !== null && hosted.membership_role !== 'owner'
  const user = isMissing ? { ...hosted, team_id: null, membership_role: null, team_slug: null } : hosted
  if (request.surface.kind === 'team' && request.surface.slug !== user.team_slug) return null
  noteApiToken(request, row.id)
  const idle = row.last_used_at ? now.getTime() - row.last_used_at.getTime() : Number.POSITIVE_INFINITY
  // Logged once per hour and address, even for programs that alternate between addresses.
  const { allowed: isFirst } = await services.limits.take('api-token-use', `${row.id} ${request.ip}`)
  if (isFirst || idle > lastUsedPrecision) {
    await database.transaction(async (trx) => {
      await noteUse(trx, row.id, request.ip, now)
      if (!isFirst) return
      const entry = { actorId: user.id, action: 'api-token.use', resource: `api_token:${row.id}` }
      await audit(trx, services, request, entry)
    })
  }
  return { user, apiToken: { id: row.id, scope: row.scope } }
}
