import { type RawBuilder, sql } from 'kysely'
import type { SearchSort } from '../../rules/search-sorts.ts'
import type { Database, Db } from '../../server/db/open-database.ts'
import { isActiveDeck } from '../decks/deck-state.ts'
import { scopePrefixes } from './index-queries.ts'
import type { Term } from './terms.ts'

type Kind = Database['kind']

/** A search scope: the fields in which words are searched. `anywhere` includes the slides. */
export type SearchScope = 'title' | 'author' | 'description' | 'anywhere'

/** The scopes, best first. Each includes those before it. */
export const searchScopes: readonly SearchScope[] = ['title', 'author', 'description', 'anywhere']

const quoted = (term: Term, word: string) => `"${word}"${term.prefix ? '*' : ''}`

/** A search in FTS5 syntax. Words contain only letters and digits, so none can be an operator. */
function sqliteMatch(terms: readonly Term[], scope: SearchScope): string {
  const all = terms.map((term) => `(${term.words.map((word) => quoted(term, word)).join(' OR ')})`).join(' AND ')
  const columns = searchScopes.slice(0, searchScopes.indexOf(scope) + 1)
  return scope === 'anywhere' || scope === 'description' ? all : `{${columns.join(' ')}} : (${all})`
}

/** A search in tsquery syntax. */
function postgresMatch(terms: readonly Term[], scope: SearchScope): string {
  const mark = scope === 'anywhere' ? '' : scopePrefixes[scope]
  const one = (term: Term, word: string) => `'${mark}${word}'${term.prefix ? ':*' : ''}`
  return terms.map((term) => `(${term.words.map((word) => one(term, word)).join(' | ')})`).join(' & ')
}

/** The ids of decks that contain every term in this scope, newest first, at most `limit`. */
export async function matchingDecks(
  db: Db,
  kind: Kind,
  terms: readonly Term[],
  scope: SearchScope,
  limit: number,
): Promise<number[]> {
  const found = kind === 'postgres' ? postgresIds(terms, scope, limit) : sqliteIds(terms, scope, limit)
  const { rows } = await found.execute(db)
  return rows.map((row) => row.id)
}

function sqliteIds(terms: readonly Term[], scope: SearchScope, limit: number): RawBuilder<{ id: number }> {
  const match = sqliteMatch(terms, scope)
  return scope === 'anywhere'
    ? sql`select rowid as id from deck_search where deck_search match ${match} order by rowid desc limit ${limit}`
    : sql`select rowid as id from deck_search_head where deck_search_head match ${match} order by rowid desc limit ${limit}`
}

/** The table of a scope on Postgres. Titles, authors and descriptions are separate, in far smaller rows. */
function tableOf(scope: SearchScope): RawBuilder<unknown> {
  return sql.table(scope === 'anywhere' ? 'deck_search' : 'deck_search_head')
}

function postgresIds(terms: readonly Term[], scope: SearchScope, limit: number): RawBuilder<{ id: number }> {
  const match = postgresMatch(terms, scope)
  return sql`select deck_id as id from ${tableOf(scope)} where words @@ ${match}::tsquery
    order by deck_id desc limit ${limit}`
}

/** The number of decks that contain every term, up to `limit`. Counting without reading ids is far faster. */
export async function countMatches(db: Db, kind: Kind, terms: readonly Term[], limit: number): Promise<number> {
  const found =
    kind === 'postgres'
      ? sql`select from deck_search where words @@ ${postgresMatch(terms, 'anywhere')}::tsquery limit ${limit}`
      : sql`select 1 from deck_search where deck_search match ${sqliteMatch(terms, 'anywhere')} limit ${limit}`
  const { rows } = await sql<{ count: number }>`select count(*) as count from (${found}) as found`.execute(db)
  return rows[0]?.count ?? 0
}

