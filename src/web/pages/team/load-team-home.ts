import type { HostTeam } from '../../../api/pages/site.ts'
import { teamDecksContracts } from '../../../api/team-decks/contract.ts'
import { orPageError } from '../../data/page-error.ts'
import type { LoadArgs } from '../../page.ts'

/** Loads a team's home page: its decks that the viewer may see. */
export async function loadTeamHome({ api, url, signal }: LoadArgs, team: HostTeam) {
  const page = Math.max(1, Number.parseInt(url.searchParams.get('page') ?? '1', 10) || 1)
  const list = await orPageError(api.call(teamDecksContracts.list, { query: { page }, signal }))
  return { team, list }
}

/** The data of a team's home page. */
export type TeamHomeData = Awaited<ReturnType<typeof loadTeamHome>>
