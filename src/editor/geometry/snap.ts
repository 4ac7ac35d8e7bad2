import type { Point } from './point.ts'
import { type Rect, unionOf } from './rect.ts'

/** A snap line at x (or y) = `at`, in slide px. `rect`: the rectangle that it belongs to. */
export interface SnapLine {
  readonly at: number
  readonly rect: Rect
}

/** All snap lines by axis. */
export interface SnapLines {
  readonly x: readonly SnapLine[]
  readonly y: readonly SnapLine[]
}

/** A guide to draw: a line on `axis` 'x' is vertical at x = `at`, from `start` to `end` (slide px). */
export interface Guide {
  readonly axis: 'x' | 'y'
  readonly at: number
  readonly start: number
  readonly end: number
}

/** A snap on one axis: the index of the snapped edge (0 start, 1 center, 2 end), and the line's position. */
export interface SnapHold {
  readonly edge: number
  readonly at: number
}

/** The current snaps. Passed to the next move, so that a snap is kept a little longer. */
export interface SnapState {
  readonly x: SnapHold | null
  readonly y: SnapHold | null
}

/** No snaps. */
export const unsnapped: SnapState = { x: null, y: null }

/** The snap lines of the slide and of other rectangles (edges and centers), and of the user's `guides`. */
export function snapLinesOf(
  slide: Rect,
  others: readonly Rect[],
  guides: { readonly x: readonly number[]; readonly y: readonly number[] } = { x: [], y: [] },
): SnapLines {
  const rects = [slide, ...others]
  return {
    x: [
      ...rects.flatMap((rect) => placesOf(rect.x, rect.width).map((at) => ({ at, rect }))),
      ...guides.x.map((at) => ({ at, rect: { ...slide, x: at, width: 0 } })),
    ],
    y: [
      ...rects.flatMap((rect) => placesOf(rect.y, rect.height).map((at) => ({ at, rect }))),
      ...guides.y.map((at) => ({ at, rect: { ...slide, y: at, height: 0 } })),
    ],
  }
}

/**
 * Snaps a rectangle to lines, on each axis independently. A current snap (`held`) is kept a little beyond reach, and
 * until another line is nearer by a screen px.
 *
 * `reach`: in slide px. Divide screen px by the scale, so that snapping is the same at every zoom.
 *
 * `edges`: the indices that may snap (0 start, 1 center, 2 end); by default all.
 *
 * Returns the offset `by`, and the snaps as `held`.
 */
export function snap(
  moving: Rect,
  lines: SnapLines,
  options: {
    readonly reach: number
    readonly screenPixel: number
    readonly held: SnapState
    readonly edges?: { readonly x: readonly number[]; readonly y: readonly number[] }
  },
): { readonly by: Point; readonly held: SnapState } {
  const edges = options.edges ?? { x: [0, 1, 2], y: [0, 1, 2] }
  const x = snapAxis(placesOf(moving.x, moving.width), edges.x, lines.x, options.held.x, options)
  const y = snapAxis(placesOf(moving.y, moving.height), edges.y, lines.y, options.held.y, options)
  return { by: { x: x.by, y: y.by }, held: { x: x.held, y: y.held } }
}

/** The guides of a snapped rectangle: only lines that it touches exactly. */
export function guidesOf(rect: Rect, lines: SnapLines, held: SnapState): readonly Guide[] {
  return [...axisGuides('x', rect, lines.x, held.x), ...axisGuides('y', rect, lines.y, held.y)]
}

function axisGuides(axis: 'x' | 'y', rect: Rect, lines: readonly SnapLine[], held: SnapHold | null): readonly Guide[] {
  if (!held) return []
  const places = axis === 'x' ? placesOf(rect.x, rect.width) : placesOf(rect.y, rect.height)
  // Opposite edges can touch lines at the same time: both are shown.
  const [start, middle, end] = places
  const isMet = (at: number): boolean =>
    Math.abs(start - at) < 0.05 || Math.abs(middle - at) < 0.05 || Math.abs(end - at) < 0.05
  const met = lines.filter((line) => isMet(line.at))
  const distinct = [...new Set(met.map((line) => line.at))]
  return distinct.map((at) => {
    const span = unionOf([rect, ...met.filter((line) => line.at === at).map((line) => line.rect)])
    return axis === 'x'
      ? { axis, at, start: span.y, end: span.y + span.height }
      : { axis, at, start: span.x, end: span.x + span.width }
  })
}

function placesOf(start: number, size: number): readonly [number, number, number] {
  return [start, start + size / 2, start + size]
}

const distinct = new WeakMap<readonly SnapLine[], readonly number[]>()

/** The distinct positions of lines, cached: rectangles in rows share most of them, and every move reads them. */
function distinctPlaces(lines: readonly SnapLine[]): readonly number[] {
  const cached = distinct.get(lines)
  if (cached) return cached
  const places = [...new Set(lines.map((line) => line.at))]
  distinct.set(lines, places)
  return places
}

function snapAxis(
  places: readonly number[],
  edges: readonly number[],
  lines: readonly SnapLine[],
  held: SnapHold | null,
  options: { readonly reach: number; readonly screenPixel: number },
): { readonly by: number; readonly held: SnapHold | null } {
  let best: SnapHold | null = null
  let nearest = Number.POSITIVE_INFINITY
  const all = distinctPlaces(lines)
  for (const edge of edges) {
    const place = places[edge]!
    for (let index = 0; index < all.length; index++) {
      const away = Math.abs(all[index]! - place)
      if (away >= nearest) continue
      nearest = away
      best = { edge, at: all[index]! }
    }
  }
  if (held && edges.includes(held.edge)) {
    const away = Math.abs(held.at - places[held.edge]!)
    const stays = away <= options.reach * 1.3 && nearest > away - options.screenPixel
    if (stays) return { by: held.at - places[held.edge]!, held }
  }
  if (!best || nearest > options.reach) return { by: 0, held: null }
  return { by: best.at - places[best.edge]!, held: best }
}
