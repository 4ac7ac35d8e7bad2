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
  type Place,
  places,
} from './queries.ts'
import { type Term, termsOf } from './terms.ts'

/** Results that are looked at, and so the highest total: nobody pages further, and very common words stay cheap. */
const mostResults = limits.search.counted
/** Of the most liked decks, so many are looked at beside the newest when a word is very common. */
const mostLikedLooked = 300
/** A search may take this long, in ms. */
const timeLimit = 2_000

/** What is searched for. `page` from 1. */
export interface Search {
  readonly text: string
  readonly sort: SearchSort
  readonly page: number
  readonly perPage: number
}

/** One page of results, and how many there are (at most 500 are counted). */
export interface Found {
  readonly decks: DeckRow[]
  readonly total: number
}

/**
 * Runs reads that may not take longer than a search may. SQLite has no such limit; there every step is bounded instead.
 * Postgres takes comparing a deck's words for as cheap as comparing two numbers, and would rather do it for every deck
 * than use the index; told the truth, it chooses well.
 */
async function withinTime<T>(database: Database, work: (db: Db) => Promise<T>): Promise<T> {
  if (database.kind === 'sqlite') return work(database.read)
  return database.read.transaction().execute(async (trx) => {
    await sql`select set_config('statement_timeout', ${String(timeLimit)}, true),
      set_config('cpu_operator_cost', '0.025', true), set_config('random_page_cost', '1.1', true)`.execute(trx)
    return work(trx)
  })
}

/** Finds public decks by words of their title, author, description and slides. */
export function searchDecks(database: Database, search: Search): Promise<Found> {
  return withinTime(database, async (db) => {
    const terms = await termsOf(db, search.text)
    if (terms.length === 0) return { decks: [], total: 0 }
    const start = (search.page - 1) * search.perPage
    const end = Math.min(start + search.perPage, mostResults)
    const found = await collect(db, database.kind, terms, search.sort, end)
    const total = found.complete ? found.total : await countMatches(db, database.kind, terms, mostResults)
    const decks = await decksByIds(db, found.ids.slice(start, end))
    return { decks, total: Math.min(mostResults, Math.max(total, found.total)) }
  })
}

/**
 * The best of the found decks, in order, at least as many as are needed (when there are). Tier by tier, for a better
 * place always comes before a worse one; tiers behind the wanted page are not looked at. A very common word stands in
 * more decks than are looked at; then it is the newest, and of the most liked ones those that have it too.
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
  // The places only matter for relevance; the other orders need what stands anywhere.
  const looked: readonly Place[] = sort === 'relevance' ? places : ['anywhere']
  for (const place of looked) {
    if (ids.length >= needed) return { ids, total, complete: false }
    const found = await matchingDecks(db, kind, terms, place, mostResults)
    if (found.length >= mostResults && sort !== 'recent') {
      found.push(...(await matchesAmong(db, kind, terms, place, await mostLiked(db, mostLikedLooked))))
    }
    const tier = [...new Set(found)].filter((id) => !seen.has(id))
    for (const id of tier) seen.add(id)
    const visible = await firstVisible(db, kind, tier, sort, needed)
    ids.push(...visible.ids)
    total += visible.total
  }
  return { ids, total, complete: true }
}

/** What there is to explore without a search. */
export async function exploreDecks(
  database: Database,
  search: Omit<Search, 'text'> & { readonly withoutUser?: number | undefined },
): Promise<Found> {
  return withinTime(database, (db) =>
    decksToExplore(db, search.sort === 'recent' ? 'recent' : 'popular', {
      limit: search.perPage,
      offset: (search.page - 1) * search.perPage,
      most: mostResults,
      withoutUser: search.withoutUser,
    }),
  )
}
