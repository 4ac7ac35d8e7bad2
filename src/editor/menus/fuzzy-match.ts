/**
 * How well typed letters fit a label: 0 is not at all, more is better. All letters must come in their order. Letters at
 * the beginnings of words and in a row count more, and of labels that fit alike the shorter one is better. Case and
 * accents don't matter.
 */
export function fuzzyMatch(typed: string, label: string): number {
  const wanted = plain(typed).replace(/\s+/g, '')
  const text = plain(label)
  if (wanted === '') return 1
  const memo = new Map<number, number>()
  const best = bestFrom(wanted, text, 0, 0, memo)
  // Letters that are strewn over a label are there by chance.
  return best < wanted.length * points.fair ? 0 : best + 1 / (1 + text.length)
}

/** Points for a letter: anywhere, right after the one before, at the beginning of a word, at the very beginning; and what it should have on average. */
const points = { letter: 1, row: 4, word: 5, start: 2, fair: 3 } as const

/** The most points that the letters from `index` can get in the text from `from`; negative when they don't fit. */
function bestFrom(wanted: string, text: string, index: number, from: number, memo: Map<number, number>): number {
  if (index === wanted.length) return 0
  const key = index * 10_000 + from
  const known = memo.get(key)
  if (known !== undefined) return known
  let best = Number.NEGATIVE_INFINITY
  for (let at = text.indexOf(wanted[index]!, from); at >= 0; at = text.indexOf(wanted[index]!, at + 1)) {
    const word = at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1]!)
    const row = index > 0 && at === from
    const own = points.letter + (row ? points.row : 0) + (word ? points.word : 0) + (at === 0 ? points.start : 0)
    best = Math.max(best, own + bestFrom(wanted, text, index + 1, at + 1, memo))
  }
  memo.set(key, best)
  return best
}

function plain(text: string): string {
  return text.slice(0, 200).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
