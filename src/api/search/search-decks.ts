import { sql } from 'kysely'
import type { Database, Db } from '../../server/db/open-database.ts'
import type { DeckRow } from '../decks/queries.ts'
import {
  type Candidate,
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

/** Runs reads that may not take longer than a search may. SQLite has no such limit; there every step is bounded instead. */
async function withinTime<T>(database: Database, work: (db: Db) => Promise<T>): Promise<T> {
  if (database.kind === 'sqlite') return work(database.read)
  return database.read.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = ${sql.lit(timeLimit)}`.execute(trx)
    return work(trx)
  })
}

/** Finds public decks by words of their title, author, description and slides. */
export function searchDecks(database: Database, search: Search): Promise<Found> {
  return withinTime(database, async (db) => {
    const terms = await termsOf(db, search.text)
    if (terms.length === 0) return { decks: [], total: 0 }
    const best = await collect(db, database.kind, terms, search.sort)
    const candidates = await visibleAmong(db, database.kind, [...best.keys()])
    const ordered = candidates.sort(orders[search.sort](best)).slice(0, mostResults)
    const start = (search.page - 1) * search.perPage
    const ids = ordered.slice(start, start + search.perPage).map((candidate) => candidate.id)
    return { decks: await decksByIds(db, ids), total: ordered.length }
  })
}

/** Each found deck with the best place in which all words stand (0 is the title). */
async function collect(
  db: Db,
  kind: Database['kind'],
  terms: readonly Term[],
  sort: SearchSort,
): Promise<Map<number, number>> {
  const best = new Map<number, number>()
  const add = (ids: readonly number[], rank: number) => {
    for (const id of ids) if (!best.has(id)) best.set(id, rank)
  }
  // The places only matter for relevance; the other orders need what stands anywhere.
  const looked: readonly Place[] = sort === 'relevance' ? places : ['anywhere']
  for (const place of looked) {
    if (best.size >= mostResults) break
    add(await matchingDecks(db, kind, terms, place, mostResults), places.indexOf(place))
  }
  if (best.size >= mostResults && sort !== 'recent') {
    const liked = await matchesAmong(db, kind, terms, await mostLiked(db, mostLikedLooked))
    add(liked, places.length - 1)
  }
  return best
}

/** How much a place weighs against another, and what the likes of other people add: never as much as a better place. */
function relevance(candidate: Candidate, rank: number): number {
  return (places.length - rank) * 10 + Math.min(9, Math.log2(1 + candidate.kudos_count))
}

const newest = (a: Candidate, b: Candidate) =>
  (b.published_at ?? b.created_at).getTime() - (a.published_at ?? a.created_at).getTime() || b.id - a.id

type Compare = (a: Candidate, b: Candidate) => number
const orders: Record<SearchSort, (best: ReadonlyMap<number, number>) => Compare> = {
  relevance: (best) => (a, b) =>
    relevance(b, best.get(b.id) ?? places.length) - relevance(a, best.get(a.id) ?? places.length) || newest(a, b),
  recent: () => newest,
  popular: () => (a, b) => b.kudos_count - a.kudos_count || newest(a, b),
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
