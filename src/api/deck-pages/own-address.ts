import type { FastifyRequest } from 'fastify'
import { deckUrl, originOf } from '../../rules/deck-url.ts'
import type { Settings } from '../../server/env.ts'
import type { LoadedDeck } from '../decks/load-deck.ts'
import { requestOrigin } from '../pages/request-origin.ts'

/** The address of a deck's page: origin, and path with query. */
export interface PageAddress {
  readonly origin: string
  readonly path: string
}

/**
 * The URL of a deck's page at its present address: on the host of its team, else of the app, under its present owner
 * and slug. View and query are kept; browsers keep the hash. Null if `at` is that address. Call it only for a deck that
 * the user may see, since a redirect reveals that the deck exists.
 */
export function presentAddress(
  { baseUrl }: Pick<Settings, 'baseUrl'>,
  { deck, owner }: Pick<LoadedDeck, 'deck' | 'owner'>,
  at: PageAddress,
): string | null {
  const origin = originOf({ teamSlug: owner.team_slug }, baseUrl)
  const { pathname, search } = new URL(at.path, baseUrl)
  const [, username = '', name = '', ...view] = pathname.split('/')
  const isRenamed = deck.slug !== null && ![deck.slug, String(deck.id)].includes(decodeURIComponent(name))
  const isMoved = isRenamed || decodeURIComponent(username).toLowerCase() !== owner.username
  if (origin === at.origin && !isMoved) return null
  if (!isMoved) return origin + pathname + search
  const path = deckUrl({ username: owner.username, slug: deck.slug, id: deck.id })
  return origin + [path, ...view].join('/') + search
}

/** The address of a request for a deck's page. */
export function pageAddress(
  request: Pick<FastifyRequest, 'surface' | 'url'>,
  settings: Pick<Settings, 'baseUrl'>,
): PageAddress {
  return { origin: requestOrigin(request, settings), path: request.url }
}
