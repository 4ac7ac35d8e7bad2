import { type RawBuilder, sql } from 'kysely'
import { limits } from '../../rules/limits.ts'
import type { SearchSort } from '../../rules/search-sorts.ts'
import type { Db } from '../../server/db/open-database.ts'
import { isActiveDeck } from '../decks/deck-state.ts'
import { decksByIds } from './queries.ts'
import type { Found, Search } from './search-decks.ts'
import { wordsOf } from './words.ts'

/**
 * The search of a team's decks. It reads the words of the team's decks only, so its cost and its results depend on no
 * deck outside the team, and public searches on none of the team's internal ones.
 */

/** Maximum number of words in a search. */
const maxTerms = 8

/** The condition that a column contains all words; the last one may be the beginning of a word. */
function contains(column: 'head' | 'words', words: readonly string[]): RawBuilder<boolean> {
  // Words consist of letters and digits, so that they contain no wildcard.
  const patterns = words.map((word, at) => `% ${word}${at === words.length - 1 ? '' : ' '}%`)
  const each = patterns.map((pattern) => sql<boolean>`${sql.ref(`team_deck_words.${column}`)} like ${pattern}`)
  return sql<boolean>`(${sql.join(each, sql` and `)})`
}

const newest = sql`decks.updated_at desc, decks.id desc`

/** Decks found by title, author or description come before those found by their slides. */
function ordered(sort: SearchSort, words: readonly string[]): RawBuilder<unknown> {
  if (sort === 'recent') return newest
  if (sort === 'popular') return sql`decks.kudos_count desc, ${newest}`
  return sql`case when ${contains('head', words)} then 0 else 1 end, ${newest}`
}

/** Stores the words of a deck that its team may find, or removes them. */
export async function indexForTeam(
  db: Db,
  deckId: number,
  words: { readonly head: readonly string[]; readonly all: readonly string[] } | null,
): Promise<void> {
  await db.deleteFrom('team_deck_words').where('deck_id', '=', deckId).execute()
  if (!words) return
  const text = (list: readonly string[]) => ` ${[...new Set(list)].join(' ')} `
  const row = { deck_id: deckId, head: text(words.head), words: text(words.all) }
  await db.insertInto('team_deck_words').values(row).execute()
}

/** Finds a team's internal and public decks by words. Access is decided here, not by the index, which may be outdated. */
export async function searchTeam(db: Db, teamId: number, { text, sort, page, perPage }: Search): Promise<Found> {
  const words = [...new Set(wordsOf(text))].slice(0, maxTerms)
  if (words.length === 0) return { decks: [], total: 0 }
  const rows = await db
    .selectFrom('decks')
    .innerJoin('team_deck_words', 'team_deck_words.deck_id', 'decks.id')
    .innerJoin('users', 'users.id', 'decks.user_id')
    .select('decks.id')
    .where('decks.team_id', '=', teamId)
    .where('decks.visibility', 'in', ['team', 'all'])
    .where('decks.slide_count', '>', 0)
    .where('users.active', '=', true)
    .where(isActiveDeck)
    .where(contains('words', words))
    .orderBy(ordered(sort, words))
    .limit(limits.search.counted)
    .execute()
  const ids = rows.map(({ id }) => id).slice((page - 1) * perPage, page * perPage)
  return { decks: ids.length === 0 ? [] : await decksByIds(db, ids), total: rows.length }
}
