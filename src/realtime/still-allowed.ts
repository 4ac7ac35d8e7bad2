import { type ActorRow, actorColumns, actorOf, deckFacts } from '../api/actor.ts'
import { isCollaborator } from '../api/decks/collaborator-queries.ts'
import { isOwnedBy, type LoadedDeck, loadDeckFor } from '../api/decks/load-deck.ts'
import {
  type Actor,
  type CollaboratorRole,
  type Decision,
  type DeckAction,
  type DeckRole,
  decideDeck,
} from '../rules/permissions.ts'
import { needsSignOn } from '../rules/sign-on.ts'
import { prepared, preparedByLength } from '../server/db/prepared.ts'
import type { Services } from '../server/services.ts'
import type { Credentials } from './decider.ts'

/** Values in one statement. */
const atOnce = 500

function chunks<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / atOnce) }, (_, at) => all.slice(at * atOnce, (at + 1) * atOnce))
}

interface ValidSession {
  /** The team by whose provider it began. */
  readonly sign_on_team_id: number | null
  readonly expires_at: Date
}

/** The current facts that access depends on. */
interface Facts {
  readonly sessions: ReadonlyMap<string, ValidSession>
  readonly users: ReadonlyMap<number, ActorRow>
  readonly roles: ReadonlyMap<number, CollaboratorRole>
  /** The password versions of the deck's links. */
  readonly links: ReadonlyMap<number, number>
}

const validSessions = preparedByLength((db, now: Date, ...hashes: readonly string[]) =>
  db
    .selectFrom('sessions')
    .select(['id_hash', 'sign_on_team_id', 'expires_at'])
    .where('expires_at', '>', now)
    .where('id_hash', 'in', hashes),
)

const usersByIds = preparedByLength((db, ...ids: readonly number[]) =>
  db.selectFrom('users').select(actorColumns).where('id', 'in', ids),
)

const rolesIn = prepared((db, deckId: number) =>
  db.selectFrom('deck_users').select(['user_id', 'role']).where('deck_id', '=', deckId).where(isCollaborator),
)

const linksOf = prepared((db, deckId: number) =>
  db.selectFrom('access_tokens').select(['id', 'password_version']).where('deck_id', '=', deckId),
)

/** `owner`: the owner of a personal deck, read just now. Its rights depend on no role. */
async function readFacts(
  services: Services,
  deckId: number,
  members: readonly Credentials[],
  owner: ActorRow | null = null,
): Promise<Facts> {
  const db = services.database.read
  const hashes = [...new Set(members.flatMap(({ session }) => session ?? []))]
  const ids = [...new Set(members.flatMap(({ userId }) => (userId === owner?.id ? [] : (userId ?? []))))]
  const sessions = new Map<string, ValidSession>()
  for (const some of chunks(hashes)) {
    for (const row of await validSessions(db, services.now(), ...some)) sessions.set(row.id_hash, row)
  }
  const users = new Map<number, ActorRow>(owner?.active ? [[owner.id, owner]] : [])
  for (const some of chunks(ids)) {
    for (const user of await usersByIds(db, ...some)) if (user.active) users.set(user.id, user)
  }
  const roles = ids.length > 0 ? await rolesIn(db, deckId) : []
  const links = members.some(({ link }) => link !== null) ? await linksOf(db, deckId) : []
  return {
    sessions,
    users,
    roles: new Map(roles.map(({ user_id, role }) => [user_id as number, role])),
    links: new Map(links.map(({ id, password_version }) => [id, password_version])),
  }
}

/** Whether the session and the user are still valid. An ended session ends its socket's access. */
function isValidSession({ session, userId }: Credentials, { sessions, users }: Facts): boolean {
  return session === null || (sessions.has(session) && userId !== null && users.has(userId))
}

/**
 * The member's user as a request would have it: no member of the deck's team if it requires single sign-on and the
 * session began another way.
 */
function userOf({ session, userId }: Credentials, team: LoadedDeck['team'], facts: Facts): ActorRow | null {
  const user = userId === null ? undefined : facts.users.get(userId)
  if (!user) return null
  const isMissing = needsSignOn({
    teamId: user.team_id === team?.id ? user.team_id : null,
    requiresSignOn: team?.require_sso === true,
    isOwner: user.membership_role === 'owner',
    sessionTeamId: session === null ? null : (facts.sessions.get(session)?.sign_on_team_id ?? null),
  })
  return isMissing ? { ...user, team_id: null, membership_role: null } : user
}

