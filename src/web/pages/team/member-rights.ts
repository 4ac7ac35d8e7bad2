import { type MembershipState, type TeamRole, teamRoles } from '../../../rules/permissions.ts'

/** What a manager may do with a member. */
export interface MemberRights {
  /** The roles to choose from, the current one included; empty: the role is only shown. */
  readonly roles: readonly TeamRole[]
  /** Whether the membership may be deactivated, reactivated and deleted. */
  readonly remove: boolean
  /** Why something is missing, for the list. */
  readonly reason: string | null
}

/** The member's fields that the rights depend on. */
interface RatedMember {
  readonly id: number
  readonly role: TeamRole
  readonly state: MembershipState
}

/**
 * What a manager may do with a member; the server decides again. Only owners change owners and make new ones, and the
 * last owner stays. `owners`: the number of the team's active owners.
 */
export function memberRights(
  member: RatedMember,
  viewer: { readonly id: number; readonly role: TeamRole },
  owners: number,
): MemberRights {
  if (member.role === 'owner' && member.state === 'active' && owners <= 1) {
    const own = member.id === viewer.id
    return {
      roles: [],
      remove: false,
      reason: own
        ? 'You are the only owner. Make another member an owner before you give this up.'
        : 'The only owner: a team always has one.',
    }
  }
  if (member.role === 'owner' && viewer.role !== 'owner') {
    return { roles: [], remove: false, reason: 'Only an owner can change an owner.' }
  }
  const offered = teamRoles.filter((role) => role !== 'owner' || viewer.role === 'owner')
  return { roles: member.state === 'active' ? offered : [], remove: true, reason: null }
}
