import { redirect } from 'react-router'
import { isApiError } from '../../../api/api-error.ts'
import type { Received } from '../../../api/contract.ts'
import { deckAnalyticsContracts } from '../../../api/deck-analytics/contract.ts'
import { decksContracts } from '../../../api/decks/contract.ts'
import { limits } from '../../../rules/limits.ts'
import { orPageError, pageError } from '../../data/page-error.ts'
import { signInPath } from '../../data/return-path.ts'
import type { LoadArgs } from '../../page.ts'

/** How a deck was read. */
export type Analytics = Received<(typeof deckAnalyticsContracts)['read']['output']>

/** What the page of a deck's readings shows. */
export interface AnalyticsData {
  readonly deck: Received<(typeof decksContracts)['at']['output']>
  readonly analytics: Analytics
  /** Days that are shown. */
  readonly range: number
}

/** The range of days when the address names none that is offered. */
const usualRange = 30

/** The range that an address asks for. */
export function rangeFrom(query: URLSearchParams): number {
  const wanted = Number(query.get('days'))
  return limits.analytics.ranges.find((days) => days === wanted) ?? usualRange
}

/** Loads how a deck was read. Visitors sign in first; for people who may not know it there is no such page. */
export async function loadAnalytics({ api, viewer, params, url, signal }: LoadArgs): Promise<AnalyticsData> {
  if (!viewer) throw redirect(signInPath(url))
  const range = rangeFrom(url.searchParams)
  const address = { id: params.username ?? '', slug: params.slug ?? '' }
  const deck = await orPageError(api.call(decksContracts.at, { params: address, signal }))
  const asked = api.call(deckAnalyticsContracts.read, {
    params: { id: String(deck.id) },
    query: { days: range },
    signal,
  })
  const analytics = await orPageError(
    asked.catch((error: unknown) => {
      throw isApiError(error) && error.status === 403 ? pageError(404) : error
    }),
  )
  return { deck, analytics, range }
}
