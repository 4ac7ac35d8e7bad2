import { sql } from 'kysely'
import { limits } from '../../rules/limits.ts'
import type { SearchSort } from '../../rules/search-sorts.ts'
import type { Database, Db } from '../../server/db/open-database.ts'
import type { DeckRow } from '../decks/queries.ts'
import {
  countMatches,
  decksByIds,
  decksToExplore,
  firstVisible,
  matchesAmong,
  matchingDecks,
  mostLiked,
  type SearchScope,
  searchScopes,
} from './queries.ts'
import { type Term, termsOf } from './terms.ts'

/** Maximum number of results, and so the highest total. It bounds the cost of very common words. */
const maxResults = limits.search.counted
/** Number of the most liked decks that are checked in addition if a word is very common. */
const mostLikedChecked = 300
/** Statement timeout of a search, in ms. */
const timeLimit = 2_000

/** A search. `page` counts from 1. */
export interface Search {
  readonly text: string
  readonly sort: SearchSort
  readonly page: number
  readonly perPage: number
}

/** One page of results, and their total number (counted up to 500). */
export interface Found {
  readonly decks: DeckRow[]
  readonly total: number
}

/**
 * Runs a search with a statement timeout on Postgres. SQLite has no timeout, but each step there does bounded work.
 * Postgres estimates tsvector matches as cheap as comparing numbers and prefers sequential scans. With a realistic
 * operator cost it uses the index.
 */
async function withinTime<T>(database: Database, work: (db: Db) => Promise<T>): Promise<T> {
  if (database.kind === 'sqlite') return work(database.read)
  return database.read.transaction().execute(async (trx) => {
    await sql`select set_config('statement_timeout', ${String(timeLimit)}, true),
      set_config('cpu_operator_cost', '0.025', true), set_config('random_page_cost', '1.1', true)`.execute(trx)
    return work(trx)
  })
}

/** Finds public decks by words in title, author, description and slides. */
export function searchDecks(database: Database, search: Search): Promise<Found> {
  return withinTime(database, async (db) => {
    const terms = await termsOf(db, search.text)
    if (terms.length === 0) return { decks: [], total: 0 }
    const start = (search.page - 1) * search.perPage
    const end = Math.min(start + search.perPage, maxResults)
    const found = await collect(db, database.kind, terms, search.sort, end)
    const total = found.complete ? found.total : await countMatches(db, database.kind, terms, maxResults)
    const decks = await decksByIds(db, found.ids.slice(start, end))
    return { decks, total: Math.min(maxResults, Math.max(total, found.total)) }
  })
}

/**
 * The best matching decks in order, at least `needed` of them if that many match. Scopes are searched from best to
 * worst, until the wanted page is full. A very common word matches more decks than are read. Then it ranks only the
 * newest matches and the matches among the most liked decks.
 */
async function collect(
  db: Db,
  kind: Database['kind'],
  terms: readonly Term[],
  sort: SearchSort,
  needed: number,
): Promise<{ ids: number[]; total: number; complete: boolean }> {
  const seen = new Set<number>()
  const ids: number[] = []
  let total = 0
  // Scopes matter only for relevance; the other orders use the widest.
  const searched: readonly SearchScope[] = sort === 'relevance' ? searchScopes : ['anywhere']
  for (const scope of searched) {
    if (ids.length >= needed) return { ids, total, complete: false }
    const found = await matchingDecks(db, kind, terms, scope, maxResults)
    if (found.length >= maxResults && sort !== 'recent') {
      found.push(...(await matchesAmong(db, kind, terms, scope, await mostLiked(db, mostLikedChecked))))
    }
    const tier = [...new Set(found)].filter((id) => !seen.has(id))
    for (const id of tier) seen.add(id)
    const visible = await firstVisible(db, kind, tier, sort, needed)
    ids.push(...visible.ids)
    total += visible.total
  }
  return { ids, total, complete: true }
}

/** One page of Explore. */
export async function exploreDecks(
  database: Database,
  search: Omit<Search, 'text'> & { readonly withoutUser?: number | undefined },
): Promise<Found> {
  return withinTime(database, (db) =>
    decksToExplore(db, search.sort === 'recent' ? 'recent' : 'popular', {
      limit: search.perPage,
      offset: (search.page - 1) * search.perPage,
      most: maxResults,
      withoutUser: search.withoutUser,
    }),
  )
}
