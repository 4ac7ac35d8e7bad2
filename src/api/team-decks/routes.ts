import { messages } from '../../rules/messages.ts'
import { HttpError } from '../../server/http/http-error.ts'
import { decksJson } from '../decks/list-decks.ts'
import { listViewer } from '../decks/list-queries.ts'
import { pageAnswer, pageOf } from '../paging.ts'
import { route } from '../route.ts'
import { teamDecksContracts } from './contract.ts'
import { decksOfTeam } from './queries.ts'

/** What answers the calls about a team's decks. */
export const teamDecksRoutes = [
  route(teamDecksContracts.list, async (c) => {
    const teamId = c.request.hostTeam?.id ?? c.user?.team_id ?? null
    if (teamId === null) throw new HttpError(404, messages.access.notFound)
    const page = pageOf(c.query)
    const { rows, total } = await decksOfTeam(c.db, teamId, listViewer(c.user), c.query.user?.toLowerCase(), page)
    return pageAnswer(page, total, await decksJson(c.db, rows, c.user))
  }),
]
