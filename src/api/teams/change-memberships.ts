import type { TeamRole } from '../../rules/permissions.ts'
import type { Db } from '../../server/db/open-database.ts'
import type { Services } from '../../server/services.ts'
import { endEditingInTeam, leaveDecksOfTeam } from '../deck-users/team-decks.ts'
import { leaveDecksBehind } from '../decks/return-to-team.ts'
import { lockOwner } from '../owner.ts'
import { endSessionsOn } from '../sessions/queries.ts'
import { changeSeats } from '../subscriptions/team-subscription.ts'
import {
  deleteMembership,
  formerSlugs,
  insertMembership,
  type MembershipRow,
  membershipOf,
  updateMembership,
} from './memberships.ts'
import type { TeamRow } from './queries.ts'
import { teamHosts } from './team-slugs.ts'

/**
 * Locks a user and reads the membership. Lock the team before: all changes of members lock in this order, so that they
 * do not wait for each other in a circle.
 */
export async function lockMembership(
  trx: Db,
  { database }: Pick<Services, 'database'>,
  userId: number,
): Promise<MembershipRow | undefined> {
  await lockOwner(trx, database.kind, { user: userId })
  return membershipOf(trx, userId)
}

/** Leaves the decks of a team in which the user is deactivated to that team, before another membership replaces it. */
async function leaveFormerTeam(
  trx: Db,
  services: Services,
  { teamId, userId }: { readonly teamId: number; readonly userId: number },
): Promise<void> {
  const former = await membershipOf(trx, userId)
  if (!former || former.team_id === teamId) return
  await leaveDecksBehind(services, trx, userId, former.team_id)
  await leaveDecksOfTeam(trx, former.team_id, userId)
}

/** Makes a user without an active membership an active member of a team. */
export async function joinTeam(
  trx: Db,
  services: Services,
  member: { readonly teamId: number; readonly userId: number; readonly role: TeamRole },
): Promise<void> {
  await leaveFormerTeam(trx, services, member)
  await insertMembership(trx, member, services.now())
  await changeSeats(trx, services, member.teamId)
}

/** Ends a user's sessions on the team's hosts. Those on the app's host stay: the account is not the team's. */
async function signOutOfTeam(trx: Db, { settings }: Services, team: TeamRow, userId: number): Promise<void> {
  const slugs = [team.slug, ...(await formerSlugs(trx, team.id))]
  await endSessionsOn(trx, userId, teamHosts(slugs, settings))
}

/** Changes a member's role. */
export async function changeRole(trx: Db, services: Services, member: MembershipRow, role: TeamRole): Promise<void> {
  await updateMembership(trx, member, { role }, services.now())
}

/** Deactivates a member: no access to the team, and signed out of it everywhere. */
export async function deactivateMember(
  trx: Db,
  services: Services,
  team: TeamRow,
  member: MembershipRow,
): Promise<void> {
  const now = services.now()
  await updateMembership(trx, member, { state: 'deactivated', deactivated_at: now }, now)
  await endEditingInTeam(trx, team.id, member.user_id)
  await changeSeats(trx, services, team.id)
  await signOutOfTeam(trx, services, team, member.user_id)
}

/** Makes a deactivated member active again, in the same role. */
export async function reactivateMember(trx: Db, services: Services, member: MembershipRow): Promise<void> {
  await updateMembership(trx, member, { state: 'active', deactivated_at: null }, services.now())
  await changeSeats(trx, services, member.team_id)
}

/** Ends a membership. The account stays. */
export async function removeMember(trx: Db, services: Services, team: TeamRow, member: MembershipRow): Promise<void> {
  await deleteMembership(trx, member, services.now())
  await leaveDecksOfTeam(trx, team.id, member.user_id)
  await changeSeats(trx, services, team.id)
  await signOutOfTeam(trx, services, team, member.user_id)
}
