import type { Selectable } from 'kysely'
import type { OwnFont } from '../../rules/own-fonts.ts'
import { type DeckRole, deckBelongsTo } from '../../rules/permissions.ts'
import { coalesceReads } from '../../server/db/coalesce-reads.ts'
import type { HostedUser } from '../../server/db/hosted-users.ts'
import type { Db } from '../../server/db/open-database.ts'
import { prepared } from '../../server/db/prepared.ts'
import type { DecksTable } from '../../server/db/schema.ts'
import type { UserRow } from '../../server/http/session.ts'
import { joinedFonts, loadFonts } from '../own-fonts/load-fonts.ts'
import { readId } from '../read-id.ts'
import { type TeamRow, teamById, teamsByIds } from '../teams/queries.ts'
import { type LoadedTheme, loadTheme, withoutScripts } from '../themes/load-theme.ts'
import { isCollaborator } from './collaborator-queries.ts'
import { withSuspension } from './deck-state.ts'
import { deckFormerlyAt } from './former-addresses.ts'

/** The access link of a request. `locked`: its password has not been given. */
export interface LinkGrant {
  readonly tokenId: number
  /** The link's token, for URLs of the deck's other pages. Never log it. */
  readonly token: string
  readonly state: 'locked' | 'open'
  /** The password's version, incremented with each change. */
  readonly passwordVersion: number
}

/**
 * The owner of a deck, with the plan and the host of the deck: its team's, else the owner's plan and the app's host.
 * Plan privileges of a deck are these, not the acting user's.
 */
export type DeckOwner = HostedUser

/** The owner of a deck of this team, or of a personal deck. */
export function deckOwner(user: UserRow, team: Pick<TeamRow, 'plan' | 'slug'> | null): DeckOwner {
  return { ...user, plan: team?.plan ?? user.plan, team_slug: team?.slug ?? null }
}

/** A deck with all facts for permission decisions. */
export interface LoadedDeck {
  readonly deck: Selectable<DecksTable>
  readonly owner: DeckOwner
  /** The team that the deck belongs to; null for a personal deck, also of a member. */
  readonly team: TeamRow | null
  /** The user's role. An owner who is no longer a member of the deck's team has none. */
  readonly role: DeckRole | null
  /** The theme that the deck is drawn with, in its newest version; null if it has none. */
  readonly theme: LoadedTheme | null
  /** The uploaded fonts that it may use: its owner's, its team's and its theme's. */
  readonly fonts: readonly OwnFont[]
  /** The request's access link; null without a valid link. */
  readonly link: LinkGrant | null
}

const ownerById = prepared((db, id: number) => db.selectFrom('users').selectAll().where('id', '=', id))

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

type OwnedDeck = Pick<LoadedDeck, 'deck'> & { readonly owner: Pick<UserRow, 'id' | 'team_id'> }

/** Whether a deck's owner has an owner's rights on it; see deckBelongsTo. */
export function isOwnedBy({ deck, owner }: OwnedDeck, userId: number): boolean {
  const facts = { ownerId: owner.id, teamId: deck.team_id }
  return deckBelongsTo(facts, { userId, teamId: userId === owner.id ? owner.team_id : null })
}

async function roleOf(db: Db, owned: OwnedDeck, userId: number | null): Promise<DeckRole | null> {
  if (userId === null) return null
  if (isOwnedBy(owned, userId)) return 'owner'
  const row = await db
    .selectFrom('deck_users')
    .select('role')
    .where('deck_id', '=', owned.deck.id)
    .where('user_id', '=', userId)
    .where(isCollaborator)
    .executeTakeFirst()
  return row?.role ?? null
}

/**
 * The theme that a deck is drawn with. That of a user only stands in decks on which this user has an owner's rights:
 * otherwise a member who has left a team would still change how its decks look. That of a team still stands in personal
 * decks of a former member, so that they look as before; its scripts no longer run there.
 */
async function themeOf(db: Db, owned: OwnedDeck): Promise<LoadedTheme | null> {
  const theme = await loadTheme(db, owned.deck.theme_id)
  if (!theme) return null
  const { user_id: userId, team_id: teamId } = theme.row
  if (userId !== null) return isOwnedBy(owned, userId) ? theme : null
  const isOfTeam = teamId === null || teamId === owned.deck.team_id || teamId === owned.owner.team_id
  return isOfTeam ? theme : withoutScripts(theme)
}

/** The fonts of the deck's owner and team. A former member of the team has none in its decks. */
async function fontsOf(
  db: Db,
  owned: { readonly deck: Selectable<DecksTable>; readonly owner: UserRow },
  team: TeamRow | null,
): Promise<readonly (readonly OwnFont[])[]> {
  const { owner } = owned
  return [
    team ? await loadFonts(db, { team: team.id }, team.fonts_version) : [],
    isOwnedBy(owned, owner.id) ? await loadFonts(db, { user: owner.id }, owner.fonts_version) : [],
  ]
}

