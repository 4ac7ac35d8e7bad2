import type { Generated } from 'kysely'
import type { MembershipState, TeamRole } from '../../rules/permissions.ts'
import type { OptionalTime, Time } from './column-types.ts'

/**
 * A user's place in a team; each user has at most one. `users.team_id` and `users.membership_role` are the effective
 * membership, set by api/teams/settle-membership.ts alone.
 */
export interface MembershipsTable {
  id: Generated<number>
  team_id: number
  user_id: number
  role: TeamRole
  /** A deactivated member is kept in the team's list, but has no access to it. */
  state: MembershipState
  created_at: Time
  deactivated_at: OptionalTime
}

/** A slug that a team had before. Its host redirects to the current one, and no other team can have it. */
export interface TeamSlugsTable {
  slug: string
  team_id: number
  /** When the team took another slug. */
  since: Time
}

/** Where a deck was before it got another owner: its slug among the earlier owner's decks. */
export interface FormerDeckAddressesTable {
  /** The earlier owner. */
  user_id: number
  deck_id: number
  slug: string | null
  /** When the deck left this address. */
  since: Time
}

/** Where a team's deck was under an owner whose account is deleted. */
export interface DeletedOwnerAddressesTable {
  /** The owner's last username. */
  username: string
  deck_id: number
  slug: string | null
  /** When the deck left this address. */
  since: Time
}

/** The normalized words of a team's internal or public deck, each surrounded by spaces. */
export interface TeamDeckWordsTable {
  deck_id: number
  /** Of title, author and description. */
  head: string
  /** All distinct words, those of the slides included. */
  words: string
}
