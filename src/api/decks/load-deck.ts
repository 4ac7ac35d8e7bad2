import type { Selectable } from 'kysely'
import type { DeckRole } from '../../rules/permissions.ts'
import type { UsersTable } from '../../server/db/account-tables.ts'
import { type HostedUser, hostedUsers } from '../../server/db/hosted-users.ts'
import type { Db } from '../../server/db/open-database.ts'
import { prepared } from '../../server/db/prepared.ts'
import type { DecksTable } from '../../server/db/schema.ts'
import { readId } from '../read-id.ts'
import { type TeamRow, teamById } from '../teams/queries.ts'

/** The access link of a request. `locked`: its password has not been given. */
export interface LinkGrant {
  readonly tokenId: number
  /** The link's token, for URLs of the deck's other pages. Never log it. */
  readonly token: string
  readonly state: 'locked' | 'open'
  /** The password's version, incremented with each change. */
  readonly passwordVersion: number
}

/** A deck with all facts for permission decisions. */
export interface LoadedDeck {
  readonly deck: Selectable<DecksTable>
  /** Plan privileges of a deck are its owner's, not the acting user's. */
  readonly owner: HostedUser
  /** The team in which the deck was created, else its owner's team; null if neither exists. */
  readonly team: TeamRow | null
  readonly role: DeckRole | null
  /** The request's access link; null without a valid link. */
  readonly link: LinkGrant | null
}

const ownerById = prepared((db, id: number) => hostedUsers(db).where('users.id', '=', id))

const deckBySlug = prepared((db, username: string, slug: string) =>
  decksOfOwner(db, username).where('decks.slug', '=', slug),
)

const deckOfOwner = prepared((db, username: string, id: number) =>
  decksOfOwner(db, username).where('decks.id', '=', id),
)

const deckById = prepared((db, id: number) => db.selectFrom('decks').selectAll().where('id', '=', id))

function decksOfOwner(db: Db, username: string) {
  return db
    .selectFrom('decks')
    .innerJoin('users', 'users.id', 'decks.user_id')
    .selectAll('decks')
    .where('users.username', '=', username)
}

async function roleOf(db: Db, deck: Selectable<DecksTable>, userId: number | null): Promise<DeckRole | null> {
  if (userId === null) return null
  if (deck.user_id === userId) return 'owner'
  const row = await db
    .selectFrom('deck_users')
    .select('role')
    .where('deck_id', '=', deck.id)
    .where('user_id', '=', userId)
    .where('active', '=', true)
    .executeTakeFirst()
  return row?.role ?? null
}

/** The team whose rules apply to a deck: the team in which it was created, else its owner's team. */
export async function teamOf(
  db: Db,
  deck: Pick<Selectable<DecksTable>, 'team_id'>,
  owner: Pick<Selectable<UsersTable>, 'team_id'>,
): Promise<TeamRow | null> {
  return teamById(db, deck.team_id ?? owner.team_id)
}

async function withOwner(db: Db, deck: Selectable<DecksTable> | undefined, userId: number | null) {
  if (!deck) return null
  const [owner] = await ownerById(db, deck.user_id)
  if (!owner) throw new Error('A deck without an owner')
  return { deck, owner, team: await teamOf(db, deck, owner), role: await roleOf(db, deck, userId), link: null }
}

/**
 * Loads a deck, even from the trash, with its owner and the user's role. Null if there is no deck. `userId` is null for
 * visitors. Permissions are not checked: see rules/permissions.ts. The access link is added by
 * access-tokens/link-queries.ts.
 */
export async function loadDeckFor(db: Db, deckId: number, userId: number | null): Promise<LoadedDeck | null> {
  if (!Number.isSafeInteger(deckId) || deckId < 1) return null
  const [deck] = await deckById(db, deckId)
  return withOwner(db, deck, userId)
}

/** Adds a user's role to a deck loaded without one. */
export async function asDeckOf(db: Db, loaded: LoadedDeck, userId: number | null): Promise<LoadedDeck> {
  return userId === null ? loaded : { ...loaded, role: await roleOf(db, loaded.deck, userId) }
}

/**
 * Loads the deck at /{username}/{slugOrId}. A deck whose slug is all digits takes precedence over the deck with that
 * id. Usernames are compared in lower case. NUL bytes match nothing.
 */
export async function loadDeckAt(
  db: Db,
  username: string,
  slugOrId: string,
  userId: number | null,
): Promise<LoadedDeck | null> {
  if (username.includes('\0') || slugOrId.includes('\0')) return null
  const owner = username.toLowerCase()
  const [bySlug] = await deckBySlug(db, owner, slugOrId)
  const id = readId(slugOrId)
  if (bySlug || id === null) return withOwner(db, bySlug, userId)
  const [byId] = await deckOfOwner(db, owner, id)
  return withOwner(db, byId, userId)
}
