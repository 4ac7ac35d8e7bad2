import type { Received } from '../../../api/contract.ts'
import { searchContracts } from '../../../api/search/contract.ts'
import { messages } from '../../../rules/messages.ts'
import { type SearchSort, searchSorts } from '../../../rules/search-sorts.ts'
import type { LoadArgs } from '../../page.ts'

/** What is looked for, as the address says it. */
export interface Search {
  readonly term: string
  /** From 1. */
  readonly page: number
  readonly sort: SearchSort
}

/** What the page shows. */
export interface ExploreData extends Search {
  readonly found: Received<(typeof searchContracts)['search']['output']> | null
  /** What went wrong; null when the results are there. */
  readonly error: string | null
}

/** Reads the search from an address. */
export function readSearch(query: URLSearchParams): Search {
  const page = Number(query.get('page') ?? '1')
  const sort = searchSorts.find((one) => one === query.get('sort')) ?? 'relevance'
  return { term: (query.get('search') ?? '').trim(), page: Number.isInteger(page) && page > 0 ? page : 1, sort }
}

/** The address of a search. What is usual (first page, best first) is left out of it. */
export function explorePath({ term, page, sort }: Search): string {
  const query = new URLSearchParams()
  if (term !== '') query.set('search', term)
  if (page > 1) query.set('page', String(page))
  if (sort !== 'relevance') query.set('sort', sort)
  const text = query.toString()
  return text === '' ? '/explore' : `/explore?${text}`
}

/** Looks for decks. A search that fails is not a broken page: the page says so and offers to try again. */
export async function loadExplore({ api, url, signal }: LoadArgs): Promise<ExploreData> {
  const search = readSearch(url.searchParams)
  try {
    const query = { q: search.term || undefined, page: search.page, sort: search.sort }
    const found = await api.call(searchContracts.search, { query, signal })
    return { ...search, found: found.error === null ? found : null, error: found.error }
  } catch {
    return { ...search, found: null, error: messages.search.failed }
  }
}
