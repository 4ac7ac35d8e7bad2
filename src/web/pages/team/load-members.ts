import { redirect } from 'react-router'
import type { Received } from '../../../api/contract.ts'
import { teamInvitationsContracts } from '../../../api/team-invitations/contract.ts'
import { teamUsersContracts } from '../../../api/team-users/contract.ts'
import { teamsContracts } from '../../../api/teams/contract.ts'
import { orPageError } from '../../data/page-error.ts'
import type { LoadArgs } from '../../page.ts'
import { asManager } from './as-manager.ts'

/** The lists of the page, each with an address of its own. */
export const memberLists = ['members', 'deactivated', 'invitations'] as const
export type MemberList = (typeof memberLists)[number]

export type MemberPage = Received<(typeof teamUsersContracts)['list']['output']>
export type TeamMember = MemberPage['results'][number]
export type InvitationPage = Received<(typeof teamInvitationsContracts)['list']['output']>
export type OpenInvitation = InvitationPage['results'][number]
/** The team with its settings. */
export type OwnTeam = Received<(typeof teamsContracts)['read']['output']>

/** What the address asks for. */
export interface MembersQuery {
  readonly list: MemberList
  readonly term: string
  /** From 1. */
  readonly page: number
}

/** Parses the query of the page's address. */
export function readMembersQuery(query: URLSearchParams): MembersQuery {
  const list = memberLists.find((name) => name === query.get('list')) ?? 'members'
  const page = Number(query.get('page') ?? '1')
  const term = list === 'invitations' ? '' : (query.get('search') ?? '').trim()
  return { list, term, page: Number.isInteger(page) && page > 0 ? page : 1 }
}

/** The page's address, without default values. */
export function membersPath({ list, term, page }: MembersQuery): string {
  const query = new URLSearchParams()
  if (list !== 'members') query.set('list', list)
  if (term !== '') query.set('search', term)
  if (page > 1) query.set('page', String(page))
  const text = query.toString()
  return text === '' ? '/edit_members' : `/edit_members?${text}`
}

/** Loads the members of the team, and its open invitations, for a manager. */
export async function loadMembers(args: LoadArgs) {
  const { api, url, signal } = args
  const viewer = asManager(args)
  // Members can be changed again once the team is reactivated.
  if (viewer.team.ended) throw redirect('/reactivate')
  const query = readMembersQuery(url.searchParams)
  const { list, term, page } = query
  const one = { page: 1, per_page: 1 }
  const members = (state: 'active' | 'deactivated') =>
    api.call(teamUsersContracts.list, {
      query: { state, ...(list === (state === 'active' ? 'members' : 'deactivated') ? { q: term, page } : one) },
      signal,
    })
  const [team, active, deactivated, invitations] = await orPageError(
    Promise.all([
      api.call(teamsContracts.read, { signal }),
      members('active'),
      members('deactivated'),
      api.call(teamInvitationsContracts.list, { query: list === 'invitations' ? { page } : one, signal }),
    ]),
  )
  return { viewer, team, active, deactivated, invitations, ...query }
}

export type MembersData = Awaited<ReturnType<typeof loadMembers>>
