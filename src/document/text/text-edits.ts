import { commonEnds, type Hunk, hunksBetween } from './sequence-diff.ts'

/** An element of a text: a UTF-16 code unit, an embedded element, or the end of a line. */
export interface Unit {
  /** The content, compared to find what changed. */
  readonly key: string
  /** The formatting, merged separately: a word in bold is the same word. */
  readonly look: string
}

/** The key of the end of a line (paragraph, heading or list item). Longer than a code unit, so no text has it. */
export const lineEnd = '<end>'

/** Whether a key ends a line: `lineEnd`, or `lineEnd` and a block without text, such as a horizontal rule. */
export function endsLine(key: string | undefined): boolean {
  return key?.startsWith(lineEnd) === true
}

/** A change of a text. Its ranges count units. */
export interface Edit extends Hunk {
  /** Inserts whole lines in front of a line. */
  readonly wholeLines: boolean
}

/**
 * Which neighbor a position stays with if text is inserted exactly there: a caret with the text before it, the start of
 * a selection with the text after it.
 */
export type Side = 'before' | 'after'

/**
 * The edits between two texts, in order. Compared by lines, then changed lines by words, then changed words by common
 * start and end: a caret in an unchanged word never moves within it.
 */
export function editsBetween(before: readonly string[], after: readonly string[]): Edit[] {
  return compared(before, after, [startsLine, startsWord]).map((hunk) => withLines(hunk, after))
}

/**
 * A position after edits. Before an edit it is unchanged, after one it is shifted, within a replaced range it is the
 * range's start. At an insertion it stays with its neighbor (see Side); whole lines inserted at the start of a line
 * leave it in its line.
 */
export function mapPosition(edits: readonly Edit[], position: number, side: Side): number {
  let shift = 0
  for (const { from, to, start, end, wholeLines } of edits) {
    if (position < from) break
    const isInsertion = from === to
    if (position === from && !(isInsertion && (wholeLines || side === 'after'))) break
    if (position < to) return start
    shift = end - to
  }
  return position + shift
}

/** The result of a three-way merge. */
export interface MergedText<U extends Unit> {
  readonly units: readonly U[]
  /** Where each unit is from. */
  readonly origins: readonly UnitOrigin[]
  /** The edits from `mine` to the result, to map positions. */
  readonly edits: readonly Edit[]
  readonly own: SideEdits
  readonly other: SideEdits
}

/** The index of a merged unit in each of the three texts that has it. */
export interface UnitOrigin {
  readonly base?: number | undefined
  readonly mine?: number | undefined
  readonly theirs?: number | undefined
}

/**
 * Three-way merge of a text. What either side deleted is deleted, what either side inserted is kept: inserted words are
 * never lost, even inside a range that the other side deleted; in a line that was deleted they stay a line. If both
 * inserted at the same place, mine is first; the same edit on both sides counts once. Formatting that both sides changed
 * is mine.
 */
export function mergeTexts<U extends Unit>(
  base: readonly U[],
  mine: readonly U[],
  theirs: readonly U[],
): MergedText<U> {
  const [own, other] = [sideOf(base, mine), sideOf(base, theirs)]
  const merged = new Merged<U>()
  for (let at = 0; at <= base.length; at++) {
    const [put, otherPut] = [own.put.get(at), other.put.get(at)]
    const ownUnits = put ? mine.slice(put.start, put.end) : []
    const otherUnits = otherPut ? theirs.slice(otherPut.start, otherPut.end) : []
    const [mineAt, theirsAt] = [{ mine: put?.start }, { theirs: otherPut?.start }]
    if (put?.to === otherPut?.to && sameKeys(ownUnits, otherUnits)) {
      merged.keep(ownUnits, 'mine', { ...mineAt, ...theirsAt })
    } else if (put && otherPut && comesFirst(otherPut, put)) {
      merged.add(otherUnits, theirsAt)
      merged.keep(ownUnits, 'mine', mineAt)
    } else {
      merged.keep(ownUnits, 'mine', mineAt)
      merged.add(otherUnits, theirsAt)
    }
    const unit = base[at]
    if (!unit) break
    const origin = { base: at, mine: own.kept[at], theirs: other.kept[at] }
    const [kept, otherKept] = [mine[origin.mine ?? -1], theirs[origin.theirs ?? -1]]
    if (kept && otherKept) merged.keep([kept.look === unit.look ? otherKept : kept], 'both', origin)
    else if (kept && merged.endsLineOf('mine', unit)) merged.keep([kept], 'both', origin)
    else if (kept) merged.drop()
    else if (otherKept && merged.endsLineOf('theirs', unit)) merged.add([otherKept], origin)
  }
  const keys = merged.units.map(({ key }) => key)
  const { units, origins, hunks } = merged
  return { units, origins, edits: hunks.map((hunk) => withLines(hunk, keys)), own, other }
}

/** Which side inserted a unit; `both`: it is from the base. */
type UnitSource = 'mine' | 'theirs' | 'both'

/** Collects merged units, and how they differ from mine. */
class Merged<U extends Unit> {
  readonly units: U[] = []
  readonly origins: UnitOrigin[] = []
  readonly hunks: Hunk[] = []
  #mine = 0
  /** The sides that the units of the unfinished line are from. */
  #line = new Set<UnitSource>()

  /** Adds units that are in mine. `first`: the origin of the first of them. */
  keep(units: readonly U[], from: UnitSource, first: UnitOrigin): void {
    this.#mine += units.length
    this.#put(units, from, first)
  }