/** Column set per search scope on SQLite (scopes are nested). */
const textsAt: Record<SearchScope, RawBuilder<string>> = {
  title: sql`select rowid as id, title as words from deck_search_head`,
  author: sql`select rowid as id, title || ' ' || author as words from deck_search_head`,
  description: sql`select rowid as id, title || ' ' || author || ' ' || description as words from deck_search_head`,
  anywhere: sql`select rowid as id, words from deck_search`,
}

function hasTerm(term: Term, words: readonly string[]): boolean {
  return words.some((word) => term.words.some((wanted) => (term.prefix ? word.startsWith(wanted) : word === wanted)))
}

/** Which of some decks contain every term in this scope. For at most a few hundred decks. */
export async function matchesAmong(
  db: Db,
  kind: Kind,
  terms: readonly Term[],
  scope: SearchScope,
  among: readonly number[],
): Promise<number[]> {
  if (among.length === 0) return []
  if (kind === 'postgres') {
    const { rows } = await sql<{ id: number }>`select deck_id as id from ${tableOf(scope)}
      where deck_id = ${idList(kind, among)} and words @@ ${postgresMatch(terms, scope)}::tsquery`.execute(db)
    return rows.map((row) => row.id)
  }
  // FTS5 rescans its list of matches for each requested row. Comparing the words here is a hundred times faster.
  const { rows } = await sql<{ id: number; words: string }>`${textsAt[scope]}
    where rowid in ${idList(kind, among)}`.execute(db)
  return rows
    .map((row) => ({ id: row.id, words: row.words.split(' ') }))
    .filter((row) => terms.every((term) => hasTerm(term, row.words)))
    .map((row) => row.id)
}

/**
 * A list of ids as one parameter, for `in` on SQLite and `=` on Postgres. A statement with a thousand parameters takes
 * longer to prepare than to run.
 */
function idList(kind: Kind, ids: readonly number[]): RawBuilder<number> {
  return kind === 'postgres'
    ? sql<number>`any(${`{${ids.join()}}`}::bigint[])`
    : sql<number>`(select value from json_each(${JSON.stringify(ids)}))`
}

/**
 * True for an original. With equal rank, originals come before forks. This expression is part of the index
 * decks_public.
 */
const original = sql<boolean>`(forked_from_id is null)`

/** The public decks with the most likes, in descending order. */
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

/** Logarithmic rank by likes: each doubling is one step. Within a step newer decks come first. */
const likeRank = sql.raw(
  `case ${[10, 9, 8, 7, 6, 5, 4, 3, 2, 1].map((step) => `when kudos_count >= ${2 ** step - 1} then ${step}`).join(' ')} else 0 end`,
)
const newest = sql`coalesce(published_at, created_at) desc, id desc`
const orders: Record<SearchSort, RawBuilder<unknown>> = {
  relevance: sql`${likeRank} desc, ${original} desc, ${newest}`,
  recent: newest,
  popular: sql`kudos_count desc, ${original} desc, ${newest}`,
}

/**
 * Keeps only the decks that are public now, even if the index is outdated. Returns the first `limit` in order, and
 * their total number. The database sorts them, since transferring a thousand rows takes longer.
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
  // Materialized: Postgres would otherwise scan all decks in the order of their likes.
  const { rows } = await sql<{ id: number; total: number }>`with visible as materialized (
      select id, kudos_count, published_at, created_at, forked_from_id from decks
      where id ${among} and visibility = 'all' and ${isActiveDeck} and slide_count > 0
    )
    select id, count(*) over () as total from visible order by ${orders[sort]} limit ${limit}`.execute(db)
  return { ids: rows.map((row) => row.id), total: rows[0]?.total ?? 0 }
}

/** The rows of some decks, in the order of `ids`. */
export async function decksByIds(db: Db, ids: readonly number[]) {
  const rows = await db.selectFrom('decks').selectAll().where('id', 'in', ids).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Sort order of Explore. */
export type ExploreOrder = 'popular' | 'recent'

/**
 * The decks of Explore: public, with at least two slides and a title. Sorted by likes, originals before forks, or
 * newest first. `total` counts up to `most`.
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
