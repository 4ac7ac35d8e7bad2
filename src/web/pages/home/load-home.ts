import { decksContracts } from '../../../api/decks/contract.ts'
import { searchContracts } from '../../../api/search/contract.ts'
import { orPageError } from '../../data/page-error.ts'
import type { LoadArgs } from '../../page.ts'

/** Cards in the row of the own decks. */
const recentDecks = 4

/** Loads what the home page shows: the own decks, newest first, and decks to look at. Neither breaks the page. */
export async function loadHome({ api, viewer, signal }: LoadArgs) {
  const own = viewer
    ? orPageError(
        api.call(decksContracts.ofUser, { params: { id: viewer.username }, query: { list: 'decks', page: 1 }, signal }),
      )
    : null
  const others = viewer ? { without_user: viewer.id } : {}
  const picks = api.call(searchContracts.search, { query: { page: 1, sort: 'relevance', ...others }, signal })
  const [ownList, picked] = await Promise.all([own, picks.catch(() => null)])
  return {
    recent: ownList?.results.slice(0, recentDecks) ?? [],
    total: ownList?.total ?? 0,
    picks: picked?.results ?? [],
  }
}
