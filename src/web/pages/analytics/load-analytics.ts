import { redirect } from 'react-router'
import { isApiError } from '../../../api/api-error.ts'
import type { Received } from '../../../api/contract.ts'
import { deckAnalyticsContracts } from '../../../api/deck-analytics/contract.ts'
import { decksContracts } from '../../../api/decks/contract.ts'
import { limits } from '../../../rules/limits.ts'
import { toOwnHost } from '../../data/own-host.ts'
import { orPageError, pageError } from '../../data/page-error.ts'
import { signInPath } from '../../data/return-path.ts'
import type { LoadArgs } from '../../page.ts'

/** The analytics of a deck. */
export type Analytics = Received<(typeof deckAnalyticsContracts)['read']['output']>

/** The data of the analytics page. */
export interface AnalyticsData {
  readonly deck: Received<(typeof decksContracts)['at']['output']>
  readonly analytics: Analytics
  /** Number of days shown. */
  readonly range: number
}

/** Default number of days. */
const defaultRange = 30

/** The number of days requested by the URL, or the default. */
export function rangeFrom(query: URLSearchParams): number {
  const wanted = Number(query.get('days'))
  return limits.analytics.ranges.find((days) => days === wanted) ?? defaultRange
}

/** Loads a deck's analytics. Visitors are redirected to sign in; users without access get a 404. */
export async function loadAnalytics(args: LoadArgs): Promise<AnalyticsData> {
  const { api, viewer, params, url, signal } = args
  if (!viewer) throw redirect(signInPath(url))
  const range = rangeFrom(url.searchParams)
  const address = { id: params.username ?? '', slug: params.slug ?? '' }
  const deck = await orPageError(api.call(decksContracts.at, { params: address, signal }))
  const reading = api.call(deckAnalyticsContracts.read, {
    params: { id: String(deck.id) },
    query: { days: range },
    signal,
  })
  const analytics = await orPageError(
    reading.catch((error: unknown) => {
      throw isApiError(error) && error.status === 403 ? pageError(404) : error
    }),
  )
  toOwnHost(args, deck.user.team_slug)
  return { deck, analytics, range }
}
