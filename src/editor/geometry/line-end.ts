import { angleTo, distance, minus, type Point, plus, turned } from './point.ts'

/** The end of a line from `fixed`, dragged to `point`, with its angle kept to multiples of `step` degrees. */
export function lineEndAfter(fixed: Point, point: Point, step: number): Point {
  const angle = Math.round(angleTo(fixed, point) / step) * step
  // As far along that direction as the pointer has come.
  const direction = turned({ x: 0, y: -1 }, angle)
  const way = minus(point, fixed)
  const length = Math.max(0, way.x * direction.x + way.y * direction.y)
  return distance(fixed, point) === 0 ? point : plus(fixed, { x: direction.x * length, y: direction.y * length })
}

/** How far a point is from a line through corners. Same unit as the points; infinite without corners. */
export function distanceToWay(point: Point, corners: readonly Point[]): number {
  let nearest = Number.POSITIVE_INFINITY
  for (let index = 1; index < corners.length; index++) {
    nearest = Math.min(nearest, distanceToPiece(point, corners[index - 1]!, corners[index]!))
  }
  return nearest
}

function distanceToPiece(point: Point, from: Point, to: Point): number {
  const way = minus(to, from)
  const square = way.x * way.x + way.y * way.y
  const along = square === 0 ? 0 : ((point.x - from.x) * way.x + (point.y - from.y) * way.y) / square
  const part = Math.min(1, Math.max(0, along))
  return distance(point, { x: from.x + way.x * part, y: from.y + way.y * part })
}
