/**
 * One replaced range between two states of a sequence: `from` to `to` in the earlier, `start` to `end` in the later.
 * Indices from 0, ends exclusive.
 */
export interface Hunk {
  readonly from: number
  readonly to: number
  readonly start: number
  readonly end: number
}

/**
 * Beyond this number of differences, all that lies between the first and the last counts as replaced: bounds the cost.
 */
const maxDifferences = 200

/** The shortest list of replaced ranges between two sequences, in order (Myers' algorithm). */
export function hunksBetween(before: readonly string[], after: readonly string[]): Hunk[] {
  const { head, tail } = commonEnds(before, after)
  const [to, end] = [before.length - tail, after.length - tail]
  if (head === to && head === end) return []
  const steps = head === to || head === end ? null : stepsBetween(before.slice(head, to), after.slice(head, end))
  if (!steps) return [{ from: head, to, start: head, end }]
  return joined(steps).map((hunk) => ({
    from: hunk.from + head,
    to: hunk.to + head,
    start: hunk.start + head,
    end: hunk.end + head,
  }))
}

/** The lengths of the common start and of the common end of the rest, of two sequences or strings. */
export function commonEnds<T>(a: ArrayLike<T>, b: ArrayLike<T>): { head: number; tail: number } {
  const shorter = Math.min(a.length, b.length)
  let head = 0
  while (head < shorter && a[head] === b[head]) head++
  let tail = 0
  while (tail < shorter - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++
  return { head, tail }
}

/** Single deletions and insertions in order; null: more than `maxDifferences`. */
function stepsBetween(before: readonly string[], after: readonly string[]): Hunk[] | null {
  // The furthest index in `before` on each diagonal (index in `before` minus index in `after`), after each step.
  const trace: Map<number, number>[] = []
  let furthest = new Map([[1, 0]])
  for (let step = 0; step <= maxDifferences; step++) {
    const next = new Map<number, number>()
    trace.push(furthest)
    for (let diagonal = -step; diagonal <= step; diagonal += 2) {
      let at = goesDown(furthest, diagonal, step) ? furthest.get(diagonal + 1)! : furthest.get(diagonal - 1)! + 1
      while (at < before.length && at - diagonal < after.length && before[at] === after[at - diagonal]) at++
      next.set(diagonal, at)
      if (at >= before.length && at - diagonal >= after.length) return stepsOf(trace, before.length, after.length)
    }
    furthest = next
  }
  return null
}

function goesDown(furthest: ReadonlyMap<number, number>, diagonal: number, step: number): boolean {
  if (diagonal === -step) return true
  return diagonal !== step && furthest.get(diagonal - 1)! < furthest.get(diagonal + 1)!
}

function stepsOf(trace: readonly ReadonlyMap<number, number>[], length: number, otherLength: number): Hunk[] {
  const steps: Hunk[] = []
  let [at, other] = [length, otherLength]
  for (let step = trace.length - 1; step > 0; step--) {
    const furthest = trace[step]!
    const diagonal = at - other
    const down = goesDown(furthest, diagonal, step)
    const from = furthest.get(down ? diagonal + 1 : diagonal - 1)!
    const start = from - (down ? diagonal + 1 : diagonal - 1)
    steps.unshift({ from, to: down ? from : from + 1, start, end: down ? start + 1 : start })
    ;[at, other] = [from, start]
  }
  return steps
}

/** Joins steps that no unchanged element separates. */
function joined(steps: readonly Hunk[]): Hunk[] {
  const hunks: Hunk[] = []
  for (const step of steps) {
    const last = hunks.at(-1)
    if (last && last.to === step.from && last.end === step.start) {
      hunks[hunks.length - 1] = { ...last, to: step.to, end: step.end }
    } else hunks.push(step)
  }
  return hunks
}
