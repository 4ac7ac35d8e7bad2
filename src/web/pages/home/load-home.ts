import { decksContracts } from '../../../api/decks/contract.ts'
import { searchContracts } from '../../../api/search/contract.ts'
import type { DeckListName } from '../../../rules/deck-lists.ts'
import { orPageError } from '../../data/page-error.ts'
import type { LoadArgs } from '../../page.ts'

/** Number of own decks shown. */
const recentDecks = 4

/**
 * Loads the home page: the user's newest decks, those shared with the user, and recommended ones. A failure of the last
 * two leaves its part empty.
 */
export async function loadOwnHome({ api, viewer, signal }: LoadArgs) {
  const listOf = (id: string, list: DeckListName) =>
    api.call(decksContracts.ofUser, { params: { id }, query: { list, page: 1 }, signal })
  const own = viewer ? orPageError(listOf(viewer.username, 'decks')) : null
  const shared = viewer ? listOf(viewer.username, 'shared').catch(() => null) : null
  const others = viewer ? { without_user: viewer.id } : {}
  const picks = api.call(searchContracts.search, { query: { page: 1, sort: 'relevance', ...others }, signal })
  const [ownList, sharedList, pickedDecks] = await Promise.all([own, shared, picks.catch(() => null)])
  const isShared = new Set(sharedList?.results.map(({ id }) => id))
  return {
    recent: ownList?.results.slice(0, recentDecks) ?? [],
    total: ownList?.total ?? 0,
    shared: sharedList?.results.slice(0, recentDecks) ?? [],
    sharedTotal: sharedList?.total ?? 0,
    picks: pickedDecks?.results.filter(({ id }) => !isShared.has(id)) ?? [],
  }
}
