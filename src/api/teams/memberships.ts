import type { Selectable } from 'kysely'
import type { TeamRole } from '../../rules/permissions.ts'
import type { Db } from '../../server/db/open-database.ts'
import type { MembershipsTable } from '../../server/db/team-tables.ts'
import { settleMembership } from './settle-membership.ts'

export type MembershipRow = Selectable<MembershipsTable>

/** A user's membership, active or not; undefined without one. */
export async function membershipOf(db: Db, userId: number): Promise<MembershipRow | undefined> {
  return db.selectFrom('memberships').selectAll().where('user_id', '=', userId).executeTakeFirst()
}

/** All memberships of a team, in the order in which they began. */
export async function membersOf(db: Db, teamId: number): Promise<MembershipRow[]> {
  return db.selectFrom('memberships').selectAll().where('team_id', '=', teamId).orderBy('id').execute()
}

/**
 * Whether a user is the only one who can act as the team's owner. Suspended and deactivated owners cannot. Lock the
 * team before.
 */
export async function isLastOwner(db: Db, { team_id, user_id, role, state }: MembershipRow): Promise<boolean> {
  if (role !== 'owner' || state !== 'active') return false
  const other = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select('memberships.id')
    .where('memberships.team_id', '=', team_id)
    .where('memberships.role', '=', 'owner')
    .where('memberships.state', '=', 'active')
    .where('memberships.user_id', '<>', user_id)
    .where('users.active', '=', true)
    .limit(1)
    .executeTakeFirst()
  return other === undefined
}

/**
 * Makes a user an active member of a team. Replaces a deactivated membership, of this team or another. The caller has
 * checked that there is no active one.
 */
export async function insertMembership(
  db: Db,
  { teamId, userId, role }: { readonly teamId: number; readonly userId: number; readonly role: TeamRole },
  now: Date,
): Promise<void> {
  await db.deleteFrom('memberships').where('user_id', '=', userId).execute()
  await db
    .insertInto('memberships')
    .values({ team_id: teamId, user_id: userId, role, state: 'active', created_at: now })
    .execute()
  await settleMembership(db, userId, now)
}

/** Changes a membership. */
export async function updateMembership(
  db: Db,
  { id, user_id }: MembershipRow,
  changes: Partial<Pick<MembershipRow, 'role' | 'state' | 'deactivated_at'>>,
  now: Date,
): Promise<void> {
  await db.updateTable('memberships').set(changes).where('id', '=', id).execute()
  await settleMembership(db, user_id, now)
}

/** Ends a membership. */
export async function deleteMembership(db: Db, { id, user_id }: MembershipRow, now: Date): Promise<void> {
  await db.deleteFrom('memberships').where('id', '=', id).execute()
  await settleMembership(db, user_id, now)
}

/** The slugs that a team had before, latest first. */
export async function formerSlugs(db: Db, teamId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('team_slugs')
    .select('slug')
    .where('team_id', '=', teamId)
    .orderBy('since', 'desc')
    .orderBy('slug')
    .execute()
  return rows.map((row) => row.slug)
}
