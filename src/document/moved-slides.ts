import type { SlideId, Stack } from './deck-model.ts'
import { type Structure, slideIds } from './structure.ts'

/**
 * The slides that moved: the smallest set of common slides whose move turns the order of `before` into that of `after`.
 * Includes slides that joined or left the stack of their predecessor.
 */
export function movedSlides(before: Structure, after: Structure): Set<SlideId> {
  const inAfter = new Set(slideIds(after))
  const old = slideIds(before).filter((id) => inAfter.has(id))
  const place = new Map(old.map((id, index) => [id, index]))
  const now = slideIds(after).filter((id) => place.has(id))
  const unmoved = longestIncreasingSubsequence(now.map((id) => place.get(id)!))
  const common = new Set(now)
  const [joinedBefore, joinedAfter] = [joined(before, common), joined(after, common)]
  return new Set(now.filter((id, index) => !unmoved.has(index) || joinedBefore.has(id) !== joinedAfter.has(id)))
}

/** The slides of `among` that are in one stack with the previous slide of `among`. */
function joined(structure: Structure, among: ReadonlySet<SlideId>): Set<SlideId> {
  return new Set(structure.stacks.flatMap((stack: Stack) => stack.slides.filter((id) => among.has(id)).slice(1)))
}

/** Indices of a longest increasing subsequence of distinct numbers. */
function longestIncreasingSubsequence(numbers: readonly number[]): Set<number> {
  /** tails[n]: index of the smallest number that ends an increasing subsequence of length n + 1. */
  const tails: number[] = []
  const previous: number[] = []
  numbers.forEach((number, index) => {
    let low = 0
    let high = tails.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (numbers[tails[middle]!]! < number) low = middle + 1
      else high = middle
    }
    previous[index] = low > 0 ? tails[low - 1]! : -1
    tails[low] = index
  })
  const found = new Set<number>()
  for (let index = tails.at(-1) ?? -1; index >= 0; index = previous[index]!) found.add(index)
  return found
}
