import { decksContracts } from '../../../api/decks/contract.ts'
import { searchContracts } from '../../../api/search/contract.ts'
import { orPageError } from '../../data/page-error.ts'
import type { LoadArgs } from '../../page.ts'

/** Number of own decks shown. */
const recentDecks = 4

/** Loads the home page: the user's newest decks and recommended ones. A failure of either leaves its part empty. */
export async function loadOwnHome({ api, viewer, signal }: LoadArgs) {
  const own = viewer
    ? orPageError(
        api.call(decksContracts.ofUser, { params: { id: viewer.username }, query: { list: 'decks', page: 1 }, signal }),
      )
    : null
  const others = viewer ? { without_user: viewer.id } : {}
  const picks = api.call(searchContracts.search, { query: { page: 1, sort: 'relevance', ...others }, signal })
  const [ownList, pickedDecks] = await Promise.all([own, picks.catch(() => null)])
  return {
    recent: ownList?.results.slice(0, recentDecks) ?? [],
    total: ownList?.total ?? 0,
    picks: pickedDecks?.results ?? [],
  }
}