/** The decisions for sockets of one deck, each about its own action, in their order. All are 'hidden' without an active deck. */
export async function decideAgain(
  services: Services,
  deckId: number,
  asked: readonly { readonly credentials: Credentials; readonly action: DeckAction }[],
): Promise<Decision[]> {
  const loaded = await loadDeckFor(services.database.read, deckId, null)
  if (!loaded || deckFacts(loaded, null).state !== 'active') return asked.map(() => 'hidden')
  const members = asked.map(({ credentials }) => credentials)
  return decideMembers(loaded, asked, await readFacts(services, deckId, members))
}

/** A socket's user and the deck as this user has it. */
export interface MemberNow {
  readonly loaded: LoadedDeck
  readonly actor: Actor & { readonly userId: number }
  /** When the session ends; null without one. */
  readonly until: Date | null
}

/** The user of a socket and its deck if it may do something now, from one read of both; else null. */
export async function memberNow(
  services: Services,
  deckId: number,
  credentials: Credentials,
  action: DeckAction,
): Promise<MemberNow | null> {
  const loaded = await loadDeckFor(services.database.read, deckId, null)
  if (!loaded || deckFacts(loaded, null).state !== 'active') return null
  const isOwner = loaded.team === null && credentials.userId === loaded.owner.id
  const facts = await readFacts(services, deckId, [credentials], isOwner ? loaded.owner : null)
  const [decision] = decideMembers(loaded, [{ credentials, action }], facts)
  const user = userOf(credentials, loaded.team, facts)
  if (decision !== 'allow' || !user) return null
  const { session } = credentials
  const until = session === null ? null : (facts.sessions.get(session)?.expires_at ?? null)
  return {
    loaded: { ...loaded, role: roleIn(loaded, user, facts) },
    actor: { ...actorOf(user), userId: user.id },
    until,
  }
}

function roleIn(loaded: LoadedDeck, user: ActorRow, facts: Facts): DeckRole | null {
  const owner = user.id === loaded.owner.id ? user : loaded.owner
  return isOwnedBy({ deck: loaded.deck, owner }, user.id) ? 'owner' : (facts.roles.get(user.id) ?? null)
}

function decideMembers(
  loaded: LoadedDeck,
  asked: readonly { readonly credentials: Credentials; readonly action: DeckAction }[],
  facts: Facts,
): Decision[] {
  return asked.map(({ credentials, action }) => {
    if (!isValidSession(credentials, facts)) return 'sign-in'
    const { userId, link } = credentials
    const user = userOf(credentials, loaded.team, facts)
    const role = user && roleIn(loaded, user, facts)
    const linked = link !== null && facts.links.get(link.tokenId) === link.passwordVersion
    const state = { ...deckFacts({ ...loaded, role }, userId), link: linked ? ('open' as const) : ('none' as const) }
    return decideDeck(action, actorOf(user), state)
  })
}

/**
 * The sockets of a deck that lost access: deck made private or trashed, link removed or its password changed, role
 * removed, session ended, single sign-on required. `actionOf`: what each socket does, which needs permission.
 */
export async function withoutAccess<Member extends Credentials>(
  services: Services,
  deckId: number,
  members: readonly Member[],
  actionOf: (member: Member) => DeckAction,
): Promise<Member[]> {
  const loaded = await loadDeckFor(services.database.read, deckId, null)
  if (!loaded || deckFacts(loaded, null).state !== 'active') return [...members]
  // Everybody may follow a public deck.
  const isPublic = loaded.deck.visibility === 'all'
  const checked = isPublic ? members.filter((member) => actionOf(member) !== 'read-stream') : members
  if (checked.length === 0) return []
  const facts = await readFacts(services, deckId, checked)
  const asked = checked.map((credentials) => ({ credentials, action: actionOf(credentials) }))
  const decisions = decideMembers(loaded, asked, facts)
  return checked.filter((_, at) => decisions[at] !== 'allow')
}
