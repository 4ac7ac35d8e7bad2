import type { FastifyRequest } from 'fastify'
import {
  decideOperator,
  decideOwn,
  decideTeam,
  isEnterpriseManager,
  type OwnAction,
  type TeamAction,
  type ThemeAction,
} from '../rules/account-permissions.ts'
import { messages } from '../rules/messages.ts'
import {
  type Actor,
  type Decision,
  type DeckAction,
  type DeckFacts,
  type DeckSubject,
  decideDeck,
  needsSession,
} from '../rules/permissions.ts'
import type { Plan } from '../rules/plans.ts'
import type { Settings } from '../server/env.ts'
import { HttpError } from '../server/http/http-error.ts'
import type { UserRow } from '../server/http/session.ts'
import type { Services } from '../server/services.ts'
import { isBuiltInId } from '../themes/built-in-theme.ts'
import { withLink } from './access-tokens/link-queries.ts'
import { actorOf, deckFacts } from './actor.ts'
import type { Contract, Permission } from './contract.ts'
import { type LoadedDeck, loadDeckFor } from './decks/load-deck.ts'
import type { Owner } from './owner.ts'
import { readId } from './read-id.ts'
import { teamById } from './teams/queries.ts'
import { ownerOfTheme } from './themes/queries.ts'

const refusals: Readonly<Record<Exclude<Decision, 'allow'>, () => HttpError>> = {
  'sign-in': () => new HttpError(401, 'Please sign in'),
  forbidden: () => new HttpError(403, messages.access.denied),
  hidden: () => new HttpError(404, messages.access.notFound),
  upgrade: () => new HttpError(403, 'upgrade_required'),
}

/** Throws the error of a decision other than 'allow'. */
export function enforce(decision: Decision): void {
  if (decision !== 'allow') throw refusals[decision]()
}

/**
 * Throws if the actor may not perform the action on the deck. Collaborators who may edit, but are not the active
 * editor, get an error of their own, which the editor shows as such.
 */
export function enforceDeck(action: DeckAction, actor: Actor, deck: DeckFacts, subject: DeckSubject = {}): void {
  const decision = decideDeck(action, actor, deck, subject)
  const isOtherEditor =
    decision === 'forbidden' && decideDeck(action, actor, { ...deck, activeEditor: true }, subject) === 'allow'
  if (isOtherEditor) throw new HttpError(403, messages.save.notEditor, { extra: { not_editor: true } })
  enforce(decision)
}

/** A permission's kind and its action, if any. */
type ReadPermission =
  | { readonly kind: 'public' | 'signed-in' | 'operator' }
  | { readonly kind: 'deck'; readonly action: DeckAction }
  | { readonly kind: 'own'; readonly action: OwnAction }
  | { readonly kind: 'team'; readonly action: TeamAction }
  | { readonly kind: 'theme'; readonly action: ThemeAction }
  | { readonly kind: 'billing'; readonly action: 'billing' | 'reactivate' | 'card' }

/** Splits a permission at its colon. */
export function readPermission(permission: Permission): ReadPermission {
  const [kind, action] = permission.split(':')
  return { kind, action } as ReadPermission
}

/** Whether visitors get a 401 before anything is read. */
export function needsSignIn({ permission }: Pick<Contract, 'permission'>): boolean {
  const read = readPermission(permission)
  return read.kind === 'deck' ? needsSession(read.action) : read.kind !== 'public'
}

/** The facts that a permission check passes to the handler. */
export interface Granted {
  /** `deck:` the deck in the path, with the user's role and access link. */
  readonly loaded?: LoadedDeck
  /** The owner: for `own:` the signed-in user, for `team:` the user's team, for `theme:` that of the theme. */
  readonly owner?: Owner
  /** The owner's plan. */
  readonly ownerPlan?: Plan
}

