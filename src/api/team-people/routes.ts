import { messages } from '../../rules/messages.ts'
import { HttpError } from '../../server/http/http-error.ts'
import { userThumbnailUrl } from '../decks/deck-json.ts'
import { decksJson } from '../decks/list-decks.ts'
import { listViewer } from '../decks/list-queries.ts'
import { pageAnswer, pageOf } from '../paging.ts'
import { route } from '../route.ts'
import { teamPeopleContracts } from './contract.ts'
import { newestDecksOf, peopleOfTeam } from './queries.ts'

/** Decks shown of each person. */
const decksEach = 4

/** What answers the calls about the people of a team. */
export const teamPeopleRoutes = [
  route(teamPeopleContracts.list, async (c) => {
    const teamId = c.request.hostTeam?.id ?? c.user?.team_id ?? null
    if (teamId === null) throw new HttpError(404, messages.access.notFound)
    const [page, viewer] = [pageOf(c.query), listViewer(c.user)]
    const { rows, total } = await peopleOfTeam(c.db, teamId, viewer, page)
    const ids = rows.map(({ id }) => id)
    const decks = await decksJson(c.db, await newestDecksOf(c.db, teamId, ids, viewer, decksEach), c.user)
    const isMember = viewer.teamId === teamId
    const people = rows.map((person) => ({
      user: {
        id: person.id,
        username: person.username,
        name: person.name,
        thumbnail_url: userThumbnailUrl(person),
      },
      role: isMember ? person.role : null,
      deck_count: person.deck_count ?? 0,
      decks: decks.filter((deck) => deck.user.id === person.id),
    }))
    return pageAnswer(page, total, people)
  }),
]
