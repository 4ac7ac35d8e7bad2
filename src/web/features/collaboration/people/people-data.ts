import type { ApiClient } from '../../../../api/client.ts'
import { type CollaboratorAnswer, deckUsersContracts } from '../../../../api/deck-users/contract.ts'
import { teamUsersContracts } from '../../../../api/team-users/contract.ts'
import { teamsContracts } from '../../../../api/teams/contract.ts'
import { isEnterpriseManager } from '../../../../rules/account-permissions.ts'
import { limits } from '../../../../rules/limits.ts'
import { type CollaboratorRole, editorLimit, roleIsAdmin } from '../../../../rules/permissions.ts'
import { planAllows } from '../../../../rules/plans.ts'
import { teamCost } from '../../../../rules/team-cost.ts'
import type { PeopleDeck, PeopleViewer } from './people-page.ts'

/** A person of a deck: its owner, a collaborator, or an invited address. */
export type Person = CollaboratorAnswer

/** The people of a deck, and whether collaboration is enabled. */
export interface People {
  readonly people: readonly Person[]
  readonly collaborative: boolean
}

const idOf = ({ id }: Pick<PeopleDeck, 'id'>) => ({ id: String(id) })

/** Loads the people of a deck. */
export async function loadPeople(api: ApiClient, deck: Pick<PeopleDeck, 'id'>): Promise<People> {
  const { results, collaborative } = await api.call(deckUsersContracts.list, { params: idOf(deck) })
  return { people: results, collaborative }
}

/** Enables collaboration on a deck. */
export async function enableCollaboration(api: ApiClient, deck: Pick<PeopleDeck, 'id'>): Promise<void> {
  await api.call(deckUsersContracts.makeCollaborative, { params: idOf(deck) })
}

/** Invites a person by e-mail, or sends an invitation again. */
export function invitePerson(
  api: ApiClient,
  deck: Pick<PeopleDeck, 'id'>,
  user: { readonly email: string; readonly role: CollaboratorRole; readonly add_to_team?: boolean },
): Promise<Person> {
  return api.call(deckUsersContracts.invite, { params: idOf(deck), body: { user } })
}

/** Changes a collaborator's role. */
export function changeRole(
  api: ApiClient,
  deck: Pick<PeopleDeck, 'id'>,
  { id: user_id }: Pick<Person, 'id'>,
  role: CollaboratorRole,
): Promise<Person> {
  return api.call(deckUsersContracts.change, { params: { ...idOf(deck), user_id }, body: { user: { role } } })
}

/** Removes a collaborator, or withdraws an invitation. */
export async function removePerson(
  api: ApiClient,
  deck: Pick<PeopleDeck, 'id'>,
  { id: user_id }: Pick<Person, 'id'>,
): Promise<void> {
  await api.call(deckUsersContracts.remove, { params: { ...idOf(deck), user_id }, body: {} })
}

/** The e-mail addresses of members of the user's team whose name or address contains a term, at most five. */
export async function suggestMembers(api: ApiClient, term: string, signal: AbortSignal): Promise<readonly string[]> {
  const query = { q: term, per_page: limits.collaboration.teamSuggestions, page: 1 }
  const { results } = await api.call(teamUsersContracts.search, { query, signal })
  return results.map(({ email }) => email)
}

/** Addresses without those of people who are on the deck already. */
export function withoutPeople(
  addresses: readonly string[],
  people: readonly Pick<Person, 'email'>[],
): readonly string[] {
  return addresses.filter((address) => !people.some(({ email }) => email === address))
}

/** What a further member of the user's team costs; null where nothing is charged. */
export async function costOfMember(api: ApiClient, { team, billing }: PeopleViewer): Promise<string | null> {
  if (!team || !billing || team.manuallyUpgraded) return null
  const { account_billing_period: period } = await api.call(teamsContracts.read, {})
  return teamCost(period)
}

/** Whether the viewer may invite people to a deck and change them. */
export function managesPeople(people: readonly Person[], { username }: Pick<PeopleViewer, 'username'>): boolean {
  return roleIsAdmin(people.find((person) => person.username === username)?.role ?? null)
}

/** Whether the viewer may also invite people to the deck's team. */
export function addsToTeam({ teamSlug }: Pick<PeopleDeck, 'teamSlug'>, { team }: Pick<PeopleViewer, 'team'>): boolean {
  return team !== null && team.slug === teamSlug && isEnterpriseManager(team.role)
}

/** Whether the deck has as many editors as its plan allows. `except`: a person whose role is about to change. */
export function isAtEditorLimit(deck: PeopleDeck, people: readonly Person[], except?: Person): boolean {
  const limit = editorLimit(deck.ownerPlan, deck.visibility)
  const editors = people.filter(({ id, role }) => id !== except?.id && (role === 'editor' || role === 'admin'))
  return limit !== null && editors.length >= limit
}

/** A role to choose, and what it allows. */
export interface OfferedRole {
  readonly role: CollaboratorRole
  readonly text: string
}

/** The roles that can be given: no editor at the limit, and admin only where the owner's plan is a team's. */
export function offeredRoles(deck: PeopleDeck, people: readonly Person[], except?: Person): readonly OfferedRole[] {
  const editor: OfferedRole = { role: 'editor', text: 'Can comment and edit' }
  const admin: OfferedRole = { role: 'admin', text: 'Can comment, edit and manage people' }
  return [
    ...(isAtEditorLimit(deck, people, except) ? [] : [editor]),
    { role: 'viewer', text: 'Can comment' },
    ...(planAllows(deck.ownerPlan, 'team') ? [admin] : []),
  ]
}

/** What a person is called: the name, the username, or the invited address. */
export function personName({ name, username, email }: Pick<Person, 'name' | 'username' | 'email'>): string {
  return name?.trim() || username || email || ''
}
