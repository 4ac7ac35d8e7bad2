import { decideDeck } from '../../rules/permissions.ts'
import type { Db } from '../../server/db/open-database.ts'
import type { UserRow } from '../../server/http/session.ts'
import type { Services } from '../../server/services.ts'
import { type AccessTokenRequest, withLink } from '../access-tokens/link-queries.ts'
import { actorOf, deckFacts } from '../actor.ts'
import { loadDeckAt } from '../decks/load-deck.ts'

/** The deck's path in the path of one of its pages: /ada/engines/live. */
const deckPath = /^\/([^/?#]+)\/([^/?#]+)(?:\/[a-z]+)?\/?(?:[?#]|$)/

/**
 * Whether a signed-in user may have a session on a team's host: a member to open any page, another user to open a page
 * of a team's deck that this user may see (a public one to like or fork it, a shared one to work on it).
 */
export async function mayVisit(
  services: Services,
  db: Db,
  user: UserRow,
  { teamId, path, request }: { teamId: number; path: string; request: AccessTokenRequest },
): Promise<boolean> {
  if (user.team_id === teamId) return true
  const [, username, slug] = deckPath.exec(path) ?? []
  if (username === undefined || slug === undefined) return false
  const found = await loadDeckAt(db, decoded(username), decoded(slug), user.id)
  if (found?.deck.team_id !== teamId) return false
  const token = new URL(path, services.settings.baseUrl).searchParams.get('token') ?? undefined
  const loaded = await withLink(services, { headers: request.headers, query: { token } }, found)
  return decideDeck('see', actorOf(user), deckFacts(loaded, user.id)) === 'allow' || loaded.link?.state === 'locked'
}

/** A decoded path segment; '' for a malformed one, which names nothing. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return ''
  }
}
