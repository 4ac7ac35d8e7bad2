import type { Database, Db } from '../../server/db/open-database.ts'
import type { Services } from '../../server/services.ts'
import { isSearchable } from '../decks/after-save.ts'
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
import { wordsOf } from './words.ts'

/** Words of the slides of one deck that are indexed at most; a deck with more is a dictionary. */
const maxWords = 20_000

/** Brings a deck's place in the search up to date: its words as they are now, or nothing when it is not public. */
export async function indexDeck(db: Db, kind: Database['kind'], deckId: number): Promise<void> {
  const deck = await textsOf(db, deckId)
  if (!deck || !isSearchable(deck)) return unindexDeck(db, kind, deckId)
  const body = (await slideTexts(db, deckId)).flatMap(wordsOf).slice(0, maxWords)
  const words: IndexedWords = {
    title: wordsOf(deck.title),
    author: wordsOf(`${deck.name ?? ''} ${deck.username}`),
    description: wordsOf(deck.description),
    body,
  }
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

/** Takes a deck out of the search. Harmless when it is not in it. */
export async function unindexDeck(db: Db, kind: Database['kind'], deckId: number): Promise<void> {
  const before = await indexedWords(db, kind, deckId)
  await deleteIndexed(db, kind, deckId)
  await countWordsOut(db, before)
}

/** Queues what a new name brings with it: decks are found by their author. Part of the change's transaction. */
export async function indexPerson(services: Services, trx: Db, userId: number): Promise<void> {
  await services.jobs.add(trx, 'index-person', { userId }, { dedupeKey: `index-person:${userId}` })
}
