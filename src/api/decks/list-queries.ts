import type { ExpressionBuilder } from 'kysely'
import type { CollaboratorRole } from '../../rules/permissions.ts'
import type { Db } from '../../server/db/open-database.ts'
import { type Page, readPage } from '../../server/db/read-page.ts'
import type { Schema } from '../../server/db/schema.ts'
import type { UserRow } from '../../server/http/session.ts'
import { isCollaborator } from './collaborator-queries.ts'
import type { ForkedFrom } from './contract.ts'
import { isActiveDeck } from './deck-state.ts'
import { type DeckOwner, deckOwner } from './load-deck.ts'
import type { DeckRow } from './queries.ts'

/** The decks of a page and their total number. */
export interface DeckPage {
  readonly rows: DeckRow[]
  readonly total: number
}

/** A user's own decks, last changed first; or the trash, last trashed first. */
export async function ownDecks(
  db: Db,
  user: Pick<UserRow, 'id' | 'team_id'>,
  trashed: boolean,
  page: Page,
): Promise<DeckPage> {
  const query = db
    .selectFrom('decks')
    .where('user_id', '=', user.id)
    .where(ownedWhileIn(user.team_id))
    .where('trashed_at', trashed ? 'is not' : 'is', null)
  const ordered = query
    .selectAll()
    .orderBy(trashed ? 'trashed_at' : 'updated_at', 'desc')
    .orderBy('id', 'desc')
  return readPage(query, ordered, page)
}

/** The user who reads another user's list. */
export interface ListViewer {
  readonly userId: number | null
  readonly teamId: number | null
}

/** The reader of a list. */
export function listViewer(user: Pick<UserRow, 'id' | 'team_id'> | null): ListViewer {
  return { userId: user?.id ?? null, teamId: user?.team_id ?? null }
}

/**
 * The condition that a user may see a deck: public decks, internal ones of the user's team, those on which the user
 * collaborates, and own ones. A team's deck is its owner's own only while the owner is a member.
 */
export function visibleTo({ userId, teamId }: ListViewer) {
  return (where: ExpressionBuilder<Schema, 'decks'>) =>
    where.or([
      where('decks.visibility', '=', 'all'),
      ...(teamId === null
        ? []
        : [where.and([where('decks.visibility', '=', 'team'), where('decks.team_id', '=', teamId)])]),
      ...(userId === null
        ? []
        : [
            where.and([where('decks.user_id', '=', userId), ownedWhileIn(teamId)(where)]),
            where.exists(
              where
                .selectFrom('deck_users')
                .select('deck_users.id')
                .whereRef('deck_users.deck_id', '=', 'decks.id')
                .where('deck_users.user_id', '=', userId)
                .where(isCollaborator),
            ),
          ]),
    ])
}

/** The condition that a deck's owner, a member of this team or of none, has an owner's rights: personal or of the team. */
function ownedWhileIn(teamId: number | null) {
  return (where: ExpressionBuilder<Schema, 'decks'>) =>
    teamId === null
      ? where('decks.team_id', 'is', null)
      : where.or([where('decks.team_id', 'is', null), where('decks.team_id', '=', teamId)])
}

/** The decks of an owner, personal and of the owner's team, that another user may see. */
export async function visibleDecks(
  db: Db,
  owner: Pick<UserRow, 'id' | 'team_id'>,
  viewer: ListViewer,
  page: Page,
): Promise<DeckPage> {
  const query = db
    .selectFrom('decks')
    .where('user_id', '=', owner.id)
    .where(ownedWhileIn(owner.team_id))
    .where(isActiveDeck)
    .where(visibleTo(viewer))
  const ordered = query.selectAll().orderBy('updated_at', 'desc').orderBy('id', 'desc')
  return readPage(query, ordered, page)
}

/** The decks of others on which a user collaborates, with the user's role, last changed first. */
export async function sharedDecks(
  db: Db,
  userId: number,
  page: Page,
): Promise<{ rows: (DeckRow & { role: CollaboratorRole })[]; total: number }> {
  const query = db
    .selectFrom('deck_users')
    .innerJoin('decks', 'decks.id', 'deck_users.deck_id')
    .where('deck_users.user_id', '=', userId)
    .where('decks.user_id', '<>', userId)
    .where(isCollaborator)
    .where(isActiveDeck)
  const ordered = query
    .selectAll('decks')
    .select('deck_users.role')
    .orderBy('decks.updated_at', 'desc')
    .orderBy('decks.id', 'desc')
  return readPage(query, ordered, page)
}

/** The public decks that a user likes, last liked first. */
export async function likedDecks(db: Db, userId: number, page: Page): Promise<DeckPage> {
  const query = db
    .selectFrom('kudos')
    .innerJoin('decks', 'decks.id', 'kudos.deck_id')
    .where('kudos.user_id', '=', userId)
    .where('decks.visibility', '=', 'all')
    .where(isActiveDeck)
  const ordered = query.selectAll('decks').orderBy('kudos.created_at', 'desc').orderBy('decks.id', 'desc')
  return readPage(query, ordered, page)
}

/** The public originals of forks, by the fork's id. */
export async function originalsOf(
  db: Db,
  decks: readonly Pick<DeckRow, 'id' | 'forked_from_id'>[],
): Promise<Map<number, ForkedFrom>> {
  const wanted = decks.flatMap(({ forked_from_id: id }) => id ?? [])
  if (wanted.length === 0) return new Map()
  const rows = await db
    .selectFrom('decks')
    .innerJoin('users', 'users.id', 'decks.user_id')
    .select(['decks.id', 'decks.slug', 'decks.title', 'users.username', 'users.name'])
    .where('decks.id', 'in', wanted)
    .where('decks.visibility', '=', 'all')
    .where(isActiveDeck)
    .where('users.active', '=', true)
    .execute()
  const originals = new Map(
    rows.map(({ username, name, ...deck }): [number, ForkedFrom] => [deck.id, { ...deck, user: { username, name } }]),
  )
  const pairs = decks.map((deck) => [deck.id, originals.get(deck.forked_from_id ?? 0)] as const)
  return new Map(pairs.flatMap(([id, original]) => (original ? [[id, original]] : [])))
}

/** Which of some decks a user likes. */
export async function kudoedAmong(db: Db, userId: number | null, deckIds: readonly number[]): Promise<Set<number>> {
  if (userId === null) return new Set()
  const rows = await db
    .selectFrom('kudos')
    .select('deck_id')
    .where('user_id', '=', userId)
    .where('deck_id', 'in', deckIds)
    .execute()
  return new Set(rows.map((row) => row.deck_id))
}

/** The owners of some decks, by deck id. */
export async function ownersOf(
  db: Db,
  decks: readonly Pick<DeckRow, 'id' | 'user_id' | 'team_id'>[],
): Promise<Map<number, DeckOwner>> {
  const userIds = [...new Set(decks.map((deck) => deck.user_id))]
  const teamIds = [...new Set(decks.flatMap((deck) => deck.team_id ?? []))]
  const users = await db.selectFrom('users').selectAll().where('id', 'in', userIds).execute()
  const teams =
    teamIds.length === 0 ? [] : await db.selectFrom('teams').selectAll().where('id', 'in', teamIds).execute()
  return new Map(
    decks.flatMap(({ id, user_id, team_id }) => {
      const user = users.find((one) => one.id === user_id)
      return user ? [[id, deckOwner(user, teams.find((team) => team.id === team_id) ?? null)]] : []
    }),
  )
}
