import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Selectable } from 'kysely'
import { needsSignOn } from '../../rules/sign-on.ts'
import type { SessionsTable, UsersTable } from '../db/account-tables.ts'
import { type HostedUser, hostedUsers } from '../db/hosted-users.ts'
import type { Db } from '../db/open-database.ts'
import type { Services } from '../services.ts'
import { clearCookie, readCookie, setCookie } from './cookies.ts'
import { rememberDevice } from './known-device.ts'

export type UserRow = Selectable<UsersTable>
export type SessionRow = Selectable<SessionsTable>

/** The signed-in user of a request. */
export interface SignedIn {
  readonly user: HostedUser
  readonly session: SessionRow
  /**
   * The user's team, if it requires single sign-on and the session began another way: `user` is then no member. Null
   * otherwise.
   */
  readonly missingSignOn: { readonly id: number; readonly slug: string } | null
}

/** The fields of a user without a team. */
const noTeam = { team_id: null, membership_role: null, team_slug: null } as const

/** What a new session has from its sign-in. */
export type SessionOrigin = Partial<Pick<SessionRow, 'family' | 'sign_on_team_id'>>

const day = 24 * 60 * 60 * 1000
/** A session ends after this long without use, in ms. */
export const idleLife = 30 * day
/** A session ends this long after sign-in at the latest, in ms. */
const absoluteLife = 90 * day
/** How stale last_seen_at may be (ms), so that not every request is a write. */
const lastSeenPrecision = 5 * 60 * 1000

/** The stored form of a session cookie: a database dump contains no usable session. */
export function hashSessionId(id: string): string {
  return createHash('sha256').update(id).digest('hex')
}

/** The signed-in user of a request; null for visitors, ended sessions and deactivated users. */
export async function findSignedIn(
  services: Services,
  request: Pick<FastifyRequest, 'headers' | 'host'> & Partial<Pick<FastifyRequest, 'ip'>>,
): Promise<SignedIn | null> {
  const id = readCookie(request, services.settings, 'session')
  if (!id) return null
  const { database } = services
  const session = await database.read
    .selectFrom('sessions')
    .selectAll()
    .where('id_hash', '=', hashSessionId(id))
    .executeTakeFirst()
  const now = services.now()
  if (!session || session.expires_at <= now || session.host !== request.host) return null
  if (now.getTime() - session.last_seen_at.getTime() > idleLife) return null
  const found = await hostedUsers(database.read)
    .select('teams.require_sso')
    .where('users.id', '=', session.user_id)
    .where('users.active', '=', true)
    .executeTakeFirst()
  if (!found) return null
  const { require_sso, ...row } = found
  // The manager of a team's provider can sign in as any linked member, but must not become an operator that way.
  const user = { ...row, operator: row.operator && session.sign_on_team_id === null }
  if (now.getTime() - session.last_seen_at.getTime() > lastSeenPrecision) {
    await database.write
      .updateTable('sessions')
      .set({ last_seen_at: now, ...(request.ip === undefined ? {} : { address: request.ip }) })
      .where('id_hash', '=', session.id_hash)
      .execute()
  }
  const isMissing = needsSignOn({
    teamId: user.team_id,
    requiresSignOn: require_sso === true,
    isOwner: user.membership_role === 'owner',
    sessionTeamId: session.sign_on_team_id,
  })
  return isMissing
    ? {
        user: { ...user, ...noTeam },
        session,
        missingSignOn: { id: user.team_id as number, slug: user.team_slug as string },
      }
    : { user, session, missingSignOn: null }
}

/**
 * Starts a session and sets its cookie. The id is always new, which prevents session fixation.
 * `origin`: the sign-in that it continues, or by whose provider the user signed in.
 */
export async function openSession(
  db: Db,
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  userId: number,
  { family = randomBytes(16).toString('hex'), sign_on_team_id = null }: SessionOrigin = {},
): Promise<SessionRow> {
  const id = randomBytes(32).toString('base64url')
  const now = services.now()
  const session: SessionRow = {
    id_hash: hashSessionId(id),
    family,
    user_id: userId,
    host: request.host,
    user_agent: (request.headers['user-agent'] ?? '').slice(0, 300),
    address: request.ip,
    created_at: now,
    last_seen_at: now,
    expires_at: new Date(now.getTime() + absoluteLife),
    sign_on_team_id,
  }
  await db.insertInto('sessions').values(session).execute()
  setCookie(reply, services.settings, 'session', id, absoluteLife / 1000)
  rememberDevice(services, reply, userId)
  // The page continues without a reload; its previous token belonged to the previous session.
  reply.header('x-csrf-token', services.keys.sign('csrf', `session:${session.id_hash}`))
  return session
}

/** Ends a session and its family, on every host. */
export async function endSession(
  db: Db,
  services: Services,
  reply: FastifyReply,
  session: Pick<SessionRow, 'family'>,
): Promise<void> {
  await db.deleteFrom('sessions').where('family', '=', session.family).execute()
  clearCookie(reply, services.settings, 'session')
}

/** Ends all sessions of a user except one family (password changed, "sign out everywhere"). */
export async function endOtherSessions(db: Db, userId: number, keptFamily: string | null): Promise<void> {
  await endSessionsExcept(db, userId, keptFamily === null ? [] : [keptFamily])
}

/** Ends all sessions of a user except some families. */
export async function endSessionsExcept(db: Db, userId: number, keptFamilies: readonly string[]): Promise<void> {
  let query = db.deleteFrom('sessions').where('user_id', '=', userId)
  if (keptFamilies.length > 0) query = query.where('family', 'not in', keptFamilies)
  await query.execute()
}
