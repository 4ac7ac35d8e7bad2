import { type RawBuilder, sql } from 'kysely'
import type { SearchSort } from '../../rules/search-sorts.ts'
import type { Database, Db } from '../../server/db/open-database.ts'
import { isActiveDeck } from '../decks/deck-state.ts'
import { placeMarks } from './index-queries.ts'
import type { Term } from './terms.ts'

type Kind = Database['kind']

/** Where words must stand: better places first. `anywhere` includes the slides. */
export type Place = 'title' | 'author' | 'description' | 'anywhere'

/** The places, the best first; each includes the ones before it. */
export const places: readonly Place[] = ['title', 'author', 'description', 'anywhere']

const quoted = (term: Term, word: string) => `"${word}"${term.prefix ? '*' : ''}`

/** A search as FTS5 reads it. Words hold only letters and digits, so nothing in them can be an operator. */
function sqliteMatch(terms: readonly Term[], place: Place): string {
  const all = terms.map((term) => `(${term.words.map((word) => quoted(term, word)).join(' OR ')})`).join(' AND ')
  const columns = places.slice(0, places.indexOf(place) + 1)
  return place === 'anywhere' || place === 'description' ? all : `{${columns.join(' ')}} : (${all})`
}

/** The same as Postgres reads it. */
function postgresMatch(terms: readonly Term[], place: Place): string {
  const mark = place === 'anywhere' ? '' : placeMarks[place]
  const one = (term: Term, word: string) => `'${mark}${word}'${term.prefix ? ':*' : ''}`
  return terms.map((term) => `(${term.words.map((word) => one(term, word)).join(' | ')})`).join(' & ')
}

/** The decks in which every term stands in this place or a better one, newest first, at most `limit`. */
export async function matchingDecks(
  db: Db,
  kind: Kind,
  terms: readonly Term[],
  place: Place,
  limit: number,
): Promise<number[]> {
  const found = kind === 'postgres' ? postgresIds(terms, place, limit) : sqliteIds(terms, place, limit)
  const { rows } = await found.execute(db)
  return rows.map((row) => row.id)
}

function sqliteIds(terms: readonly Term[], place: Place, limit: number): RawBuilder<{ id: number }> {
  const match = sqliteMatch(terms, place)
  return place === 'anywhere'
    ? sql`select rowid as id from deck_search where deck_search match ${match} order by rowid desc limit ${limit}`
    : sql`select rowid as id from deck_search_head where deck_search_head match ${match} order by rowid desc limit ${limit}`
}

/** Where Postgres keeps the words of a place: those of the head stand apart, in far smaller rows. */
function tableOf(place: Place): RawBuilder<unknown> {
  return sql.table(place === 'anywhere' ? 'deck_search' : 'deck_search_head')
}

function postgresIds(terms: readonly Term[], place: Place, limit: number): RawBuilder<{ id: number }> {
  const match = postgresMatch(terms, place)
  return sql`select deck_id as id from ${tableOf(place)} where words @@ ${match}::tsquery
    order by deck_id desc limit ${limit}`
}

/** In how many decks every term stands somewhere, counted up to `limit`. Which ones they are is not looked at, which is far quicker. */
export async function countMatches(db: Db, kind: Kind, terms: readonly Term[], limit: number): Promise<number> {
  const found =
    kind === 'postgres'
      ? sql`select from deck_search where words @@ ${postgresMatch(terms, 'anywhere')}::tsquery limit ${limit}`
      : sql`select 1 from deck_search where deck_search match ${sqliteMatch(terms, 'anywhere')} limit ${limit}`
  const { rows } = await sql<{ count: number }>`select count(*) as count from (${found}) as found`.execute(db)
  return rows[0]?.count ?? 0
}

/** The words of a place and of those that it includes, as SQLite holds them. */
const textsAt: Record<Place, RawBuilder<string>> = {
  title: sql`select rowid as id, title as words from deck_search_head`,
  author: sql`select rowid as id, title || ' ' || author as words from deck_search_head`,
  description: sql`select rowid as id, title || ' ' || author || ' ' || description as words from deck_search_head`,
  anywhere: sql`select rowid as id, words from deck_search`,
}

function stands(term: Term, words: readonly string[]): boolean {
  return words.some((word) => term.words.some((wanted) => (term.prefix ? word.startsWith(wanted) : word === wanted)))
}

