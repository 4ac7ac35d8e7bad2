import { demoAccount } from '../../rules/demo-account.ts'
import { messages } from '../../rules/messages.ts'
import { audit } from '../../server/audit.ts'
import { createHosts } from '../../server/http/hosts.ts'
import { HttpError } from '../../server/http/http-error.ts'
import { knownDevice } from '../../server/http/known-device.ts'
import { endOtherSessions, endSession, idleLife, type UserRow } from '../../server/http/session.ts'
import { createKeyedMutex } from '../../server/keyed-mutex.ts'
import { isLocalRequest } from '../../server/loopback.ts'
import { checkPassword, hashPassword } from '../../server/passwords/hash-password.ts'
import { type Context, type Route, route } from '../route.ts'
import { updateUser, userByLogin } from '../users/queries.ts'
import { ownUserJson } from '../users/user-json.ts'
import { beginSignIn, type SecondStepNeeded } from './begin-sign-in.ts'
import { checkMember } from './check-member.ts'
import { sessionsContracts as contracts } from './contract.ts'
import { inactiveMessage } from './inactive-message.ts'
import { endFamily, signInsOf, teamNames } from './queries.ts'
import { completeSignIn } from './second-step.ts'

type SignInContext = Context<typeof contracts.signIn>

/** Serializes attempts per subject. Otherwise all concurrent guesses would be checked before the first is counted. */
const mutex = createKeyedMutex()

/**
 * The subject of failed attempts: the browser if it has signed in to this account before, else the login as entered.
 * The subject is never the account. Otherwise guesses at a username would delay the email address, which reveals that
 * both belong to one account.
 */
function failureSubject({ body, services, request }: SignInContext, found: UserRow | undefined): string {
  const device = found ? knownDevice(services, request, found.id) : null
  return device ? `device:${device}` : services.keys.hash('sign-in', body.user.login.trim().toLowerCase())
}

/** The demo account's password is public. It is accepted only in development, from the same machine. */
function isPublicPassword({ services, request, body }: SignInContext, found: UserRow | undefined): boolean {
  const isDemo = found?.email === demoAccount.email && body.user.password === demoAccount.password
  return isDemo && (services.settings.production || !isLocalRequest(request))
}

/**
 * Finds the user by login and password. Throws 401 if they do not match, with the same message and timing whether the
 * account exists or not.
 */
async function findByPassword(context: SignInContext): Promise<{ user: UserRow; stale: boolean }> {
  const { body, services, request } = context
  const { login, password } = body.user
  const found = await userByLogin(services.database.read, login)
  const subject = failureSubject(context, found)
  return mutex(subject, async () => {
    const { allowed, retryAfter } = await services.limits.check('account-failures', subject)
    if (!allowed) throw new HttpError(429, messages.access.tooMany, { retryAfter })
    const { matches, stale } = await checkPassword(password, found?.password_hash ?? null)
    const isPublic = isPublicPassword(context, found)
    if (found && matches && found.active && !isPublic) {
      // Not reset on success: a reset would reveal that the account exists.
      if (subject.startsWith('device:')) await services.limits.reset('account-failures', subject)
      return { user: found, stale }
    }
    await services.limits.take('account-failures', subject)
    const resource = found ? `user:${found.id}` : 'user:unknown'
    await audit(services.database.write, services, request, { actorId: null, action: 'sign-in.fail', resource })
    throw new HttpError(401, matches && found && !isPublic ? inactiveMessage(found) : messages.session.wrongCredentials)
  })
}

async function signIn(context: SignInContext): Promise<UserRow | SecondStepNeeded> {
  const { body, services, request, reply, session, transaction } = context
  const { user, stale } = await findByPassword(context)
  await checkMember(context, user)
  const newHash = stale ? await hashPassword(body.user.password) : null
  const needed = await transaction(async (trx) => {
    if (newHash) await updateUser(trx, user.id, { password_hash: newHash })
    if (session) await endSession(trx, services, reply, session)
    const secondStep = await beginSignIn(trx, context, user)
    const action = secondStep ? 'sign-in.password' : 'sign-in'
    await audit(trx, services, request, { actorId: user.id, action, resource: `user:${user.id}` })
    return secondStep
  })
  // Uncounts the successful attempt: only failures count, since a school may share one address.
  await services.limits.refund('sign-in', request.ip)
  return needed ?? user
}

async function signOut(context: Context<typeof contracts.signOut>): Promise<undefined> {
  const { db, services, request, reply, session, user } = context
  if (!session || !user) return undefined
  await endSession(db, services, reply, session)
  await audit(db, services, request, { actorId: user.id, action: 'sign-out', resource: `user:${user.id}` })
  return undefined
}

async function list({ db, services, user, session }: Context<typeof contracts.list>) {
  const now = services.now()
  const rows = await signInsOf(db, user.id, now, new Date(now.getTime() - idleLife))
  const surfaceOf = createHosts(services.settings)
  const slugOf = (host: string) => {
    const surface = surfaceOf(host)
    return surface.kind === 'team' ? surface.slug : null
  }
  const hosts = new Set(rows.flatMap(({ all }) => all.map(({ host }) => host)))
  const names = await teamNames(
    db,
    [...hosts].map(slugOf).filter((slug) => slug !== null),
  )
  const results = rows.map(({ last, all }) => ({
    id: last.family,
    current: last.family === session.family,
    user_agent: last.user_agent,
    address: last.address,
    places: all.map(({ host, last_seen_at }) => ({ host, team: names.get(slugOf(host) ?? '') ?? null, last_seen_at })),
    // The sign-in, not the transfer to a team's host.
    created_at: new Date(Math.min(...all.map(({ created_at }) => created_at.getTime()))),
    last_seen_at: last.last_seen_at,
  }))
  return { results, total: results.length, page: 1, per_page: results.length }
}

async function endOne(context: Context<typeof contracts.endOne>): Promise<undefined> {
  const { db, services, request, reply, user, session, params } = context
  if (params.id === session.family) await endSession(db, services, reply, session)
  else if (!(await endFamily(db, user.id, params.id))) throw new HttpError(404, messages.access.notFound)
  await audit(db, services, request, { actorId: user.id, action: 'session.revoke', resource: `user:${user.id}` })
  return undefined
}

async function endOthers(context: Context<typeof contracts.endOthers>): Promise<undefined> {
  const { db, services, request, user, session } = context
  await endOtherSessions(db, user.id, session.family)
  await audit(db, services, request, { actorId: user.id, action: 'session.revoke-others', resource: `user:${user.id}` })
  return undefined
}

/** Handlers of the session routes. */
export const sessionsRoutes: readonly Route[] = [
  route(contracts.signIn, async (context) => {
    const done = await signIn(context)
    return 'second_step' in done ? done : ownUserJson(done)
  }),
  route(contracts.secondStep, async (context) => ownUserJson(await completeSignIn(context))),
  route(contracts.signOut, signOut),
  route(contracts.list, list),
  route(contracts.endOne, endOne),
  route(contracts.endOthers, endOthers),
]
