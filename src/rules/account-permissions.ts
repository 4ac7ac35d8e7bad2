import type { Actor, Decision, TeamRole } from './permissions.ts'
import { type Plan, planAllows } from './plans.ts'
import type { ThemeScriptMode } from './theme-settings.ts'

/** Actions on a user's own resources. */
export type OwnAction =
  | 'account'
  | 'settings'
  | 'sessions'
  | 'export-account'
  | 'delete-account'
  | 'decks'
  | 'media'
  | 'tags'
  | 'templates'
  | 'themes'
  | 'billing'
  /** To enter a card: for oneself, or for a team to be founded. */
  | 'card'

/** The resource's owner. */
export interface OwnFacts {
  readonly ownerId: number
  /** Whether the user was upgraded by hand, and so has no billing. */
  readonly manuallyUpgraded?: boolean
  /** Whether all users may write themes: the instance has no billing. */
  readonly themesForAll?: boolean
}

/** Decides on a resource of one user: only its owner has access; it is hidden from all others. */
export function decideOwn(action: OwnAction, actor: Actor, own: OwnFacts): Decision {
  if (actor.userId === null || !actor.active) return 'sign-in'
  if (actor.userId !== own.ownerId) return 'hidden'
  if (action === 'themes' && !planAllows(actor.plan, 'team')) return 'upgrade'
  // Members use the themes that the managers of their team write.
  if (action === 'themes' && actor.teamRole === 'member' && !own.themesForAll) return 'forbidden'
  if (action === 'billing') return own.manuallyUpgraded ? 'forbidden' : 'allow'
  // Users of a team cannot found another.
  if (action === 'card') return own.manuallyUpgraded && actor.teamId !== null ? 'forbidden' : 'allow'
  return 'allow'
}

/** Actions on a team and its shared resources. */
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
  | 'close'

/** The facts about a team that decisions depend on. */
export interface TeamFacts {
  readonly teamId: number
  /** enterprise while the team is paid or upgraded by hand, else free. */
  readonly plan: Plan
  readonly manuallyUpgraded: boolean
  /** For change-members: the affected member's role. */
  readonly memberRole?: TeamRole
  /** For change-members and invite: the role to assign. */
  readonly newRole?: TeamRole
}

const memberActions: readonly TeamAction[] = ['see', 'search-members', 'read-media', 'read-templates', 'read-themes']

/** Whether a role may manage the team. */
export function isEnterpriseManager(role: TeamRole | null): boolean {
  return role === 'owner' || role === 'admin'
}

/** Whether a user writes themes: managers of a team, and everybody on instances without billing. */
export function writesThemes(
  team: { readonly role: TeamRole } | null,
  instance: { readonly billing: boolean },
): boolean {
  return !instance.billing || isEnterpriseManager(team?.role ?? null)
}

/**
 * Whether a member with this role may invite to the team in a role: managers may, and only owners make owners. An
 * invitation is valid only as long as this holds for its sender.
 */
export function mayInviteAs(role: TeamRole | null, newRole: TeamRole): boolean {
  return isEnterpriseManager(role) && (newRole !== 'owner' || role === 'owner')
}

export function isMemberOfTeam(user: { readonly teamId: number | null }, team: { readonly teamId: number }): boolean {
  return user.teamId !== null && user.teamId === team.teamId
}

/** Decides on a team action: members read, managers change, and the team is hidden from outsiders. */
export function decideTeam(action: TeamAction, actor: Actor, team: TeamFacts): Decision {
  if (actor.userId === null || !actor.active) return 'sign-in'
  if (!isMemberOfTeam(actor, team)) return 'hidden'
  // A lapsed team can still be viewed, paid for, reactivated and closed.
  const lapsed = team.plan !== 'enterprise'
  if (action === 'reactivate' || action === 'close') {
    if (actor.teamRole !== 'owner') return 'forbidden'
    // A team upgraded by hand has no subscription.
    return action === 'reactivate' && team.manuallyUpgraded ? 'hidden' : 'allow'
  }
  if (action === 'see') return 'allow'
  if (!memberActions.includes(action) && !isEnterpriseManager(actor.teamRole)) return 'forbidden'
  if (action === 'billing') return team.manuallyUpgraded ? 'forbidden' : 'allow'
  // Only owners change owners and make owners. That one stays is checked where members are changed.
  const isAboutOwner = team.memberRole === 'owner' || team.newRole === 'owner'
  if (isAboutOwner && actor.teamRole !== 'owner') return 'forbidden'
  return lapsed ? 'upgrade' : 'allow'
}

/** Actions on themes. The list and new themes are those of the requesting user, or of the team that the user manages. */
export type ThemeAction = 'list' | 'create' | 'see' | 'change'

/**
 * Whether a user who may change a theme may also write its scripts. `byTeam`: the theme belongs to a team, whose managers
 * alone may change it.
 */
export function mayWriteScripts(actor: Pick<Actor, 'operator'>, byTeam: boolean, mode: ThemeScriptMode): boolean {
  return mode === 'everybody' || (mode === 'managers' && (byTeam || actor.operator))
}

/** Decides on access to the instance's admin pages. */
export function decideOperator(actor: Actor): Decision {
  if (actor.userId === null || !actor.active) return 'sign-in'
  return actor.operator ? 'allow' : 'hidden'
}
