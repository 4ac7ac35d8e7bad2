import { endsLine, lineEnd, type MergedText, type SideEdits } from '../../document/text/text-edits.ts'
import { isList } from './text-dom.ts'
import { type TextUnit, tagOf, tagsOf } from './text-units.ts'

/** The units of the three texts of a merge. */
interface ThreeTexts {
  readonly base: readonly TextUnit[]
  readonly mine: readonly TextUnit[]
  readonly theirs: readonly TextUnit[]
}

/** The elements of a line, and how many of them also hold the line before. */
type LineFormat = Pick<TextUnit, 'path' | 'shared'>

/**
 * Merges the formatting of lines (paragraph, heading, list item). It is stored at the end of a line, but belongs to its
 * words: if one side splits or extends a line, the other side's change applies to the line with the base's words. New
 * lines keep their own formatting; in a list whose kind the other side changed, they take that kind.
 */
export function mergeLineFormats(texts: ThreeTexts, merged: MergedText<TextUnit>): TextUnit[] {
  const merge = new LineMerge(texts, merged)
  let start = 0
  return merged.units.map((unit, end) => {
    if (!endsLine(unit.key)) return unit
    const format = unit.key === lineEnd ? merge.formatOf(start, end) : null
    start = end + 1
    return format ? { ...unit, ...format } : unit
  })
}

class LineMerge {
  readonly #merged: MergedText<TextUnit>
  readonly #base: Lines
  readonly #mine: SideLines
  readonly #theirs: SideLines

  constructor({ base, mine, theirs }: ThreeTexts, merged: MergedText<TextUnit>) {
    this.#merged = merged
    this.#base = new Lines(base)
    this.#mine = new SideLines(mine, this.#base, merged.own)
    this.#theirs = new SideLines(theirs, this.#base, merged.other)
  }

  /** The formatting of the merged line of these units; null: as its end has it. */
  formatOf(start: number, end: number): LineFormat | null {
    const origins = this.#merged.origins.slice(start, end + 1)
    const words = origins.slice(0, -1)
    const kept = words.find(({ base }) => base !== undefined)
    if (kept) {
      const { base, mine, theirs } = kept
      return this.#changed(this.#base.at(base!), this.#mine.at(mine!), this.#theirs.at(theirs!))
    }
    const inserted = words.length > 0 ? words : origins
    const mine = this.#mine.lineOf(inserted.find((origin) => origin.mine !== undefined)?.mine)
    const theirs = this.#theirs.lineOf(inserted.find((origin) => origin.theirs !== undefined)?.theirs)
    const base = mine === undefined ? undefined : this.#mine.baseLines.get(mine)
    const otherBase = theirs === undefined ? undefined : this.#theirs.baseLines.get(theirs)
    if (mine !== undefined && base === undefined) return this.#inserted(this.#mine, this.#theirs, mine)
    if (theirs !== undefined && otherBase === undefined) return this.#inserted(this.#theirs, this.#mine, theirs)
    const line = base ?? otherBase
    return line === undefined ? null : this.#changed(line, this.#mine.lines[line], this.#theirs.lines[line])
  }

  /** Three-way merge of the formatting of a line. Null if one side lacks the line. */
  #changed(line: number, mine: number | undefined, theirs: number | undefined): LineFormat | null {
    const [was, own, other] = [this.#base.formatOf(line), this.#mine.formatOf(mine), this.#theirs.formatOf(theirs)]
    if (!was || !own || !other) return null
    const [tags, ownTags, otherTags] = [was, own, other].map(({ path }) => tagsOf(path))
    if (ownTags === tags) return { path: other.path, shared: sharedOf(was, other, own, true) }
    return { path: own.path, shared: sharedOf(was, own, other, otherTags === tags) }
  }

  /** The formatting of a line that only `side` has, in the lists of the `other` side. */
  #inserted(side: SideLines, other: SideLines, line: number): LineFormat | null {
    const format = side.formatOf(line)
    if (!format) return null
    const path = format.path.map((element, depth) => this.#renamed(side, other, line, element, depth))
    return { path, shared: format.shared }
  }

  /** The other side's list for a list around an inserted line, by the nearest line of the base in it. */
  #renamed(side: SideLines, other: SideLines, line: number, element: HTMLElement, depth: number): HTMLElement {
    const holds = (at: number): boolean => side.formatOf(at)?.path[depth] === element
    for (const step of [-1, 1]) {
      for (let at = line + step; holds(at); at += step) {
        const base = side.baseLines.get(at)
        const was = base === undefined ? undefined : this.#base.formatOf(base)
        const changed = base === undefined ? undefined : other.formatOf(other.lines[base])
        if (!was || !changed) continue
        const [before, after] = [was.path[depth], changed.path[depth]]
        const isRenamed = isList(before) && isList(after) && was.path.length === changed.path.length
        return isRenamed && tagOf(before) === tagOf(element) ? after : element
      }
    }
    return element
  }
}

/**
 * The `shared` of a merged line with the path of `chosen`. A line inserted before it changes it on one side without a
 * change of the path.
 */
function sharedOf(was: LineFormat, chosen: LineFormat, other: LineFormat, isUnchanged: boolean): number {
  const isFree = isUnchanged && chosen.shared === was.shared && chosen.path.length === other.path.length
  return isFree ? other.shared : chosen.shared
}

/** The lines of a text, counted from 0. */
class Lines {
  /** The index of the end of each line. */
  readonly ends: readonly number[]
  readonly #units: readonly TextUnit[]
  readonly #lineAt: readonly number[]

  constructor(units: readonly TextUnit[]) {
    this.#units = units
    this.ends = units.flatMap(({ key }, at) => (endsLine(key) ? [at] : []))
    let line = 0
    this.#lineAt = units.map(({ key }) => (endsLine(key) ? line++ : line))
  }

  /** The line of a unit. */
  at(index: number): number {
    return this.#lineAt[index]!
  }

  lineOf(index: number | undefined): number | undefined {
    return index === undefined ? undefined : this.at(index)
  }

  /** Null for no line, and for an embedded block. */
  formatOf(line: number | undefined): LineFormat | null {
    const end = this.#units[this.ends[line ?? -1] ?? -1]
    return end?.key === lineEnd ? end : null
  }
}

/** The lines of one side, matched with those of the base. */
class SideLines extends Lines {
  /** The line with the first kept unit of each line of the base; undefined if none was kept. */
  readonly lines: readonly (number | undefined)[]
  /** The reverse. */
  readonly baseLines: ReadonlyMap<number, number>

  constructor(units: readonly TextUnit[], base: Lines, edits: SideEdits) {
    super(units)
    this.lines = base.ends.map((end, line) => this.#matched((base.ends[line - 1] ?? -1) + 1, end, edits))
    const found = this.lines.flatMap((line, index) => (line === undefined ? [] : [[line, index] as const]))
    this.baseLines = new Map(found.toReversed())
  }

  #matched(start: number, end: number, { kept, put }: SideEdits): number | undefined {
    for (let at = start; at < end; at++) {
      const line = this.lineOf(kept[at])
      if (line !== undefined) return line
    }
    if (kept[end] === undefined) return undefined
    // All words were replaced, or an empty line was filled: its first new line is the line of the base.
    for (let at = start; at <= end; at++) {
      const edit = put.get(at)
      if (edit?.to === end && !edit.wholeLines && edit.end > edit.start) return this.at(edit.start)
    }
    return this.lineOf(kept[end])
  }
}
