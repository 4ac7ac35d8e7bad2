import type { Received } from '../../../api/contract.ts'
import { searchContracts } from '../../../api/search/contract.ts'
import { messages } from '../../../rules/messages.ts'
import { type SearchSort, searchSorts } from '../../../rules/search-sorts.ts'
import type { LoadArgs } from '../../page.ts'

/** A search, as stored in the URL. */
export interface Search {
  readonly term: string
  /** From 1. */
  readonly page: number
  readonly sort: SearchSort
}

/** The page's data. */
export interface ExploreData extends Search {
  readonly found: Received<(typeof searchContracts)['search']['output']> | null
  /** Error message; null if the results were loaded. */
  readonly error: string | null
}

/** Parses the search from a URL's query. */
export function readSearch(query: URLSearchParams): Search {
  const page = Number(query.get('page') ?? '1')
  const sort = searchSorts.find((one) => one === query.get('sort')) ?? 'relevance'
  return { term: (query.get('search') ?? '').trim(), page: Number.isInteger(page) && page > 0 ? page : 1, sort }
}

/** The path of a search, without default values. */
export function explorePath({ term, page, sort }: Search): string {
  const query = new URLSearchParams()
  if (term !== '') query.set('search', term)
  if (page > 1) query.set('page', String(page))
  if (sort !== 'relevance') query.set('sort', sort)
  const text = query.toString()
  return text === '' ? '/explore' : `/explore?${text}`
}

/** Searches decks. On failure the page shows an error with a retry button. */
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
