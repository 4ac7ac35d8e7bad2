import type { Frame } from '../../document/deck-model.ts'
import { minus, type Point, plus, rotated } from './point.ts'
import { centerOf, type Rect, rectAround } from './rect.ts'

/** A rectangle rotated around its center by `rotation` degrees clockwise. x and y are the corner before rotation. */
export interface Box extends Rect {
  readonly rotation: number
}

/** The box of a frame. `measuredHeight` (slide px): used if the content determines the height. */
export function boxOfFrame(frame: Frame, measuredHeight: number): Box {
  return { ...frame, height: frame.height ?? measuredHeight }
}

/** The frame of a box, in tenths of slide px. With `autoHeight` the content still determines the height. */
export function frameOfBox(box: Box, autoHeight: boolean): Frame {
  return {
    x: tenth(box.x),
    y: tenth(box.y),
    width: tenth(box.width),
    height: autoHeight ? null : tenth(box.height),
    rotation: tenth(box.rotation) % 360,
  }
}

/** The corners, clockwise from the one that is top left before rotation. */
export function cornersOf(box: Box): readonly [Point, Point, Point, Point] {
  const center = centerOf(box)
  const [halfWidth, halfHeight] = [box.width / 2, box.height / 2]
  const corner = (x: number, y: number): Point => plus(center, rotated({ x, y }, box.rotation))
  return [
    corner(-halfWidth, -halfHeight),
    corner(halfWidth, -halfHeight),
    corner(halfWidth, halfHeight),
    corner(-halfWidth, halfHeight),
  ]
}

/** The upright bounding rectangle of a rotated box. */
export function boundsOf(box: Box): Rect {
  if (box.rotation === 0) return { x: box.x, y: box.y, width: box.width, height: box.height }
  return rectAround(cornersOf(box))
}

/** Whether a point is in the box or within `tolerance` of its edge. */
export function boxHolds(box: Box, point: Point, tolerance = 0): boolean {
  const local = rotated(minus(point, centerOf(box)), -box.rotation)
  return Math.abs(local.x) <= box.width / 2 + tolerance && Math.abs(local.y) <= box.height / 2 + tolerance
}

/** Whether an upright rectangle and a rotated box intersect (separating axis theorem). */
export function boxTouches(box: Box, rect: Rect): boolean {
  if (!overlapUpright(boundsOf(box), rect)) return false
  // In the box's coordinates the rectangle is rotated.
  const center = centerOf(box)
  const corners = cornersOf({ ...rect, rotation: 0 }).map((corner) => rotated(minus(corner, center), -box.rotation))
  const upright = { x: -box.width / 2, y: -box.height / 2, width: box.width, height: box.height }
  return overlapUpright(rectAround(corners), upright)
}

function overlapUpright(a: Rect, b: Rect): boolean {
  return a.x <= b.x + b.width && b.x <= a.x + a.width && a.y <= b.y + b.height && b.y <= a.y + a.height
}

function tenth(value: number): number {
  // Adding 0 turns -0 into 0.
  return Math.round(value * 10) / 10 + 0
}
