import { editsBetween } from '../text/text-edits.ts'
import { OpError } from './op-error.ts'

/** An element of a text; see rich-text.ts. Of plain text, a UTF-16 code unit without a look. */
export interface TextUnit {
  readonly key: string
  /** The formatting: start tags, outermost first. */
  readonly look: string
}

/**
 * A part of a change, which reads a text from its start. `keep` units stay, with a new look if one is given; `drop`
 * units are deleted; `put` inserts characters, `unit` inserts another element.
 */
export type DeltaPart =
  | { readonly keep: number; readonly look?: string }
  | { readonly drop: number }
  | { readonly put: string; readonly look?: string }
  | { readonly unit: string; readonly look?: string }

/** A change of a text. Units after the last part stay. */
export type TextDelta = readonly DeltaPart[]

/** Characters without a look, which are most units: texts share them. */
const shared = Array.from({ length: 256 }, (_, code): TextUnit => ({ key: String.fromCharCode(code), look: '' }))

/** The units of characters, each a UTF-16 code unit. */
export function characterUnits(text: string, look = ''): TextUnit[] {
  const keys = text.split('')
  return look === ''
    ? keys.map((key) => shared[key.charCodeAt(0)] ?? { key, look })
    : keys.map((key) => ({ key, look }))
}

/** The units of a plain text. */
export function plainUnits(text: string): TextUnit[] {
  return characterUnits(text)
}

/** The plain text of units. */
export function plainText(units: readonly TextUnit[]): string {
  return units.map(({ key }) => key).join('')
}

/** Whether two texts are the same. */
export function areSameUnits(a: readonly TextUnit[], b: readonly TextUnit[]): boolean {
  return a.length === b.length && a.every((unit, at) => unit === b[at] || isSameUnit(unit, b[at]!))
}

function isSameUnit(a: TextUnit, b: TextUnit): boolean {
  return a.key === b.key && a.look === b.look
}

/** The change from one text to another; empty if they are the same. */
export function deltaBetween(before: readonly TextUnit[], after: readonly TextUnit[]): TextDelta {
  const delta = new DeltaBuilder()
  let [at, other] = [0, 0]
  const keepUntil = (end: number): void => {
    for (; at < end; at++, other++) {
      const { look } = after[other]!
      delta.add({ keep: 1, ...(look === before[at]!.look ? {} : { look }) })
    }
  }
  const keys = (units: readonly TextUnit[]): string[] => units.map(({ key }) => key)
  for (const { from, to, start, end } of editsBetween(keys(before), keys(after))) {
    keepUntil(from)
    for (const unit of after.slice(start, end)) delta.add(inserted(unit))
    if (to > from) delta.add({ drop: to - from })
    ;[at, other] = [to, end]
  }
  keepUntil(before.length)
  return delta.parts()
}

/** Applies a change. Throws OpError if the text is shorter than the change expects. */
export function applyDelta(units: readonly TextUnit[], delta: TextDelta): TextUnit[] {
  const result: TextUnit[] = []
  let at = 0
  for (const part of delta) {
    const count = consumed(part)
    if (at + count > units.length) throw new OpError('The change does not fit the text')
    if ('put' in part) for (const unit of characterUnits(part.put, part.look)) result.push(unit)
    else if ('unit' in part) result.push({ key: part.unit, look: part.look ?? '' })
    else if ('keep' in part) {
      const { look } = part
      for (const unit of units.slice(at, at + count)) result.push(look === undefined ? unit : { ...unit, look })
    }
    at += count
  }
  for (const unit of units.slice(at)) result.push(unit)
  return result
}

/**
 * A change as it applies to a text that `over` has changed meanwhile. `isLater`: `over` is first in the order of changes.
 * What the first inserts at the same place precedes, unless it replaces what follows and the other does not; of two looks
 * the later counts.
 */
