import type { Rect } from './rect.ts'

/** A length drawn with its number: along `axis`, from `start` to `end`, at `cross` on the other axis. In slide px. */
export interface GapMark {
  readonly axis: 'x' | 'y'
  readonly start: number
  readonly end: number
  readonly cross: number
}

/** A position with equal gaps to others, or a size equal to another's. */
export interface GapPlace {
  /** The start position on the axis, or the length, in slide px. */
  readonly at: number
  /** The marks drawn when it is used. */
  readonly marks: readonly GapMark[]
}

/** The snapping distance and the position currently snapped to, as in snap(). */
export interface GapOptions {
  readonly reach: number
  readonly screenPixel: number
  readonly held: number | null
}

const sizeOf = { x: 'width', y: 'height' } as const

interface Span {
  readonly start: number
  readonly end: number
  readonly rect: Rect
}

/** The maximum gap to repeat, in slide px: wider gaps are hardly intended as a row. */
const widest = 400

/**
 * The positions on an axis with equal gaps: between two neighbors, or after or before a row of two. Only rectangles
 * that overlap `moving` on the other axis count as neighbors.
 */
export function equalGapPlaces(moving: Rect, others: readonly Rect[], axis: 'x' | 'y'): readonly GapPlace[] {
  const cross = axis === 'x' ? 'y' : 'x'
  const spans = others
    .filter((rect) => overlap(rect, moving, cross) > 0)
    .map((rect): Span => ({ start: rect[axis], end: rect[axis] + rect[sizeOf[axis]], rect }))
    .toSorted((a, b) => a.start - b.start)
  const size = moving[sizeOf[axis]]
  const places: GapPlace[] = []
  for (const [index, before] of spans.entries()) {
    // The first one that starts after this one ends.
    const after = spans.find((span, place) => place > index && span.start >= before.end)
    if (!after || overlap(before.rect, after.rect, cross) <= 0) continue
    const gap = after.start - before.end
    if (gap <= 0 || gap > widest + size) continue
    const mark = (start: number, end: number, a: Rect, b: Rect): GapMark => ({
      axis,
      start,
      end,
      cross: middleOfOverlap(a, b, cross),
    })
    const own = (): GapMark => mark(before.end, after.start, before.rect, after.rect)
    places.push(
      placeAt(after.end + gap, () => [own(), mark(after.end, after.end + gap, after.rect, moving)]),
      placeAt(before.start - gap - size, () => [mark(before.start - gap, before.start, moving, before.rect), own()]),
    )
    const each = (gap - size) / 2
    if (each <= 0) continue
    const at = before.end + each
    places.push(
      placeAt(at, () => [mark(before.end, at, before.rect, moving), mark(at + size, after.start, moving, after.rect)]),
    )
  }
  return places
}

/** A position whose marks are computed when read, since most positions are out of reach. */
function placeAt(at: number, marks: () => readonly GapMark[]): GapPlace {
  return {
    at,
    get marks() {
      return marks()
    },
  }
}

/** The lengths of other rectangles on an axis, each with marks on all that have it. */
export function equalSizes(others: readonly Rect[], axis: 'x' | 'y'): readonly GapPlace[] {
  const byLength = new Map<number, Rect[]>()
  for (const rect of others) {
    const length = rect[sizeOf[axis]]
    if (length > 0) byLength.set(length, [...(byLength.get(length) ?? []), rect])
  }
  return [...byLength].map(([at, rects]) => ({ at, marks: rects.map((rect) => sizeMark(rect, axis)) }))
}

/** A mark along one side of a rectangle, with its width or height. */
export function sizeMark(rect: Rect, axis: 'x' | 'y'): GapMark {
  const cross = axis === 'x' ? rect.y + rect.height : rect.x + rect.width
  return { axis, start: rect[axis], end: rect[axis] + rect[sizeOf[axis]], cross }
}

/**
 * The nearest position within reach of `value`; null if none. The one snapped to is kept a little beyond reach, and
 * until another is nearer by a screen px.
 */
export function nearestPlace(places: readonly GapPlace[], value: number, options: GapOptions): GapPlace | null {
  const away = (place: GapPlace): number => Math.abs(place.at - value)
  const best = places.reduce<GapPlace | null>((a, b) => (a === null || away(b) < away(a) ? b : a), null)
  const { held } = options
  const holding = held === null ? undefined : places.find((place) => Math.abs(place.at - held) < 0.01)
  if (holding && away(holding) <= options.reach * 1.3 && away(best!) > away(holding) - options.screenPixel)
    return holding
  return best !== null && away(best) <= options.reach ? best : null
}

function overlap(a: Rect, b: Rect, axis: 'x' | 'y'): number {
  const size = sizeOf[axis]
  return Math.min(a[axis] + a[size], b[axis] + b[size]) - Math.max(a[axis], b[axis])
}

function middleOfOverlap(a: Rect, b: Rect, axis: 'x' | 'y'): number {
  const size = sizeOf[axis]
  return (Math.max(a[axis], b[axis]) + Math.min(a[axis] + a[size], b[axis] + b[size])) / 2
}