async function withOwner(db: Db, deck: Selectable<DecksTable> | undefined, userId: number | null) {
  if (!deck) return null
  const [user] = await ownerById(db, deck.user_id)
  if (!user) throw new Error('A deck without an owner')
  const team = await teamById(db, deck.team_id)
  const role = await roleOf(db, { deck, owner: user }, userId)
  const theme = await themeOf(db, { deck, owner: user })
  const fonts = joinedFonts([theme?.fonts ?? [], ...(await fontsOf(db, { deck, owner: user }, team))])
  return { deck: withSuspension(deck, user), owner: deckOwner(user, team), team, role, theme, fonts, link: null }
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

/** A deck with the facts for permission decisions, without what it is drawn with. */
export type PermittedDeck = Omit<LoadedDeck, 'theme' | 'fonts'>

/** Rows per query: SQLite limits the parameters of a statement. */
const atOnce = 500

/**
 * Loads many decks with their owners and the user's roles, in the order of the ids, with a number of queries that does
 * not depend on that of the decks. Decks that do not exist are left out. Permissions are not checked.
 */
export async function loadDecksFor(db: Db, deckIds: readonly number[], userId: number): Promise<PermittedDeck[]> {
  const found: PermittedDeck[] = []
  for (let start = 0; start < deckIds.length; start += atOnce) {
    found.push(...(await loadBatch(db, deckIds.slice(start, start + atOnce), userId)))
  }
  return found
}

async function loadBatch(db: Db, deckIds: readonly number[], userId: number): Promise<PermittedDeck[]> {
  const decks = await db.selectFrom('decks').selectAll().where('id', 'in', deckIds).execute()
  if (decks.length === 0) return []
  const ownerIds = [...new Set(decks.map((deck) => deck.user_id))]
  const owners = await db.selectFrom('users').selectAll().where('id', 'in', ownerIds).execute()
  const teams = await teamsByIds(db, [...new Set(decks.flatMap((deck) => deck.team_id ?? []))])
  const roles = await db
    .selectFrom('deck_users')
    .select(['deck_id', 'role'])
    .where('deck_id', 'in', deckIds)
    .where('user_id', '=', userId)
    .where(isCollaborator)
    .execute()
  const [deckOf, userOf, teamOf] = [byId(decks), byId(owners), byId(teams)]
  const roleIn = new Map(roles.map((row) => [row.deck_id, row.role]))
  return deckIds.flatMap((id) => {
    const deck = deckOf.get(id)
    const user = deck && userOf.get(deck.user_id)
    if (!deck || !user) return []
    const team = deck.team_id === null ? null : (teamOf.get(deck.team_id) ?? null)
    const role = isOwnedBy({ deck, owner: user }, userId) ? 'owner' : (roleIn.get(id) ?? null)
    return [{ deck: withSuspension(deck, user), owner: deckOwner(user, team), team, role, link: null }]
  })
}

const byId = <Row extends { readonly id: number }>(rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]))

/** Adds a user's role to a deck loaded without one. */
export async function asDeckOf(db: Db, loaded: LoadedDeck, userId: number | null): Promise<LoadedDeck> {
  return userId === null ? loaded : { ...loaded, role: await roleOf(db, loaded, userId) }
}

/**
 * Loads the deck at /{username}/{slugOrId}. A deck whose slug is all digits takes precedence over the deck with that
 * id. A deck that was there under an earlier owner is found too. Usernames are compared in lower case. NUL bytes match
 * nothing.
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
  if (bySlug) return withOwner(db, bySlug, userId)
  const [byId] = id === null ? [] : await deckOfOwner(db, owner, id)
  if (byId) return withOwner(db, byId, userId)
  const formerId = await deckFormerlyAt(db, owner, slugOrId)
  return formerId === null ? null : loadDeckFor(db, formerId, userId)
}

/** Visitors' reads that wait at the same time, by database handle. */
const visitorReads = new WeakMap<Db, (address: string) => Promise<LoadedDeck | null>>()

/**
 * Loads the deck at /{username}/{slugOrId} for a visitor, like loadDeckAt. Requests that wait at the same time share
 * one read, which begins after all of them, and its result.
 */
export async function loadDeckForVisitor(db: Db, username: string, slugOrId: string): Promise<LoadedDeck | null> {
  if (username.includes('\0') || slugOrId.includes('\0')) return null
  const read = visitorReads.get(db) ?? coalesceReads((address: string) => readAtAddress(db, address))
  visitorReads.set(db, read)
  return read(`${username}\0${slugOrId}`)
}

function readAtAddress(db: Db, address: string): Promise<LoadedDeck | null> {
  const [username = '', slugOrId = ''] = address.split('\0')
  return loadDeckAt(db, username, slugOrId, null)
}
