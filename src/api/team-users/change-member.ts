import { accountMessages } from '../../rules/account-messages.ts'
import { decideTeam } from '../../rules/account-permissions.ts'
import { messages } from '../../rules/messages.ts'
import type { TeamRole } from '../../rules/permissions.ts'
import { audit } from '../../server/audit.ts'
import type { Db } from '../../server/db/open-database.ts'
import { HttpError, invalid } from '../../server/http/http-error.ts'
import type { UserRow } from '../../server/http/session.ts'
import type { Services } from '../../server/services.ts'
import { actorOf } from '../actor.ts'
import type { Owner } from '../owner.ts'
import { enforce } from '../permission.ts'
import type { Context } from '../route.ts'
import { lockMembership } from '../teams/change-memberships.ts'
import { isLastOwner, type MembershipRow, membershipOf } from '../teams/memberships.ts'
import { lockTeam, type TeamRow } from '../teams/queries.ts'

/** The acting manager, in the transaction of a change. */
export interface Acting {
  readonly db: Db
  readonly services: Services
  readonly user: UserRow
  readonly owner: Owner
  readonly request: Context['request']
}

/** The team and the member of a change, locked. */
export interface LockedMember {
  readonly team: TeamRow
  readonly member: MembershipRow
}

/**
 * Locks the team, and checks again what the acting user may do: a concurrent change may have taken the role since the
 * request's permission was checked.
 */
export async function lockAsManager(
  { db, services, user, owner }: Acting,
  action: 'change-members' | 'invite',
  roles: { readonly memberRole?: TeamRole; readonly newRole?: TeamRole } = {},
): Promise<TeamRow> {
  const team = await lockTeam(db, services.database.kind, owner)
  await checkManager({ db, user }, team, action, roles)
  return team
}

async function checkManager(
  { db, user }: Pick<Acting, 'db' | 'user'>,
  team: TeamRow,
  action: 'change-members' | 'invite',
  roles: { readonly memberRole?: TeamRole; readonly newRole?: TeamRole },
): Promise<void> {
  const own = await membershipOf(db, user.id)
  const isMember = own?.team_id === team.id && own.state === 'active'
  const actor = { ...actorOf(user), teamId: isMember ? team.id : null, teamRole: isMember ? own.role : null }
  const facts = { teamId: team.id, plan: team.plan, manuallyUpgraded: team.manually_upgraded }
  enforce(decideTeam(action, actor, { ...facts, ...roles }))
}

/**
 * Locks a member of the acting manager's team for a change. Throws 404 for users outside the team, and 403 if only an
 * owner may make this change.
 */
export async function lockForChange(acting: Acting, userId: number, newRole?: TeamRole): Promise<LockedMember> {
  const { db, services } = acting
  const team = await lockAsManager(acting, 'change-members')
  const member = await lockMembership(db, services, userId)
  if (member?.team_id !== team.id) throw new HttpError(404, messages.access.notFound)
  await checkManager(acting, team, 'change-members', { memberRole: member.role, ...(newRole && { newRole }) })
  return { team, member }
}

/** Throws 422 if the change would leave the team without an owner. */
export async function keepAnOwner(db: Db, member: MembershipRow): Promise<void> {
  if (await isLastOwner(db, member)) throw invalid('base', accountMessages.team.lastOwner)
}

/** Writes the audit entry of a change of a member. */
export async function auditMember(
  { db, services, request, user }: Acting,
  action: string,
  member: Pick<MembershipRow, 'team_id' | 'user_id'>,
  detail: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const entry = { actorId: user.id, action, resource: `user:${member.user_id}` }
  await audit(db, services, request, { ...entry, detail: { team: member.team_id, ...detail } })
}
