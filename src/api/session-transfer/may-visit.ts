import { decideDeck } from '../../rules/permissions.ts'
import type { UserRow } from '../../server/http/session.ts'
import type { Services } from '../../server/services.ts'
import { type AccessTokenRequest, withLink } from '../access-tokens/link-queries.ts'
import { actorOf, deckFacts } from '../actor.ts'
import { type LoadedDeck, loadDeckAt } from '../decks/load-deck.ts'

/** A page of a team's host that a signed-in user wants to open. */
export interface Visit {
  readonly user: UserRow
  readonly teamId: number
  /** Path and query. */
  readonly path: string
  readonly request: AccessTokenRequest
}

/** The path of a deck's page: /ada/engines/live. */
const deckPath = /^\/([^/]+)\/([^/]+)(?:\/[a-z]+)?\/?$/

/** The deck whose page the user wants to open; null if there is none that this user may see. */
export async function visitedDeck(services: Services, { user, path, request }: Visit): Promise<LoadedDeck | null> {
  const { pathname, searchParams } = new URL(path, services.settings.baseUrl)
  const [, username, slug] = deckPath.exec(pathname)?.map(decoded) ?? []
  if (username === undefined || slug === undefined) return null
  const found = await loadDeckAt(services.database.read, username, slug, user.id)
  if (!found) return null
  const query = { token: searchParams.get('token') ?? undefined }
  const loaded = await withLink(services, { headers: request.headers, query }, found)
  const isSeen = decideDeck('see', actorOf(user), deckFacts(loaded, user.id)) === 'allow'
  return isSeen || loaded.link?.state === 'locked' ? loaded : null
}

/**
 * Whether a signed-in user may have a session on a team's host: a member to open any page, another user to open a page
 * of a team's deck that this user may see (a public one to like or fork it, a shared one to work on it).
 */
export async function mayVisit(services: Services, visit: Visit): Promise<boolean> {
  if (visit.user.team_id === visit.teamId) return true
  return (await visitedDeck(services, visit))?.deck.team_id === visit.teamId
}

/** A decoded path segment; '' for a malformed one, which names nothing. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return ''
  }
}
