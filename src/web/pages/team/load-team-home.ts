import { isApiError } from '../../../api/api-error.ts'
import type { Received } from '../../../api/contract.ts'
import type { HostTeam } from '../../../api/pages/site.ts'
import { searchContracts } from '../../../api/search/contract.ts'
import { teamPeopleContracts } from '../../../api/team-people/contract.ts'
import { messages } from '../../../rules/messages.ts'
import { orPageError, pageError } from '../../data/page-error.ts'
import type { LoadArgs } from '../../page.ts'

/** What the address of the team's home page asks for. */
export interface TeamHomeQuery {
  readonly term: string
  /** From 1. */
  readonly page: number
}

/** The page's address, without default values. */
export function teamHomePath({ term, page }: TeamHomeQuery): string {
  const query = new URLSearchParams()
  if (term !== '') query.set('search', term)
  if (page > 1) query.set('page', String(page))
  const text = query.toString()
  return text === '' ? '/' : `/?${text}`
}

export type TeamPeople = Received<(typeof teamPeopleContracts)['list']['output']>
export type FoundTeamDecks = Received<(typeof searchContracts)['ofTeam']['output']>

/** The data of a team's home page: its people, or the results of a search. */
export interface TeamHomeData extends TeamHomeQuery {
  readonly team: HostTeam
  readonly people: TeamPeople | null
  readonly found: FoundTeamDecks | null
  /** Why the search failed; null if it did not. */
  readonly error: string | null
}

/** Searches the team's decks. A failure is shown on the page, with a button that tries again. */
async function searchTeam({ api, signal }: LoadArgs, { term, page }: TeamHomeQuery) {
  try {
    const found = await api.call(searchContracts.ofTeam, { query: { q: term, page, sort: 'relevance' }, signal })
    return { found: found.error === null ? found : null, error: found.error }
  } catch (error) {
    const isRefused = isApiError(error) && error.isUserMessage && error.status < 500
    return { found: null, error: isRefused ? error.message : messages.search.failed }
  }
}

/** Loads the home page of the host's team: its people with their decks, or what a search finds. */
export async function loadTeamHome(args: LoadArgs): Promise<TeamHomeData> {
  const { api, viewer, team, url, signal } = args
  if (!team) throw pageError(404)
  const number = Number(url.searchParams.get('page') ?? '1')
  const page = Number.isInteger(number) && number > 0 ? number : 1
  // The search is for members.
  const term = viewer?.team?.id === team.id ? (url.searchParams.get('search') ?? '').trim() : ''
  if (term !== '') return { team, term, page, people: null, ...(await searchTeam(args, { term, page })) }
  const people = await orPageError(api.call(teamPeopleContracts.list, { query: { page }, signal }))
  return { team, term, page, people, found: null, error: null }
}
