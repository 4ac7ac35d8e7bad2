import type { Box } from './box.ts'
import { angleTo, normalAngle, type Point } from './point.ts'
import { centerOf } from './rect.ts'

/**
 * The rotation, in degrees, of a box after its rotation handle was dragged from one point to another. `step`: only
 * multiples of this many degrees (0: any whole degree).
 */
export function rotationAfter(box: Box, from: Point, to: Point, step: number): number {
  const center = centerOf(box)
  const raw = box.rotation + angleTo(center, to) - angleTo(center, from)
  return normalAngle(step > 0 ? Math.round(raw / step) * step : Math.round(raw))
}
