import type { Point } from './point.ts'

/** An upright rectangle; width and height are never negative. */
export interface Rect {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The rectangle with two points as opposite corners. */
export function rectBetween(a: Point, b: Point): Rect {
  return { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), width: Math.abs(a.x - b.x), height: Math.abs(a.y - b.y) }
}

/** The bounding rectangle of points, of which there must be at least one. */
export function rectAround(points: readonly Point[]): Rect {
  const xs = points.map((point) => point.x)
  const ys = points.map((point) => point.y)
  return rectBetween({ x: Math.min(...xs), y: Math.min(...ys) }, { x: Math.max(...xs), y: Math.max(...ys) })
}

/** The bounding rectangle of rectangles, of which there must be at least one. */
export function unionOf(rects: readonly Rect[]): Rect {
  return rectAround(rects.flatMap((rect) => [rect, { x: rect.x + rect.width, y: rect.y + rect.height }]))
}

/** The center of a rectangle. */
export function centerOf(rect: Rect): Point {
  return { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 }
}

/** Whether `inner` is wholly within `outer`, edges included. */
export function encloses(outer: Rect, inner: Rect): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  )
}
