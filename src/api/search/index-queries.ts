import { sql } from 'kysely'
import type { Database, Db } from '../../server/db/open-database.ts'
import { isActiveDeck } from '../decks/deck-state.ts'
import { isCorrectable, variantsOf } from './words.ts'

type Kind = Database['kind']

/** The normalized words of a deck, by field. */
export interface IndexedWords {
  readonly title: readonly string[]
  readonly author: readonly string[]
  readonly description: readonly string[]
  /** The words of all slides. */
  readonly body: readonly string[]
}

/** Rows per statement. */
const chunk = 400

function* chunksOf<T>(list: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < list.length; start += chunk) yield list.slice(start, start + chunk)
}

/** All distinct words of a deck. */
export function distinctWords(words: IndexedWords): string[] {
  return [...new Set([...words.title, ...words.author, ...words.description, ...words.body])]
}

/** Lexeme prefixes of search scopes on Postgres. No word contains a dot. */
export const scopePrefixes = { title: 't.', author: 'a.', description: 'd.' } as const

function vector(lexemes: Iterable<string>): string {
  return [...lexemes].map((lexeme) => `'${lexeme}'`).join(' ')
}

/** All words of a deck as tsvector text. */
export function wordVector(words: IndexedWords): string {
  return vector(distinctWords(words))
}

/**
 * The words of title, author and description as tsvector text, each prefixed by every scope that contains it. Weights
 * would express the same, but an index cannot search by weight.
 */
export function headVector({ title, author, description }: IndexedWords): string {
  const marked = (mark: string, words: readonly string[]) => words.map((word) => mark + word)
  return vector(
    new Set([
      ...marked(scopePrefixes.title, title),
      ...marked(scopePrefixes.author, [...title, ...author]),
      ...marked(scopePrefixes.description, [...title, ...author, ...description]),
    ]),
  )
}

/** The words under which a deck is indexed now. */
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

/** Deletes a deck from both indexes. */
export async function deleteIndexed(db: Db, kind: Kind, deckId: number): Promise<void> {
  if (kind === 'postgres') {
    await sql`delete from deck_search_head where deck_id = ${deckId}`.execute(db)
    await sql`delete from deck_search where deck_id = ${deckId}`.execute(db)
    return
  }
  await sql`delete from deck_search_head where rowid = ${deckId}`.execute(db)
  await sql`delete from deck_search where rowid = ${deckId}`.execute(db)
}

/** Inserts a deck into both indexes. It must not be in them. */
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
 * Increments the deck count of words, and inserts the variants of new ones. Words are sorted, so that concurrent
 * transactions cannot deadlock.
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
    const newWords = counted.filter((row) => row.deck_count === 1 && isCorrectable(row.word)).map((row) => row.word)
    await insertVariants(db, newWords)
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

/** Decrements the deck count of words. Words without decks are deleted with their variants. */
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

/**
 * The texts of a deck to index, and the facts that decide whether search may find it. Null if there is no such deck.
 */
export async function textsOf(db: Db, deckId: number) {
  const deck = await db
    .selectFrom('decks')
    .innerJoin('users', 'users.id', 'decks.user_id')
    .select(['decks.title', 'decks.description', 'decks.visibility', 'decks.slide_count', 'decks.team_id'])
    .select(['decks.trashed_at', 'decks.suspended_at'])
    .select(['users.username', 'users.name'])
    .where('decks.id', '=', deckId)
    .executeTakeFirst()
  return deck ?? null
}

/** The texts of a deck's current slides, as extracted when they were saved. */
export async function slideTexts(db: Db, deckId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('deck_slides')
    .select('text')
    .where('deck_id', '=', deckId)
    .where('until', 'is', null)
    .execute()
  return rows.map((row) => row.text)
}

/** The ids of a user's decks that search may find. */
export async function searchableDecksOf(db: Db, userId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('decks')
    .select('id')
    .where('user_id', '=', userId)
    .where('visibility', '<>', 'self')
    .where(isActiveDeck)
    .where('slide_count', '>', 0)
    .execute()
  return rows.map((row) => row.id)
}
