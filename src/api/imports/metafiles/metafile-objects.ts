import { fontFamily } from '../font-family.ts'
import type { DrawState, Font, MetafileCanvas, Pen } from './metafile-canvas.ts'

/** What the objects of a metafile set when they are selected. */
export type DrawObject = Partial<Pick<DrawState, 'pen' | 'brush' | 'font'>>

/** Most objects of a file at a time. */
const mostObjects = 10_000

/** A color as the file has it: red, green, blue, and a byte without meaning here. */
export function colorAt(view: DataView, offset: number): string {
  const channel = (at: number) =>
    view
      .getUint8(offset + at)
      .toString(16)
      .padStart(2, '0')
  return `#${channel(0)}${channel(1)}${channel(2)}`
}

const dashStyles: Readonly<Record<number, string>> = { 1: '4 2', 2: '1 2', 3: '4 2 1 2', 4: '4 2 1 2 1 2' }

export function penOf(style: number, width: number, color: string): Pen {
  const kind = style & 0xf
  return { color: kind === 5 ? null : color, width: Math.abs(width), dash: dashStyles[kind] ?? '' }
}

/** A brush: of one color, none (style 1), or a pattern, which is drawn in its color. */
export function brushOf(style: number, color: string): string | null {
  return style === 1 ? null : color
}

interface FontFields {
  readonly height: number
  readonly turn: number
  readonly weight: number
  readonly italic: boolean
  readonly underline: boolean
  readonly name: string
}

/** A font. A negative height is that of the letters, a positive one that of the line. */
export function fontOf({ height, turn, weight, italic, underline, name }: FontFields): Font {
  const size = height < 0 ? -height : height > 0 ? height * 0.83 : 12
  return {
    family: fontFamily(name) || 'sans-serif',
    size,
    bold: weight >= 600,
    ...{ italic, underline, turn: turn / 10 },
  }
}

/** The objects that a file has made, by their numbers. */
export class ObjectTable {
  readonly #objects = new Map<number, DrawObject>()
  /** Numbers that are free again, the lowest last, and the first that was never taken. */
  readonly #free: number[] = []
  #next = 0

  put(index: number, object: DrawObject): void {
    if (this.#objects.size < mostObjects) this.#objects.set(index, object)
  }

  /** Adds an object under the lowest free number, as older files count. */
  add(object: DrawObject): void {
    if (this.#objects.size < mostObjects) this.put(this.#free.pop() ?? this.#next++, object)
  }

  remove(index: number): void {
    if (!this.#objects.delete(index)) return
    let [from, to] = [0, this.#free.length]
    while (from < to) {
      const middle = (from + to) >> 1
      if (this.#free[middle]! > index) from = middle + 1
      else to = middle
    }
    this.#free.splice(from, 0, index)
  }

  select(index: number, canvas: MetafileCanvas): void {
    const object = this.#objects.get(index)
    if (object) canvas.set(object)
  }
}
