/** Longer words are truncated to keep the index small. In characters. */
const maxWord = 40

/** Normalizes text for the search: without accents, in lower case, compatibility forms (ﬁ, ①) decomposed. */
export function normalize(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
}

/** Truncates a word, but never within a surrogate pair, since the index would then store an invalid character. */
function truncate(word: string): string {
  return word.slice(0, maxWord).replace(/[\ud800-\udbff]$/, '')
}

/** The normalized words of a text, in order: runs of letters and digits. */
export function wordsOf(text: string): string[] {
  return (normalize(text).match(/[\p{L}\p{N}]+/gu) ?? []).map(truncate)
}

/** Length of words that are corrected. */
const correctable = { min: 4, max: 24 }

/** Whether a word is corrected: it has letters and is neither very short nor very long. */
export function isCorrectable(word: string): boolean {
  return word.length >= correctable.min && word.length <= correctable.max && /\p{L}/u.test(word)
}

/**
 * The word and all strings made from it by deleting one letter. Two words that differ by one inserted, deleted,
 * replaced or swapped letter share at least one variant.
 */
export function variantsOf(word: string): string[] {
  const letters = [...word]
  const variants = new Set([word])
  for (let i = 0; i < letters.length; i++) variants.add([...letters.slice(0, i), ...letters.slice(i + 1)].join(''))
  return [...variants]
}

/** Whether two words differ by at most one inserted, deleted or replaced letter, or one swap of neighbors. */
export function isNear(first: string, second: string): boolean {
  const [a, b] = [[...first], [...second]]
  if (Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let end = 0
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++
  const restA = a.slice(start, a.length - end)
  const restB = b.slice(start, b.length - end)
  if (restA.length <= 1 && restB.length <= 1) return true
  return restA.length === 2 && restB.length === 2 && restA[0] === restB[1] && restA[1] === restB[0]
}
