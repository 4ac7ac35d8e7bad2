import type { Actor, Decision, TeamRole } from './permissions.ts'
import { type Plan, planAllows } from './plans.ts'

/** Things that belong to one person, and what can be done with them. */
export type OwnAction =
  | 'account'
  | 'settings'
  | 'sessions'
  | 'export-account'
  | 'delete-account'
  | 'media'
  | 'tags'
  | 'templates'
  | 'themes'
  | 'billing'

/** The owner's side of a person's own thing. */
export interface OwnFacts {
  readonly ownerId: number
  /** Billing of a person who has been upgraded by hand has nothing to show. */
  readonly manuallyUpgraded?: boolean
}

/** Answers whether the actor may read, change or delete something that belongs to one person: only that person may, and others do not learn that it exists. */
export function decideOwn(action: OwnAction, actor: Actor, own: OwnFacts): Decision {
  if (actor.userId === null || !actor.active) return 'sign-in'
  if (actor.userId !== own.ownerId) return 'hidden'
  if (action === 'themes' && !planAllows(actor.plan, 'team')) return 'upgrade'
  return action === 'billing' && own.manuallyUpgraded ? 'forbidden' : 'allow'
}

/** Everything somebody can want to do with a team and what it shares. */
export type TeamAction =
  | 'see'
  | 'search-members'
  | 'read-media'
  | 'read-templates'
  | 'read-themes'
  | 'change-settings'
  | 'list-members'
  | 'change-members'
  | 'invite'
  | 'change-media'
  | 'change-templates'
  | 'change-themes'
  | 'write-scripts'
  | 'billing'
  | 'reactivate'

/** What the matrix must know about a team. */
export interface TeamFacts {
  readonly teamId: number
  /** enterprise while the team is paid or upgraded by hand, else free. */
  readonly plan: Plan
  readonly manuallyUpgraded: boolean
  /** change-members: the role of the member in question; the owner can be changed by nobody. */
  readonly memberRole?: TeamRole
}

const memberActions: readonly TeamAction[] = ['see', 'search-members', 'read-media', 'read-templates', 'read-themes']

/** Whether a membership makes its person a manager of the team. */
export function isEnterpriseManager(role: TeamRole | null): boolean {
  return role === 'owner' || role === 'admin'
}

/** Whether a person belongs to a team. */
export function isMemberOfTeam(user: { readonly teamId: number | null }, team: { readonly teamId: number }): boolean {
  return user.teamId !== null && user.teamId === team.teamId
}

/** Answers whether the actor may do this with the team: members read, managers change, strangers do not learn that it exists. */
export function decideTeam(action: TeamAction, actor: Actor, team: TeamFacts): Decision {
  if (actor.userId === null || !actor.active) return 'sign-in'
  if (!isMemberOfTeam(actor, team)) return 'hidden'
  // A team that ended can still be looked at, paid for and woken up again.
  const lapsed = team.plan !== 'enterprise'
  if (action === 'reactivate') return actor.teamRole === 'owner' ? 'allow' : 'forbidden'
  if (action === 'see') return 'allow'
  if (!memberActions.includes(action) && !isEnterpriseManager(actor.teamRole)) return 'forbidden'
  if (action === 'billing') return team.manuallyUpgraded ? 'forbidden' : 'allow'
  if (action === 'change-members' && team.memberRole === 'owner') return 'forbidden'
  return lapsed ? 'upgrade' : 'allow'
}

/** Answers whether the actor may see and use the instance's own admin pages. */
export function decideOperator(actor: Actor): Decision {
  if (actor.userId === null || !actor.active) return 'sign-in'
  return actor.operator ? 'allow' : 'hidden'
}
