import { sql } from 'kysely'
import type { Database, Db } from '../../server/db/open-database.ts'
import type { DeckRow } from '../decks/queries.ts'
import {
  type Candidate,
  countMatches,
  decksByIds,
  decksToExplore,
  matchesAmong,
  matchingDecks,
  mostLiked,
  type Place,
  places,
  visibleAmong,
} from './queries.ts'
import { type Term, termsOf } from './terms.ts'

/** How results are ordered. */
export type SearchSort = 'relevance' | 'recent' | 'popular'

/** Results that are looked at, and so the highest total: nobody pages further, and very common words stay cheap. */
export const mostResults = 1_000
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

/** One page of results, and how many there are (at most 1000 are counted). */
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
    const { ordered, complete } = await collect(db, database.kind, terms, search.sort, end)
    const ids = ordered.slice(start, end).map((candidate) => candidate.id)
    const total = complete ? ordered.length : await countMatches(db, database.kind, terms, mostResults)
    return { decks: await decksByIds(db, ids), total: Math.min(mostResults, Math.max(total, ordered.length)) }
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
): Promise<{ ordered: Candidate[]; complete: boolean }> {
  const seen = new Set<number>()
  const ordered: Candidate[] = []
  // The places only matter for relevance; the other orders need what stands anywhere.
  const looked: readonly Place[] = sort === 'relevance' ? places : ['anywhere']
  for (const place of looked) {
    if (ordered.length >= needed) return { ordered, complete: false }
    const found = await matchingDecks(db, kind, terms, place, mostResults)
    if (found.length >= mostResults && sort !== 'recent') {
      found.push(...(await matchesAmong(db, kind, terms, place, await mostLiked(db, mostLikedLooked))))
    }
    const tier = [...new Set(found)].filter((id) => !seen.has(id))
    for (const id of tier) seen.add(id)
    ordered.push(...(await visibleAmong(db, kind, tier)).sort(orders[sort]))
  }
  return { ordered, complete: true }
}

const newest = (a: Candidate, b: Candidate) =>
  (b.published_at ?? b.created_at).getTime() - (a.published_at ?? a.created_at).getTime() || b.id - a.id
/** Each doubling of its likes lifts a deck one step among its equals; below that the newer one comes first. */
const liking = (candidate: Candidate) => Math.floor(Math.log2(1 + candidate.kudos_count))

const orders: Record<SearchSort, (a: Candidate, b: Candidate) => number> = {
  relevance: (a, b) => liking(b) - liking(a) || newest(a, b),
  recent: newest,
  popular: (a, b) => b.kudos_count - a.kudos_count || newest(a, b),
}

/** What there is to explore without a search. */
export async function exploreDecks(database: Database, search: Omit<Search, 'text'>): Promise<Found> {
  return withinTime(database, (db) =>
    decksToExplore(db, search.sort === 'recent' ? 'recent' : 'popular', {
      limit: search.perPage,
      offset: (search.page - 1) * search.perPage,
      most: mostResults,
    }),
  )
}
