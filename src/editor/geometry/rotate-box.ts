import type { Box } from './box.ts'
import { angleTo, normalAngle, type Point } from './point.ts'
import { centerOf } from './rect.ts'

/**
 * The rotation (degrees) of a box after its rotation handle was dragged. `step`: snaps to multiples of it, in
 * degrees; 0 rounds to whole degrees.
 */
export function rotationAfter(box: Box, from: Point, to: Point, step: number): number {
  const center = centerOf(box)
  const raw = box.rotation + angleTo(center, to) - angleTo(center, from)
  return normalAngle(step > 0 ? Math.round(raw / step) * step : Math.round(raw))
}
