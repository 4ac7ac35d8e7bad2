import type { Point } from './point.ts'
import { type Rect, rectBetween } from './rect.ts'

/** The rectangle drawn between two points. `square`: equal sides. `fromCenter`: `from` is its center. */
export function drawnRect(
  from: Point,
  to: Point,
  options: { readonly square: boolean; readonly fromCenter: boolean },
): Rect {
  const size = { x: to.x - from.x, y: to.y - from.y }
  const side = Math.max(Math.abs(size.x), Math.abs(size.y))
  const end = options.square ? { x: from.x + (size.x < 0 ? -side : side), y: from.y + (size.y < 0 ? -side : side) } : to
  const start = options.fromCenter ? { x: 2 * from.x - end.x, y: 2 * from.y - end.y } : from
  return rectBetween(start, end)
}