  /** Adds units that are only in theirs. */
  add(units: readonly U[], first: UnitOrigin): void {
    const start = this.units.length
    this.#put(units, 'theirs', first)
    if (units.length > 0) this.#change({ from: this.#mine, to: this.#mine, start, end: this.units.length })
  }

  /** Whether a unit ends a line in which all that is left was inserted by this side. */
  endsLineOf(side: UnitSource, { key }: Unit): boolean {
    return endsLine(key) && this.#line.has(side) && !this.#line.has('both')
  }

  #put(units: readonly U[], from: UnitSource, { base, mine, theirs }: UnitOrigin): void {
    const later = (at: number | undefined, by: number) => (at === undefined ? undefined : at + by)
    for (const [by, unit] of units.entries()) {
      this.units.push(unit)
      this.origins.push({ base: later(base, by), mine: later(mine, by), theirs: later(theirs, by) })
      if (endsLine(unit.key)) this.#line.clear()
      else this.#line.add(from)
    }
  }

  /** Leaves out a unit of mine. */
  drop(): void {
    const start = this.units.length
    this.#change({ from: this.#mine, to: this.#mine + 1, start, end: start })
    this.#mine++
  }

  #change(hunk: Hunk): void {
    const last = this.hunks.at(-1)
    if (last?.to === hunk.from && last.end === hunk.start)
      this.hunks.push({ ...this.hunks.pop()!, to: hunk.to, end: hunk.end })
    else this.hunks.push(hunk)
  }
}

/** The edits of one side, by index of the base. */
export interface SideEdits {
  /** The index of each kept unit on this side; undefined if it was deleted. */
  readonly kept: readonly (number | undefined)[]
  /** The edit that starts before each unit. */
  readonly put: ReadonlyMap<number, Edit>
}

function sideOf(base: readonly Unit[], side: readonly Unit[]): SideEdits {
  const edits = editsBetween(keysOf(base), keysOf(side))
  const kept: (number | undefined)[] = []
  let [at, other] = [0, 0]
  for (const { from, to, start, end } of [...edits, { from: base.length, to: 0, start: 0, end: 0 }]) {
    while (at < from) kept[at++] = other++
    ;[at, other] = [Math.max(at, to), Math.max(start, end)]
  }
  kept.length = base.length
  return { kept, put: new Map(edits.map((edit) => [edit.from, edit])) }
}

/**
 * Whether an insertion precedes another at the same place: it is not part of what the other one replaced or extended.
 */
function comesFirst(insertion: Edit, other: Edit): boolean {
  if (insertion.from < insertion.to) return false
  return other.from < other.to || (insertion.wholeLines && !other.wholeLines)
}

type Cut = (unit: string, previous: string) => boolean

const startsLine: Cut = (_unit, previous) => endsLine(previous)

/** A letter, digit, or half of a surrogate pair. CJK characters are words of their own. */
const inWord = /^(?![\u2e80-\uabff\uf900-\ufaff])[\p{L}\p{N}\p{M}\p{Cs}]$/u

const startsWord: Cut = (unit, previous) => !inWord.test(unit) || !inWord.test(previous)

function compared(before: readonly string[], after: readonly string[], [cut, ...finer]: readonly Cut[]): Hunk[] {
  if (!cut) return [trimmed(before, after)]
  const [tokens, others] = [tokensOf(before, cut), tokensOf(after, cut)]
  return hunksBetween(tokens.keys, others.keys).flatMap((hunk) => {
    const [from, to] = [tokens.starts[hunk.from]!, tokens.starts[hunk.to]!]
    const [start, end] = [others.starts[hunk.start]!, others.starts[hunk.end]!]
    if (from === to || start === end) return [{ from, to, start, end }]
    return compared(before.slice(from, to), after.slice(start, end), finer).map((inner) => ({
      from: from + inner.from,
      to: from + inner.to,
      start: start + inner.start,
      end: start + inner.end,
    }))
  })
}

/** Neighboring units as tokens, with the index at which each starts; the last index is the length. */
function tokensOf(units: readonly string[], cut: Cut): { keys: readonly string[]; starts: readonly number[] } {
  const starts = units.flatMap((unit, index) => (index === 0 || cut(unit, units[index - 1]!) ? [index] : []))
  // HTML has no NUL, so the joined keys are unambiguous.
  const keys = starts.map((start, index) => units.slice(start, starts[index + 1]).join('\0'))
  return { keys, starts: [...starts, units.length] }
}

/** Two different runs of units without their common start and end. Surrogate pairs are not divided. */
function trimmed(before: readonly string[], after: readonly string[]): Hunk {
  const { head, tail } = commonEnds(before, after)
  const from = isHighSurrogate(before[head - 1]) ? head - 1 : head
  const same = tail > 0 && isLowSurrogate(before.at(-tail)) ? tail - 1 : tail
  return { from, to: before.length - same, start: from, end: after.length - same }
}

function isHighSurrogate(unit: string | undefined): boolean {
  return unit !== undefined && /^[\ud800-\udbff]$/.test(unit)
}

function isLowSurrogate(unit: string | undefined): boolean {
  return unit !== undefined && /^[\udc00-\udfff]$/.test(unit)
}

function withLines(hunk: Hunk, after: readonly string[]): Edit {
  const startsAtLine = hunk.start === 0 || endsLine(after[hunk.start - 1])
  const wholeLines = hunk.from === hunk.to && startsAtLine && endsLine(after[hunk.end - 1])
  return { ...hunk, wholeLines }
}

function keysOf(units: readonly Unit[]): string[] {
  return units.map(({ key }) => key)
}

function sameKeys(a: readonly Unit[], b: readonly Unit[]): boolean {
  return a.length === b.length && a.every(({ key }, index) => key === b[index]!.key)
}
