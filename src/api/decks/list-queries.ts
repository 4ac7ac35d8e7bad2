import { hostedUsers } from '../../server/db/hosted-users.ts'
import type { Db } from '../../server/db/open-database.ts'
import type { ForkedFrom } from './contract.ts'
import { isActiveDeck } from './deck-state.ts'
import type { DeckRow } from './queries.ts'

/** One page of a list. `page` from 1. */
export interface Page {
  readonly page: number
  readonly perPage: number
}

/** Decks of a page and how many there are in all. */
export interface DeckPage {
  readonly decks: DeckRow[]
  readonly total: number
}

const bounds = ({ page, perPage }: Page) => ({ limit: perPage, offset: (Math.max(1, page) - 1) * perPage })

/** A person's own decks, newest change first; or the trash, last thrown away first. */
export async function ownDecks(db: Db, userId: number, trashed: boolean, page: Page): Promise<DeckPage> {
  const query = db
    .selectFrom('decks')
    .where('user_id', '=', userId)
    .where('trashed_at', trashed ? 'is not' : 'is', null)
  const { limit, offset } = bounds(page)
  const decks = await query
    .selectAll()
    .orderBy(trashed ? 'trashed_at' : 'updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const { total } = await query.select((e) => e.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { decks, total }
}

/** Who looks at somebody's list. */
export interface Onlooker {
  readonly userId: number | null
  readonly teamId: number | null
}

/**
 * The decks of a person that another user may see: public ones, internal ones of the onlooker's own team, and those
 * the onlooker works on.
 */
export async function visibleDecks(
  db: Db,
  owner: { id: number; team_id: number | null },
  onlooker: Onlooker,
  page: Page,
): Promise<DeckPage> {
  const { teamId } = onlooker
  const query = db
    .selectFrom('decks')
    .where('user_id', '=', owner.id)
    .where(isActiveDeck)
    .where((where) =>
      where.or([
        where('visibility', '=', 'all'),
        ...(teamId === null
          ? []
          : [
              // As deckFacts: a deck made outside teams is internal to its owner's team.
              where.and([
                where('visibility', '=', 'team'),
                where(where.fn.coalesce('team_id', where.val(owner.team_id)), '=', teamId),
              ]),
            ]),
        ...(onlooker.userId === null
          ? []
          : [
              where.exists(
                where
                  .selectFrom('deck_users')
                  .select('deck_users.id')
                  .whereRef('deck_users.deck_id', '=', 'decks.id')
                  .where('deck_users.user_id', '=', onlooker.userId)
                  .where('deck_users.active', '=', true),
              ),
            ]),
      ]),
    )
  const { limit, offset } = bounds(page)
  const decks = await query
    .selectAll()
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const { total } = await query.select((e) => e.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { decks, total }
}

/** The public decks that a person likes, last liked first. */
export async function likedDecks(db: Db, userId: number, page: Page): Promise<DeckPage> {
  const query = db
    .selectFrom('kudos')
    .innerJoin('decks', 'decks.id', 'kudos.deck_id')
    .where('kudos.user_id', '=', userId)
    .where('decks.visibility', '=', 'all')
    .where(isActiveDeck)
  const { limit, offset } = bounds(page)
  const decks = await query
    .selectAll('decks')
    .orderBy('kudos.created_at', 'desc')
    .orderBy('decks.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const { total } = await query.select((e) => e.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { decks, total }
}

/** The originals of those decks that are forks, by the fork's id; only originals that everybody may see. */
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

/** Which of some decks a person likes. */
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

/** The owners of some decks, by id. */
export async function ownersOf(db: Db, decks: readonly { user_id: number }[]) {
  const ids = [...new Set(decks.map((deck) => deck.user_id))]
  const rows = await hostedUsers(db).where('users.id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row]))
}
