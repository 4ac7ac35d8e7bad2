import { actorOf, deckFacts } from '../../api/actor.ts'
import { isOwnedBy, loadDeckFor } from '../../api/decks/load-deck.ts'
import type { CollaboratorRole } from '../../rules/permissions.ts'
import { decideDeck } from '../../rules/permissions.ts'
import type { UserRow } from '../../server/http/session.ts'
import type { Services } from '../../server/services.ts'
import { actionOf, type Credentials, type Follower } from './follower.ts'

/** Values in one statement. */
const atOnce = 500

function chunks<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / atOnce) }, (_, at) => all.slice(at * atOnce, (at + 1) * atOnce))
}

/** The current facts that access depends on. */
interface Facts {
  readonly sessions: ReadonlySet<string>
  readonly users: ReadonlyMap<number, UserRow>
  readonly roles: ReadonlyMap<number, CollaboratorRole>
  /** The password versions of the deck's links. */
  readonly links: ReadonlyMap<number, number>
}

async function readFacts(services: Services, deckId: number, followers: readonly Follower[]): Promise<Facts> {
  const db = services.database.read
  const hashes = [...new Set(followers.flatMap(({ session }) => session ?? []))]
  const ids = [...new Set(followers.flatMap(({ userId }) => userId ?? []))]
  const sessions = new Set<string>()
  for (const some of chunks(hashes)) {
    const valid = db.selectFrom('sessions').select('id_hash').where('id_hash', 'in', some)
    for (const { id_hash } of await valid.where('expires_at', '>', services.now()).execute()) sessions.add(id_hash)
  }
  const users = new Map<number, UserRow>()
  for (const some of chunks(ids)) {
    const active = db.selectFrom('users').selectAll().where('id', 'in', some).where('active', '=', true)
    for (const user of await active.execute()) users.set(user.id, user)
  }
  const people = db.selectFrom('deck_users').select(['user_id', 'role']).where('deck_id', '=', deckId)
  const roles = await people.where('active', '=', true).where('user_id', 'is not', null).execute()
  const links = await db
    .selectFrom('access_tokens')
    .select(['id', 'password_version'])
    .where('deck_id', '=', deckId)
    .execute()
  return {
    sessions,
    users,
    roles: new Map(roles.map(({ user_id, role }) => [user_id as number, role])),
    links: new Map(links.map(({ id, password_version }) => [id, password_version])),
  }
}

/** Whether the session and the user are still valid. An ended session ends its follower's access. */
function isValidSession({ session, userId }: Credentials, { sessions, users }: Facts): boolean {
  return session === null || (sessions.has(session) && userId !== null && users.has(userId))
}

/**
 * The followers of a deck who lost access: deck made private or trashed, link removed or its password changed, role
 * removed, session ended. On a public deck only publishers are checked.
 */
export async function followersWithoutAccess(
  services: Services,
  deckId: number,
  followers: readonly Follower[],
): Promise<Follower[]> {
  const loaded = await loadDeckFor(services.database.read, deckId, null)
  if (!loaded || deckFacts(loaded, null).state !== 'active') return [...followers]
  const isPublic = loaded.deck.visibility === 'all'
  const checked = isPublic ? followers.filter(({ publisher }) => publisher) : followers
  if (checked.length === 0) return []
  const facts = await readFacts(services, deckId, checked)
  return checked.filter((follower) => {
    if (!isValidSession(follower, facts)) return true
    const { userId, link } = follower
    const user = userId === null ? null : (facts.users.get(userId) ?? null)
    const isOwner = userId !== null && isOwnedBy(loaded, userId)
    const role = isOwner ? ('owner' as const) : (userId && facts.roles.get(userId)) || null
    const linked = link !== null && facts.links.get(link.tokenId) === link.passwordVersion
    const state = { ...deckFacts({ ...loaded, role }, userId), link: linked ? ('open' as const) : ('none' as const) }
    return decideDeck(actionOf(follower.publisher !== null), actorOf(user), state) !== 'allow'
  })
}
