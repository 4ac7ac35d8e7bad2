import type { Database, Db } from '../../server/db/open-database.ts'
import type { Services } from '../../server/services.ts'
import { isIndexed, isSearchable } from '../decks/after-save.ts'
import {
  countWordsIn,
  countWordsOut,
  deleteIndexed,
  distinctWords,
  type IndexedWords,
  indexedWords,
  insertIndexed,
  slideTexts,
  textsOf,
} from './index-queries.ts'
import { indexForTeam } from './team-search.ts'
import { wordsOf } from './words.ts'

/** Maximum number of indexed slide words per deck. */
const maxWords = 20_000

/**
 * Updates a deck's search index: its present words, or nothing if no user may find it. The words of an internal deck are
 * only in the index of its team.
 */
export async function indexDeck(db: Db, kind: Database['kind'], deckId: number): Promise<void> {
  const deck = await textsOf(db, deckId)
  if (!deck || !isIndexed(deck)) return unindexDeck(db, kind, deckId)
  const body = (await slideTexts(db, deckId)).flatMap(wordsOf).slice(0, maxWords)
  const words: IndexedWords = {
    title: wordsOf(deck.title),
    author: wordsOf(`${deck.name ?? ''} ${deck.username}`),
    description: wordsOf(deck.description),
    body,
  }
  const head = [...words.title, ...words.author, ...words.description]
  await indexForTeam(db, deckId, deck.team_id === null ? null : { head, all: [...head, ...body] })
  if (!isSearchable(deck)) return removePublic(db, kind, deckId)
  const before = await indexedWords(db, kind, deckId)
  await deleteIndexed(db, kind, deckId)
  await insertIndexed(db, kind, deckId, words)
  const after = distinctWords(words)
  const [had, has] = [new Set(before), new Set(after)]
  await countWordsIn(
    db,
    after.filter((word) => !had.has(word)),
  )
  await countWordsOut(
    db,
    before.filter((word) => !has.has(word)),
  )
}

/** Removes a deck from the search index, if it is there. */
export async function unindexDeck(db: Db, kind: Database['kind'], deckId: number): Promise<void> {
  await indexForTeam(db, deckId, null)
  await removePublic(db, kind, deckId)
}

/** Removes a deck from the index of public decks, if it is there. */
async function removePublic(db: Db, kind: Database['kind'], deckId: number): Promise<void> {
  const before = await indexedWords(db, kind, deckId)
  await deleteIndexed(db, kind, deckId)
  await countWordsOut(db, before)
}

/**
 * Queues reindexing of a user's decks after a change of name, since decks are found by author. Runs in the transaction
 * of that change.
 */
export async function indexPerson(services: Services, trx: Db, userId: number): Promise<void> {
  await services.jobs.add(trx, 'index-person', { userId }, { dedupeKey: `index-person:${userId}` })
}