/** Of some decks, those in which every term stands in this place or a better one. For a few hundred decks at most. */
export async function matchesAmong(
  db: Db,
  kind: Kind,
  terms: readonly Term[],
  place: Place,
  among: readonly number[],
): Promise<number[]> {
  if (among.length === 0) return []
  if (kind === 'postgres') {
    const { rows } = await sql<{ id: number }>`select deck_id as id from ${tableOf(place)}
      where deck_id = ${idList(kind, among)} and words @@ ${postgresMatch(terms, place)}::tsquery`.execute(db)
    return rows.map((row) => row.id)
  }
  // FTS5 walks its list of matches anew for each row that is asked for; comparing the words is a hundred times quicker.
  const { rows } = await sql<{ id: number; words: string }>`${textsAt[place]}
    where rowid in ${idList(kind, among)}`.execute(db)
  return rows
    .map((row) => ({ id: row.id, words: row.words.split(' ') }))
    .filter((row) => terms.every((term) => stands(term, row.words)))
    .map((row) => row.id)
}

/**
 * A list of ids as one parameter, for `in` on SQLite and `=` on Postgres: a statement with a thousand parameters takes
 * longer to prepare than to run.
 */
function idList(kind: Kind, ids: readonly number[]): RawBuilder<number> {
  return kind === 'postgres'
    ? sql<number>`any(${`{${ids.join()}}`}::bigint[])`
    : sql<number>`(select value from json_each(${JSON.stringify(ids)}))`
}

/** True for a deck that is no fork: among equals, originals come before forks. The index decks_public has it. */
const original = sql<boolean>`(forked_from_id is null)`

/** The public decks that most people like, best first. */
export async function mostLiked(db: Db, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('decks')
    .select('id')
    .where('visibility', '=', 'all')
    .orderBy('kudos_count', 'desc')
    .orderBy(original, 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

/** Each doubling of its likes lifts a deck one step among its equals; below that the newer one comes first. */
const liking = sql.raw(
  `case ${[10, 9, 8, 7, 6, 5, 4, 3, 2, 1].map((step) => `when kudos_count >= ${2 ** step - 1} then ${step}`).join(' ')} else 0 end`,
)
const newest = sql`coalesce(published_at, created_at) desc, id desc`
const orders: Record<SearchSort, RawBuilder<unknown>> = {
  relevance: sql`${liking} desc, ${original} desc, ${newest}`,
  recent: newest,
  popular: sql`kudos_count desc, ${original} desc, ${newest}`,
}

/**
 * The first decks of these that everybody may see at this moment, whatever the index says, in the order asked for; and
 * how many of them there are. The order is made where the rows are: carrying a thousand of them here takes longer.
 */
export async function firstVisible(
  db: Db,
  kind: Kind,
  ids: readonly number[],
  sort: SearchSort,
  limit: number,
): Promise<{ ids: number[]; total: number }> {
  if (ids.length === 0) return { ids: [], total: 0 }
  const among = kind === 'postgres' ? sql`= ${idList(kind, ids)}` : sql`in ${idList(kind, ids)}`
  // Found first, then ordered: Postgres would rather walk all decks in the order of their likes until it has met these.
  const { rows } = await sql<{ id: number; total: number }>`with visible as materialized (
      select id, kudos_count, published_at, created_at, forked_from_id from decks
      where id ${among} and visibility = 'all' and ${isActiveDeck} and slide_count > 0
    )
    select id, count(*) over () as total from visible order by ${orders[sort]} limit ${limit}`.execute(db)
  return { ids: rows.map((row) => row.id), total: rows[0]?.total ?? 0 }
}

/** Whole rows of some decks, in the order of `ids`. */
export async function decksByIds(db: Db, ids: readonly number[]) {
  const rows = await db.selectFrom('decks').selectAll().where('id', 'in', ids).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** How the decks to explore are ordered. */
export type ExploreOrder = 'popular' | 'recent'

/**
 * What there is to explore without a search: public decks with two slides or more and a title of their own; the most
 * liked first, originals before forks, or the newest. `total` counts up to `most`.
 */
export async function decksToExplore(
  db: Db,
  order: ExploreOrder,
  page: { limit: number; offset: number; most: number; withoutUser?: number | undefined },
) {
  const query = db
    .selectFrom('decks')
    .where('visibility', '=', 'all')
    .where(isActiveDeck)
    .where('slide_count', '>=', 2)
    .where('title', '<>', 'deck')
    .$if(page.withoutUser !== undefined, (others) => others.where('user_id', '<>', page.withoutUser ?? 0))
  const decks = await query
    .selectAll()
    .$if(order === 'popular', (popular) => popular.orderBy('kudos_count', 'desc').orderBy(original, 'desc'))
    .orderBy('id', 'desc')
    .limit(Math.max(0, Math.min(page.limit, page.most - page.offset)))
    .offset(page.offset)
    .execute()
  const { total } = await db
    .selectFrom(query.select('id').limit(page.most).as('found'))
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { decks, total }
}
