/**
 * Scores how well typed letters match a label: 0 is no match, more is better. All letters must occur in their order.
 * Letters at word starts and consecutive letters score more; of equal matches the shorter label wins. Ignores case and
 * accents.
 */
export function fuzzyMatch(typed: string, label: string): number {
  const wanted = plain(typed).replace(/\s+/g, '')
  const text = plain(label)
  if (wanted === '') return 1
  const memo = new Map<number, number>()
  const best = bestFrom(wanted, text, 0, 0, memo)
  // A low average means that the letters are scattered over the label by chance.
  return best < wanted.length * points.fair ? 0 : best + 1 / (1 + text.length)
}

/**
 * Points of a letter: anywhere, right after the previous one, at a word start, at the very start; `fair`: the minimum
 * average.
 */
const points = { letter: 1, row: 4, word: 5, start: 2, fair: 3 } as const

/** The best score of the letters from `index` on in the text from `from` on; negative if they don't match. */
function bestFrom(wanted: string, text: string, index: number, from: number, memo: Map<number, number>): number {
  if (index === wanted.length) return 0
  const key = index * 10_000 + from
  const cached = memo.get(key)
  if (cached !== undefined) return cached
  let best = Number.NEGATIVE_INFINITY
  for (let at = text.indexOf(wanted[index]!, from); at >= 0; at = text.indexOf(wanted[index]!, at + 1)) {
    const word = at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1]!)
    const row = index > 0 && at === from
    const score = points.letter + (row ? points.row : 0) + (word ? points.word : 0) + (at === 0 ? points.start : 0)
    best = Math.max(best, score + bestFrom(wanted, text, index + 1, at + 1, memo))
  }
  memo.set(key, best)
  return best
}

function plain(text: string): string {
  return text.slice(0, 200).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
