/** Longer words are cut: nobody types them, and they would make the index large. In characters. */
const maxWord = 40

/** Text as search compares it: without accents, in lower case, with compatibility forms (ﬁ, ①) written out. */
export function normalize(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
}

/** Never in the middle of a character: two words would become the same one in the index, where half of one is none. */
function cut(word: string): string {
  return word.slice(0, maxWord).replace(/[\ud800-\udbff]$/, '')
}

/** The words of a text in order, normalized: runs of letters and digits. */
export function wordsOf(text: string): string[] {
  return (normalize(text).match(/[\p{L}\p{N}]+/gu) ?? []).map(cut)
}

/** The shortest and longest words whose misspellings are found. */
const correctable = { min: 4, max: 24 }

/** Whether misspellings of a word are looked for: it has letters, and is neither very short nor very long. */
export function isCorrectable(word: string): boolean {
  return word.length >= correctable.min && word.length <= correctable.max && /\p{L}/u.test(word)
}

/**
 * The word and everything that is left of it when one letter goes. Two words that differ by one letter too many, too
 * few, wrong or swapped share at least one of these.
 */
export function variantsOf(word: string): string[] {
  const letters = [...word]
  const variants = new Set([word])
  for (let i = 0; i < letters.length; i++) variants.add([...letters.slice(0, i), ...letters.slice(i + 1)].join(''))
  return [...variants]
}

/** Whether one letter too many, too few, wrong, or two neighbors swapped make one word the other. Equal words are near. */
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
