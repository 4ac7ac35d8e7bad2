import { angleTo, distance, minus, type Point, plus, rotated } from './point.ts'

/** The end of a line from `fixed`, dragged to `point`. Its angle snaps to multiples of `step` degrees. */
export function lineEndAfter(fixed: Point, point: Point, step: number): Point {
  const angle = Math.round(angleTo(fixed, point) / step) * step
  // The projection of the pointer on that direction.
  const direction = rotated({ x: 0, y: -1 }, angle)
  const offset = minus(point, fixed)
  const length = Math.max(0, offset.x * direction.x + offset.y * direction.y)
  return distance(fixed, point) === 0 ? point : plus(fixed, { x: direction.x * length, y: direction.y * length })
}

/** The distance between a point and a polyline, in the unit of the points. Infinite without corners. */
export function distanceToPolyline(point: Point, corners: readonly Point[]): number {
  let nearest = Number.POSITIVE_INFINITY
  for (let index = 1; index < corners.length; index++) {
    nearest = Math.min(nearest, distanceToSegment(point, corners[index - 1]!, corners[index]!))
  }
  return nearest
}

function distanceToSegment(point: Point, from: Point, to: Point): number {
  const segment = minus(to, from)
  const square = segment.x * segment.x + segment.y * segment.y
  const along = square === 0 ? 0 : ((point.x - from.x) * segment.x + (point.y - from.y) * segment.y) / square
  const part = Math.min(1, Math.max(0, along))
  return distance(point, { x: from.x + segment.x * part, y: from.y + segment.y * part })
}
