import { limits } from '../../rules/limits.ts'
import { messages } from '../../rules/messages.ts'
import { validateSearchTerm } from '../../rules/validators.ts'
import { isDatabaseUnavailable, isStatementTimeout } from '../../server/db/database-unavailable.ts'
import { decksJson } from '../decks/list-decks.ts'
import { type Context, route } from '../route.ts'
import { searchContracts } from './contract.ts'
import { exploreDecks, type Found, searchDecks } from './search-decks.ts'
import { searchTeam } from './team-search.ts'

/** Answers a search. An invalid term and a failed search are messages in the answer. */
async function answer(
  c: Pick<Context, 'db' | 'services' | 'user'>,
  { q, page }: { q: string | undefined; page: number },
  find: (perPage: number) => Promise<Found>,
) {
  const perPage = limits.search.perPage
  const nothing = { results: [], total: 0, page, decks_per_page: perPage }
  const wrong = q === undefined ? null : validateSearchTerm(q)
  if (wrong !== null) return { ...nothing, error: wrong }
  try {
    const found = await find(perPage)
    return { ...nothing, results: await decksJson(c.db, found.decks, c.user), total: found.total, error: null }
  } catch (error) {
    if (isDatabaseUnavailable(error) && !isStatementTimeout(error)) throw error
    c.services.log.error({ err: error }, 'a search failed')
    return { ...nothing, error: messages.search.failed }
  }
}

/** Handlers of the search. */
export const searchRoutes = [
  route(searchContracts.search, async (c) => {
    const { q, page, sort, without_user: withoutUser } = c.query
    const { database } = c.services
    return answer(c, { q, page }, (perPage) =>
      q === undefined
        ? exploreDecks(database, { sort, page, perPage, withoutUser })
        : searchDecks(database, { text: q, sort, page, perPage }),
    )
  }),

  route(searchContracts.ofTeam, async (c) => {
    const { q, page, sort } = c.query
    const { user } = c
    return answer(c, { q, page }, (perPage) =>
      searchTeam(c.db, user.team_id as number, { text: q, sort, page, perPage }),
    )
  }),
]
