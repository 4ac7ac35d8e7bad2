import type { Db } from '../../server/db/open-database.ts'
import { isCorrectable, isNear, variantsOf, wordsOf } from './words.ts'

/**
 * One term of a search. It matches any of these words; with `prefix` it also matches words that begin with one of them.
 */
export interface Term {
  readonly words: readonly string[]
  readonly prefix: boolean
}

/** Maximum number of words in a search. */
const maxTerms = 8
/** Minimum length of a prefix. */
const minPrefix = 2
/** Maximum number of corrections per misspelled word. */
const maxCorrections = 3

async function isIndexed(db: Db, word: string, prefix: boolean): Promise<boolean> {
  const row = await db
    .selectFrom('search_words')
    .select('word')
    .where('word', '>=', word)
    // The highest code point: the end of the range of words with this prefix.
    .where('word', '<=', prefix ? `${word}\u{10ffff}` : word)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Indexed words that a misspelled word may mean, most used first. */
async function corrections(db: Db, word: string): Promise<string[]> {
  const rows = await db
    .selectFrom('search_variants')
    .innerJoin('search_words', 'search_words.word', 'search_variants.word')
    .select('search_words.word')
    .distinct()
    .select('search_words.deck_count')
    .where('search_variants.variant', 'in', variantsOf(word))
    .execute()
  return rows
    .filter((row) => isNear(row.word, word))
    .sort((a, b) => b.deck_count - a.deck_count || (a.word < b.word ? -1 : 1))
    .slice(0, maxCorrections)
    .map((row) => row.word)
}

/**
 * The terms of a search. The last term is a prefix, since users search while they type. A word that no deck contains is
 * replaced by its corrections. Empty if the text has no words.
 */
export async function termsOf(db: Db, text: string): Promise<Term[]> {
  const words = [...new Set(wordsOf(text))].slice(0, maxTerms)
  const terms: Term[] = []
  for (const [index, word] of words.entries()) {
    const prefix = index === words.length - 1 && word.length >= minPrefix
    const indexed = !isCorrectable(word) || (await isIndexed(db, word, prefix))
    const corrected = indexed ? [] : await corrections(db, word)
    terms.push(corrected.length > 0 ? { words: corrected, prefix: false } : { words: [word], prefix })
  }
  return terms
}