export function transformDelta(delta: TextDelta, over: TextDelta, isLater: boolean): TextDelta {
  const result = new DeltaBuilder()
  const [own, other] = [new DeltaReader(delta), new DeltaReader(over)]
  while (own.isOpen()) {
    const [part, before] = [own.peek(), other.peek()]
    // What replaces a word does not take in what the other side inserted before that word.
    const isSecond = own.isReplacement() === other.isReplacement() ? isLater : own.isReplacement()
    if (isInsertion(part) && !(isSecond && isInsertion(before))) {
      result.add(own.take(Number.POSITIVE_INFINITY))
      continue
    }
    if (isInsertion(before)) {
      result.add({ keep: sizeOf(other.take(Number.POSITIVE_INFINITY)) })
      continue
    }
    const count = Math.min(consumed(part), consumed(before))
    const [mine, theirs] = [own.take(count), other.take(count)]
    if ('drop' in theirs) continue
    const isOverruled = 'keep' in mine && 'look' in theirs && theirs.look !== undefined && !isLater
    result.add(isOverruled ? { keep: count } : mine)
  }
  return result.parts()
}

function inserted({ key, look }: TextUnit): DeltaPart {
  const formatted = look === '' ? {} : { look }
  return key.length === 1 ? { put: key, ...formatted } : { unit: key, ...formatted }
}

function isInsertion(part: DeltaPart): boolean {
  return 'put' in part || 'unit' in part
}

/** How many units of the text a part reads. */
function consumed(part: DeltaPart): number {
  if ('keep' in part) return part.keep
  return 'drop' in part ? part.drop : 0
}

function sizeOf(part: DeltaPart): number {
  if ('put' in part) return part.put.length
  return 'unit' in part ? 1 : consumed(part)
}

/** Reads a change in pieces. After its end, everything is kept. */
class DeltaReader {
  readonly #parts: TextDelta
  #at = 0
  /** How much of the current part is read. */
  #read = 0

  constructor(parts: TextDelta) {
    this.#parts = parts
  }

  isOpen(): boolean {
    return this.#at < this.#parts.length
  }

  peek(): DeltaPart {
    return this.#rest(Number.POSITIVE_INFINITY)
  }

  /** Whether the current part is an insertion in the place of units that are deleted. */
  isReplacement(): boolean {
    let at = this.#at
    while (at < this.#parts.length && isInsertion(this.#parts[at]!)) at += 1
    const end = this.#parts[at]
    return at > this.#at && end !== undefined && 'drop' in end
  }

  take(most: number): DeltaPart {
    const part = this.#rest(most)
    if (!this.isOpen()) return part
    this.#read += sizeOf(part)
    if (this.#read >= sizeOf(this.#parts[this.#at]!)) {
      this.#at += 1
      this.#read = 0
    }
    return part
  }

  #rest(most: number): DeltaPart {
    const part = this.#parts[this.#at]
    if (!part) return { keep: most }
    if (isInsertion(part)) return part
    const count = Math.min(most, consumed(part) - this.#read)
    return 'drop' in part ? { drop: count } : { ...part, keep: count }
  }
}

/** Collects parts: joins neighbors of a kind, and omits what is kept at the end. */
class DeltaBuilder {
  readonly #parts: DeltaPart[] = []

  add(part: DeltaPart): void {
    if (sizeOf(part) === 0) return
    const last = this.#parts.at(-1)
    const joined = last && joinedParts(last, part)
    if (joined) this.#parts[this.#parts.length - 1] = joined
    else this.#parts.push(part)
  }

  parts(): TextDelta {
    const last = this.#parts.at(-1)
    if (last && 'keep' in last && last.look === undefined) this.#parts.pop()
    return this.#parts
  }
}

function joinedParts(a: DeltaPart, b: DeltaPart): DeltaPart | null {
  if ('drop' in a) return 'drop' in b ? { drop: a.drop + b.drop } : null
  if ('drop' in b || a.look !== b.look) return null
  if ('keep' in a && 'keep' in b) return { ...a, keep: a.keep + b.keep }
  return 'put' in a && 'put' in b ? { ...a, put: a.put + b.put } : null
}
