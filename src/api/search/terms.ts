import type { Db } from '../../server/db/open-database.ts'
import { isCorrectable, isNear, variantsOf, wordsOf } from './words.ts'

/** One word of a search: any of these words will do; with `prefix`, words that begin so as well. */
export interface Term {
  readonly words: readonly string[]
  readonly prefix: boolean
}

/** Words of one search that are looked at. */
const maxTerms = 8
/** The shortest beginning of a word that is completed. */
const minPrefix = 2
/** Corrections of one misspelled word that are tried together. */
const maxCorrections = 3

async function isKnown(db: Db, word: string, prefix: boolean): Promise<boolean> {
  const row = await db
    .selectFrom('search_words')
    .select('word')
    .where('word', '>=', word)
    // The last character there is: no word comes between it and the end of those that begin so.
    .where('word', '<=', prefix ? `${word}\u{10ffff}` : word)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The known words that a misspelled one was meant to be, most used first. */
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
 * The words of a search as it will be made: the last one may be the beginning of a word, since people search while they
 * type; a word that no deck has is replaced by those it was probably meant to be. Empty when there is no word in it.
 */
export async function termsOf(db: Db, text: string): Promise<Term[]> {
  const words = [...new Set(wordsOf(text))].slice(0, maxTerms)
  const terms: Term[] = []
  for (const [index, word] of words.entries()) {
    const prefix = index === words.length - 1 && word.length >= minPrefix
    const known = !isCorrectable(word) || (await isKnown(db, word, prefix))
    const meant = known ? [] : await corrections(db, word)
    terms.push(meant.length > 0 ? { words: meant, prefix: false } : { words: [word], prefix })
  }
  return terms
}
