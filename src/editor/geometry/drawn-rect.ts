import type { Point } from './point.ts'
import { type Rect, rectBetween } from './rect.ts'

/** The rectangle drawn from one point to another; `square`: as wide as high; `fromCenter`: `from` is its middle. */
export function drawnRect(
  from: Point,
  to: Point,
  manner: { readonly square: boolean; readonly fromCenter: boolean },
): Rect {
  const way = { x: to.x - from.x, y: to.y - from.y }
  const side = Math.max(Math.abs(way.x), Math.abs(way.y))
  const end = manner.square ? { x: from.x + (way.x < 0 ? -side : side), y: from.y + (way.y < 0 ? -side : side) } : to
  const start = manner.fromCenter ? { x: 2 * from.x - end.x, y: 2 * from.y - end.y } : from
  return rectBetween(start, end)
}
