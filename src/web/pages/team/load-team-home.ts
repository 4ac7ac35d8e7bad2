import type { Received } from '../../../api/contract.ts'
import type { HostTeam } from '../../../api/pages/site.ts'
import { teamPeopleContracts } from '../../../api/team-people/contract.ts'
import { orPageError } from '../../data/page-error.ts'
import type { LoadArgs } from '../../page.ts'

export type TeamPeople = Received<(typeof teamPeopleContracts)['list']['output']>

/** The data of a team's home page. */
export interface TeamHomeData {
  readonly team: HostTeam
  /** From 1. */
  readonly page: number
  readonly people: TeamPeople
}

/** Loads the home page of a team: its people with their decks. */
export async function loadTeamHome({ api, url, signal }: LoadArgs, team: HostTeam): Promise<TeamHomeData> {
  const number = Number(url.searchParams.get('page') ?? '1')
  const page = Number.isInteger(number) && number > 0 ? number : 1
  return { team, page, people: await orPageError(api.call(teamPeopleContracts.list, { query: { page }, signal })) }
}
