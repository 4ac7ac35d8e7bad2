import { sql } from 'kysely'
import { newDeckRow } from '../src/api/decks/queries.ts'
import { distinctWords, headVector, type IndexedWords, wordVector } from '../src/api/search/index-queries.ts'
import { isCorrectable, variantsOf, wordsOf } from '../src/api/search/words.ts'
import type { Database, Db } from '../src/server/db/open-database.ts'
import { randomFrom } from '../src/testing/seeded-random.ts'
import type { BenchApp } from './bench-app.ts'

const vocabularySize = 30_000
const people = 5_000
/** Rows per statement and per transaction. */
const rowsAtOnce = 250
const perTransaction = 5_000

/** A generated deck's searchable fields. */
export interface MadeDeck {
  readonly title: string
  readonly description: string
  readonly body: string
}

/** Zipf distribution: the n-th word is 1/n as frequent as the first. */
export function makeLanguage(seed: number) {
  const random = randomFrom(seed)
  const pick = (letters: string) => letters[Math.floor(random() * letters.length)] as string
  const words = new Set<string>(['presentation', 'reveal', 'design'])
  while (words.size < vocabularySize) {
    const syllables = 1 + Math.floor(random() * 4)
    let word = ''
    for (let i = 0; i < syllables; i++)
      word += pick('bcdfghklmnprstvw') + pick('aeiou') + (random() < 0.3 ? pick('lnrst') : '')
    words.add(word)
  }
  const list = [...words]
  // Inverse of the logarithm that approximates the sum of 1/n.
  const word = () =>
    list[Math.min(list.length - 1, Math.floor(Math.exp(random() * Math.log(list.length))) - 1)] as string
  const text = (count: number) => Array.from({ length: count }, word).join(' ')
  const deck = (): MadeDeck => ({
    title: text(2 + Math.floor(random() * 5)),
    description: text(12),
    body: text(100 + Math.floor(random() * 100)),
  })
  return { random, words: list, word, text, deck }
}

/** Fills a database with public decks and their index in bulk, with the same result as 100,000 saves. */
export async function fillWithDecks(app: BenchApp, count: number, seed: number): Promise<MadeDeck[]> {
  const { database } = app.services
  const language = makeLanguage(seed)
  const userIds = await makePeople(database)
  const samples: MadeDeck[] = []
  const counts = new Map<string, number>()
  for (let start = 0; start < count; start += perTransaction) {
    await database.transaction(async (trx) => {
      for (let at = start; at < Math.min(count, start + perTransaction); at += rowsAtOnce) {
        const decks = Array.from({ length: rowsAtOnce }, () => language.deck())
        samples.push(...decks.slice(0, 2))
        await insertDecks(trx, database.kind, at + 1, decks, userIds, language.random, counts)
      }
    })
  }
  await insertWords(database, counts)
  // The maintenance a database does automatically after many writes.
  if (database.kind === 'postgres') await database.withoutTimeouts((db) => sql`vacuum analyze`.execute(db))
  return samples
}

async function makePeople(database: Database): Promise<number[]> {
  const now = new Date()
  const ids: number[] = []
  for (let start = 0; start < people; start += rowsAtOnce) {
    const rows = Array.from({ length: rowsAtOnce }, (_, n) => ({
      username: `author${start + n}`,
      email: `author${start + n}@example.org`,
      password_hash: '',
      settings: '{}',
      password_changed_at: now,
      created_at: now,
      updated_at: now,
    }))
    const made = await database.write.insertInto('users').values(rows).returning('id').execute()
    ids.push(...made.map((row) => row.id))
  }
  return ids
}

async function insertDecks(
  trx: Db,
  kind: Database['kind'],
  firstId: number,
  decks: readonly MadeDeck[],
  userIds: readonly number[],
  random: () => number,
  counts: Map<string, number>,
): Promise<void> {
  const rows = decks.map((deck, n) => {
    const owner = Math.floor(random() * userIds.length)
    const usual = newDeckRow(
      { id: userIds[owner] as number, team_id: null },
      'all',
      new Date(1_700_000_000_000 + (firstId + n) * 60_000),
    )
    const kudos_count = Math.floor(1 / (random() + 0.001)) - 1
    const row = {
      ...usual,
      id: firstId + n,
      slug: `deck-${firstId + n}`,
      title: deck.title,
      description: deck.description,
    }
    const indexed = {
      title: wordsOf(deck.title),
      author: [`author${owner}`],
      description: wordsOf(deck.description),
      body: wordsOf(deck.body),
    }
    for (const word of distinctWords(indexed)) counts.set(word, (counts.get(word) ?? 0) + 1)
    return { row: { ...row, slide_count: 12, kudos_count }, indexed }
  })
  await trx
    .insertInto('decks')
    .values(rows.map(({ row }) => row))
    .execute()
  const indexed = rows.map(({ row, indexed }) => ({ id: row.id, words: indexed }))
  await (kind === 'postgres' ? indexPostgres(trx, indexed) : indexSqlite(trx, indexed))
}

type Indexed = { readonly id: number; readonly words: IndexedWords }[]

async function indexPostgres(trx: Db, rows: Indexed): Promise<void> {
  const values = (vector: (words: IndexedWords) => string) =>
    sql.join(rows.map(({ id, words }) => sql`(${sql.lit(id)}, ${vector(words)}::tsvector)`))
  await sql`insert into deck_search_head (deck_id, words) values ${values(headVector)}`.execute(trx)
  await sql`insert into deck_search (deck_id, words) values ${values(wordVector)}`.execute(trx)
}

async function indexSqlite(trx: Db, rows: Indexed): Promise<void> {
  const heads = rows.map(
    ({ id, words }) =>
      sql`(${id}, ${words.title.join(' ')}, ${words.author.join(' ')}, ${words.description.join(' ')})`,
  )
  await sql`insert into deck_search_head (rowid, title, author, description) values ${sql.join(heads)}`.execute(trx)
  const all = rows.map(({ id, words }) => sql`(${id}, ${distinctWords(words).join(' ')})`)
  await sql`insert into deck_search (rowid, words) values ${sql.join(all)}`.execute(trx)
}

async function insertWords(database: Database, counts: ReadonlyMap<string, number>): Promise<void> {
  const words = [...counts].map(([word, deck_count]) => ({ word, deck_count }))
  const variants = words
    .filter(({ word }) => isCorrectable(word))
    .flatMap(({ word }) => variantsOf(word).map((variant) => ({ variant, word })))
  await database.transaction(async (trx) => {
    for (let at = 0; at < words.length; at += 1_000) {
      await trx
        .insertInto('search_words')
        .values(words.slice(at, at + 1_000))
        .execute()
    }
    for (let at = 0; at < variants.length; at += 1_000) {
      await trx
        .insertInto('search_variants')
        .values(variants.slice(at, at + 1_000))
        .execute()
    }
  })
}
