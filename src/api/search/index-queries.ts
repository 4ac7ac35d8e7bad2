import { sql } from 'kysely'
import type { Database, Db } from '../../server/db/open-database.ts'
import { isActiveDeck } from '../decks/deck-state.ts'
import { isCorrectable, variantsOf } from './words.ts'

type Kind = Database['kind']

/** The words of a deck by where they stand, normalized. */
export interface IndexedWords {
  readonly title: readonly string[]
  readonly author: readonly string[]
  readonly description: readonly string[]
  /** Of all slides. */
  readonly body: readonly string[]
}

/** Rows of one statement. */
const chunk = 400

function* chunksOf<T>(list: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < list.length; start += chunk) yield list.slice(start, start + chunk)
}

/** Every word of a deck, once. */
export function distinctWords(words: IndexedWords): string[] {
  return [...new Set([...words.title, ...words.author, ...words.description, ...words.body])]
}

/** Marks that Postgres finds the words of a place by, each with the places it includes. No word holds a dot. */
export const placeMarks = { title: 't.', author: 'a.', description: 'd.' } as const

function vector(lexemes: Iterable<string>): string {
  return [...lexemes].map((lexeme) => `'${lexeme}'`).join(' ')
}

/** All words of a deck as a tsvector is written. */
export function wordVector(words: IndexedWords): string {
  return vector(distinctWords(words))
}

/**
 * The words of a deck's head as a tsvector is written: each under the mark of each place that includes it. (Weights would
 * do the same, but an index cannot look for them.)
 */
export function headVector({ title, author, description }: IndexedWords): string {
  const marked = (mark: string, words: readonly string[]) => words.map((word) => mark + word)
  return vector(
    new Set([
      ...marked(placeMarks.title, title),
      ...marked(placeMarks.author, [...title, ...author]),
      ...marked(placeMarks.description, [...title, ...author, ...description]),
    ]),
  )
}

/** The words a deck is indexed under now. */
export async function indexedWords(db: Db, kind: Kind, deckId: number): Promise<string[]> {
  if (kind === 'postgres') {
    const { rows } = await sql<{
      words: string[]
    }>`select tsvector_to_array(words) as words from deck_search where deck_id = ${deckId}`.execute(db)
    return rows[0]?.words ?? []
  }
  const { rows } = await sql<{ words: string }>`select words from deck_search where rowid = ${deckId}`.execute(db)
  return rows[0] ? rows[0].words.split(' ').filter((word) => word !== '') : []
}

/** Takes a deck out of both indexes. */
export async function deleteIndexed(db: Db, kind: Kind, deckId: number): Promise<void> {
  if (kind === 'postgres') {
    await sql`delete from deck_search_head where deck_id = ${deckId}`.execute(db)
    await sql`delete from deck_search where deck_id = ${deckId}`.execute(db)
    return
  }
  await sql`delete from deck_search_head where rowid = ${deckId}`.execute(db)
  await sql`delete from deck_search where rowid = ${deckId}`.execute(db)
}

/** Puts a deck into both indexes; it must not be there. */
export async function insertIndexed(db: Db, kind: Kind, deckId: number, words: IndexedWords): Promise<void> {
  if (kind === 'postgres') {
    await sql`insert into deck_search_head (deck_id, words) values (${deckId}, ${headVector(words)}::tsvector)`.execute(
      db,
    )
    await sql`insert into deck_search (deck_id, words) values (${deckId}, ${wordVector(words)}::tsvector)`.execute(db)
    return
  }
  const [title, author, description] = [words.title, words.author, words.description].map((list) => list.join(' '))
  await sql`insert into deck_search_head (rowid, title, author, description)
    values (${deckId}, ${title}, ${author}, ${description})`.execute(db)
  await sql`insert into deck_search (rowid, words) values (${deckId}, ${distinctWords(words).join(' ')})`.execute(db)
}

/**
 * Counts words in, and lists the variants of those that are new. The words are taken in order: two decks indexed at
 * the same moment then wait for each other instead of blocking each other.
 */
export async function countWordsIn(db: Db, words: readonly string[]): Promise<void> {
  for (const some of chunksOf([...words].sort())) {
    const counted = await db
      .insertInto('search_words')
      .values(some.map((word) => ({ word, deck_count: 1 })))
      .onConflict((conflict) =>
        conflict.column('word').doUpdateSet((e) => ({ deck_count: e('search_words.deck_count', '+', 1) })),
      )
      .returning(['word', 'deck_count'])
      .execute()
    const fresh = counted.filter((row) => row.deck_count === 1 && isCorrectable(row.word)).map((row) => row.word)
    await insertVariants(db, fresh)
  }
}

async function insertVariants(db: Db, words: readonly string[]): Promise<void> {
  const rows = words.flatMap((word) => variantsOf(word).map((variant) => ({ variant, word })))
  for (const some of chunksOf(rows)) {
    await db
      .insertInto('search_variants')
      .values([...some])
      .onConflict((conflict) => conflict.columns(['variant', 'word']).doNothing())
      .execute()
  }
}

/** Counts words out; a word that no deck has any more is forgotten with its variants. */
export async function countWordsOut(db: Db, words: readonly string[]): Promise<void> {
  for (const some of chunksOf([...words].sort())) {
    const counted = await db
      .updateTable('search_words')
      .set((e) => ({ deck_count: e('deck_count', '-', 1) }))
      .where('word', 'in', some)
      .returning(['word', 'deck_count'])
      .execute()
    const gone = counted.filter((row) => row.deck_count <= 0).map((row) => row.word)
    if (gone.length === 0) continue
    await db.deleteFrom('search_variants').where('word', 'in', gone).execute()
    await db.deleteFrom('search_words').where('word', 'in', gone).where('deck_count', '<=', 0).execute()
  }
}

/** What a deck is indexed from: its texts, and whether search may find it. Null when there is no such deck. */
export async function textsOf(db: Db, deckId: number) {
  const deck = await db
    .selectFrom('decks')
    .innerJoin('users', 'users.id', 'decks.user_id')
    .select(['decks.title', 'decks.description', 'decks.visibility', 'decks.slide_count'])
    .select(['decks.trashed_at', 'decks.suspended_at'])
    .select(['users.username', 'users.name'])
    .where('decks.id', '=', deckId)
    .executeTakeFirst()
  return deck ?? null
}

/** The words of a deck's present slides, a slide each, as they were taken out when the slides were saved. */
export async function slideTexts(db: Db, deckId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('deck_slides')
    .select('text')
    .where('deck_id', '=', deckId)
    .where('until', 'is', null)
    .execute()
  return rows.map((row) => row.text)
}

/** The decks of a person that search may find. */
export async function searchableDecksOf(db: Db, userId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('decks')
    .select('id')
    .where('user_id', '=', userId)
    .where('visibility', '=', 'all')
    .where(isActiveDeck)
    .where('slide_count', '>', 0)
    .execute()
  return rows.map((row) => row.id)
}
