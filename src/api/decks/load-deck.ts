import type { Selectable } from 'kysely'
import type { DeckRole } from '../../rules/permissions.ts'
import type { UsersTable } from '../../server/db/account-tables.ts'
import { type HostedUser, hostedUsers } from '../../server/db/hosted-users.ts'
import type { Db } from '../../server/db/open-database.ts'
import { prepared } from '../../server/db/prepared.ts'
import type { DecksTable } from '../../server/db/schema.ts'
import { readId } from '../read-id.ts'
import { type TeamRow, teamById } from '../teams/queries.ts'

/** The access link that a request came with: `locked` still waits for its password. */
export interface LinkGrant {
  readonly tokenId: number
  /** The link's own, to be carried to the deck's other addresses; never to be written down. */
  readonly token: string
  readonly state: 'locked' | 'open'
  /** That of the password which was asked for: one more at each change. */
  readonly passwordVersion: number
}

/** A deck with everything a permission about it is decided from. */
export interface LoadedDeck {
  readonly deck: Selectable<DecksTable>
  /** Privileges count the owner's plan, not that of the person who acts. */
  readonly owner: HostedUser
  /** The team that the deck was made in, else its owner's; null outside teams. */
  readonly team: TeamRow | null
  readonly role: DeckRole | null
  /** The access link the request came with; null without one, and with one that is dead. */
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

/** The team whose rules hold for a deck: the one it was made in, else its owner's. */
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
 * The deck of an id with its owner and the person's role, trashed ones too; null when there is none.
 * `userId` null: somebody who is not signed in. Whether the person may see it, rules/permissions.ts decides. The access
 * link of a request is no part of this: see access-tokens/link-queries.ts.
 */
export async function loadDeckFor(db: Db, deckId: number, userId: number | null): Promise<LoadedDeck | null> {
  if (!Number.isSafeInteger(deckId) || deckId < 1) return null
  const [deck] = await deckById(db, deckId)
  return withOwner(db, deck, userId)
}

/** A deck that was loaded for nobody in particular, as somebody has it; `userId` null: as it is. */
export async function asDeckOf(db: Db, loaded: LoadedDeck, userId: number | null): Promise<LoadedDeck> {
  return userId === null ? loaded : { ...loaded, role: await roleOf(db, loaded.deck, userId) }
}

/**
 * The deck at /{username}/{slugOrId}. Of a slug that is all digits, a deck with exactly that slug wins over the
 * deck with that id. Usernames are compared in lower case, as they are stored. Nothing has an address with NUL in it.
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
