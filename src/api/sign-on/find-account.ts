import type { SignOnProblem } from '../../rules/sign-on.ts'
import { audit } from '../../server/audit.ts'
import type { Db } from '../../server/db/open-database.ts'
import { HttpError } from '../../server/http/http-error.ts'
import type { UserRow } from '../../server/http/session.ts'
import type { ProviderUser } from '../../server/identity/oidc.ts'
import type { Services } from '../../server/services.ts'
import { acceptAs } from '../invitations/join-invited-team.ts'
import { invitedRole, maySenderInvite } from '../invitations/queries.ts'
import type { Context } from '../route.ts'
import { requireSignUp } from '../sign-up/require-sign-up.ts'
import { joinTeam } from '../teams/change-memberships.ts'
import { membershipOf } from '../teams/memberships.ts'
import { lockTeam } from '../teams/queries.ts'
import { freeUsername } from '../users/free-username.ts'
import { insertUser, userByEmail, userById, verifyEmail } from '../users/queries.ts'
import { domainOf } from './domain-proof.ts'
import { findIdentity, insertIdentity, provenBy } from './queries.ts'

/** A sign-on that does not succeed, with the reason for the user. */
export class SignOnRefused extends Error {
  readonly problem: SignOnProblem
  /** Whether the sign-on was begun to link an identity. */
  isLink = false
  constructor(problem: SignOnProblem) {
    super(problem)
    this.problem = problem
  }
}

/** A completed sign-on: who the provider says it is, and the team whose provider it is. */
export interface SignOn {
  readonly person: ProviderUser
  readonly teamId: number | null
  /** The hash of a random password: accounts made by sign-on have none that anybody knows. */
  readonly passwordHash: string
  readonly request: Context['request']
}

/** Throws unless a user is an active member of the team by whose provider they sign in. */
export async function requireMember(db: Db, userId: number, teamId: number | null): Promise<void> {
  if (teamId === null) return
  const membership = await membershipOf(db, userId)
  if (membership?.team_id !== teamId) throw new SignOnRefused('not-member')
  if (membership.state !== 'active') throw new SignOnRefused('deactivated')
}

async function requireOpen(services: Services): Promise<void> {
  try {
    await requireSignUp(services, 'invitation')
  } catch (error) {
    if (error instanceof HttpError) throw new SignOnRefused('closed')
    throw error
  }
}

/** Whether a provider may vouch for an address: a team's only for domains that the team has proven. */
async function mayVouch(trx: Db, email: string, teamId: number | null): Promise<boolean> {
  return teamId === null || (await provenBy(trx, domainOf(email))) === teamId
}

/**
 * The verified address for a new account. A team's manager could otherwise take any address. An account is never taken
 * over by its address alone.
 */
async function addressFor(trx: Db, { person, teamId }: SignOn): Promise<string> {
  const { email } = person
  if (email === null || !/^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(email)) throw new SignOnRefused('no-email')
  if (!person.emailVerified) throw new SignOnRefused('unverified')
  if (!(await mayVouch(trx, email, teamId))) throw new SignOnRefused('domain')
  if (await userByEmail(trx, email)) throw new SignOnRefused('exists')
  return email
}

/** Makes a new account a member of the team: in the role of its invitation, if it has one below owner. */
async function joinBySignOn(trx: Db, services: Services, signOn: SignOn, user: UserRow): Promise<void> {
  const teamId = signOn.teamId as number
  const invitation = await trx
    .selectFrom('invitations')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('email', '=', user.email)
    .where('accepted_at', 'is', null)
    .where('expires_at', '>', services.now())
    .executeTakeFirst()
  const isValid = invitation && invitedRole(invitation) !== 'owner' && (await maySenderInvite(trx, invitation))
  if (isValid) {
    await acceptAs(trx, services, signOn.request, invitation, user.id)
    return
  }
  await joinTeam(trx, services, { teamId, userId: user.id, role: 'member' })
  const [resource, detail] = [`user:${user.id}`, { team: teamId, role: 'member', by: 'sign-on' }]
  await audit(trx, services, signOn.request, { actorId: user.id, action: 'member.join', resource, detail })
}

async function provision(trx: Db, services: Services, signOn: SignOn): Promise<UserRow> {
  const { person, teamId, passwordHash, request } = signOn
  const team = teamId === null ? null : await lockTeam(trx, services.database.kind, { team: teamId })
  const email = await addressFor(trx, signOn)
  await requireOpen(services)
  if (team && team.plan !== 'enterprise') throw new SignOnRefused('ended')
  const username = await freeUsername(trx, email, 'member')
  const name = person.name?.replace(/\p{Cc}/gu, ' ').slice(0, 100) ?? null
  const user = await insertUser(trx, { username, name, email, passwordHash, emailVerified: true }, services.now())
  // Another request took the name or the address at the same moment.
  if (!user) throw new SignOnRefused('exists')
  await link(trx, services, person, user.id)
  const [resource, detail] = [`user:${user.id}`, { issuer: person.issuer, team: teamId }]
  await audit(trx, services, request, { actorId: user.id, action: 'sign-up', resource, detail })
  if (team) await joinBySignOn(trx, services, signOn, user)
  return user
}

/** Links an identity to an account. Throws if it belongs to another one. */
export async function link(trx: Db, services: Services, person: ProviderUser, userId: number): Promise<void> {
  const { issuer, subject, email } = person
  const known = await findIdentity(trx, person)
  if (known?.user_id === userId) return
  const row = { user_id: userId, issuer, subject, email, created_at: services.now(), last_used_at: services.now() }
  if (known || !(await insertIdentity(trx, row))) throw new SignOnRefused('elsewhere')
}

/** The account of an identity; makes one for a new identity, if that is allowed. Throws SignOnRefused. */
export async function findAccount(trx: Db, services: Services, signOn: SignOn): Promise<UserRow> {
  const identity = await findIdentity(trx, signOn.person)
  if (!identity) return provision(trx, services, signOn)
  const user = await userById(trx, String(identity.user_id))
  if (!user?.active) throw new SignOnRefused('suspended')
  await requireMember(trx, user.id, signOn.teamId)
  const { email, emailVerified } = signOn.person
  if (emailVerified && user.email === email && (await mayVouch(trx, email, signOn.teamId))) {
    await verifyEmail(trx, user.id, services.now())
  }
  const used = { last_used_at: services.now() }
  await trx.updateTable('user_identities').set(used).where('id', '=', identity.id).execute()
  return user
}