/** Checks a request's permission. Throws the refusal. */
export async function checkPermission(
  services: Services,
  contract: Contract,
  request: FastifyRequest,
  user: UserRow | null,
): Promise<Granted> {
  const permission = readPermission(contract.permission)
  if (permission.kind === 'operator') enforce(decideOperator(actorOf(user)))
  if (permission.kind === 'deck') return checkDeckAction(services, permission.action, request, user)
  if (permission.kind === 'billing') {
    const { action } = permission
    if (request.surface.kind !== 'team') return checkOwnAction(services, action === 'card' ? 'card' : 'billing', user)
    return checkTeamAction(services, action === 'card' ? 'billing' : action, request, user)
  }
  if (permission.kind === 'theme') return checkThemeAction(services, permission.action, request, user)
  if (permission.kind === 'own') return checkOwnAction(services, permission.action, user)
  return permission.kind === 'team' ? checkTeamAction(services, permission.action, request, user) : {}
}

/** The export that most users may make. */
function mostOpenExport({ publicPdf }: Pick<Settings, 'publicPdf'>): DeckSubject {
  return { format: 'pdf', publicPdf }
}

async function checkDeckAction(
  services: Services,
  action: DeckAction,
  request: FastifyRequest,
  user: UserRow | null,
): Promise<Granted> {
  const id = readId((request.params as { id?: string }).id)
  const userId = user?.id ?? null
  const found = id === null ? null : await loadDeckFor(services.database.read, id, userId)
  if (!found) throw refusals.hidden()
  const loaded = await withLink(services, request, found)
  // What the instance allows at most; handlers ask again for the format of their request.
  const subject = action === 'export' ? mostOpenExport(services.settings) : {}
  enforceDeck(action, actorOf(user), deckFacts(loaded, userId), subject)
  return { loaded }
}

/** Paths contain no owner id: handlers query only the user's own rows. */
function checkOwnAction({ settings }: Services, action: OwnAction, user: UserRow | null): Granted {
  if (!user) throw refusals['sign-in']()
  const facts = { manuallyUpgraded: user.manually_upgraded, themesForAll: settings.billing === 'off' }
  enforce(decideOwn(action, actorOf(user), { ownerId: user.id, ...facts }))
  return { owner: { user: user.id }, ownerPlan: user.plan }
}

/**
 * Checks the permission for a theme of the user or of the user's team; all others are hidden. The list is the user's,
 * and so is a new theme, unless the user manages a team.
 */
async function checkThemeAction(
  services: Services,
  action: ThemeAction,
  request: FastifyRequest,
  user: UserRow | null,
): Promise<Granted> {
  if (!user) throw refusals['sign-in']()
  const ofUser = { owner: { user: user.id }, ownerPlan: user.plan }
  if (action === 'list') return ofUser
  if (action === 'create') {
    if (isEnterpriseManager(user.membership_role)) return checkTeamAction(services, 'change-themes', request, user)
    return checkOwnAction(services, 'themes', user)
  }
  const id = readId((request.params as { id?: string }).id)
  // All users may read the built-in themes; no user may change them.
  if (isBuiltInId(id)) {
    enforce(action === 'see' ? 'allow' : 'forbidden')
    return ofUser
  }
  const owner = await ownerOfTheme(services.database.read, id)
  const isOfTeam = owner !== null && 'team' in owner && owner.team === user.team_id
  if (isOfTeam) return checkTeamAction(services, action === 'see' ? 'read-themes' : 'change-themes', request, user)
  if (owner === null || !('user' in owner) || owner.user !== user.id) throw refusals.hidden()
  // Themes from before a plan has ended can still be seen.
  return action === 'see' ? ofUser : checkOwnAction(services, 'themes', user)
}

/** Checks the permission for the user's team. Throws 404 on the host of another team. */
async function checkTeamAction(
  { database }: Services,
  action: TeamAction,
  { surface }: FastifyRequest,
  user: UserRow | null,
): Promise<Granted> {
  const team = await teamById(database.read, user?.team_id ?? null)
  if (!user || !team || (surface.kind === 'team' && surface.slug !== team.slug)) throw refusals.hidden()
  const facts = { teamId: team.id, plan: team.plan, manuallyUpgraded: team.manually_upgraded }
  enforce(decideTeam(action, actorOf(user), facts))
  return { owner: { team: team.id }, ownerPlan: team.plan }
}
