import { limits } from '../../rules/limits.ts'
import { messages } from '../../rules/messages.ts'
import { validateSearchTerm } from '../../rules/validators.ts'
import { isDatabaseUnavailable, isStatementTimeout } from '../../server/db/database-unavailable.ts'
import { decksJson } from '../decks/list-decks.ts'
import { route } from '../route.ts'
import { searchContracts } from './contract.ts'
import { exploreDecks, searchDecks } from './search-decks.ts'

/** Handler of the search. */
export const searchRoutes = [
  route(searchContracts.search, async (c) => {
    const { q, page, sort } = c.query
    const perPage = limits.search.perPage
    const nothing = { results: [], total: 0, page, decks_per_page: perPage }
    const wrong = q === undefined ? null : validateSearchTerm(q)
    if (wrong !== null) return { ...nothing, error: wrong }
    try {
      const { database } = c.services
      const found = await (q === undefined
        ? exploreDecks(database, { sort, page, perPage, withoutUser: c.query.without_user })
        : searchDecks(database, { text: q, sort, page, perPage }))
      return { ...nothing, results: await decksJson(c.db, found.decks, c.user), total: found.total, error: null }
    } catch (error) {
      if (isDatabaseUnavailable(error) && !isStatementTimeout(error)) throw error
      c.services.log.error({ err: error }, 'a search failed')
      return { ...nothing, error: messages.search.failed }
    }
  }),
]
