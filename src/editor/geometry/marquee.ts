import type { BlockId } from '../../document/deck-model.ts'
import { type Box, boundsOf, boxTouches } from './box.ts'
import type { Point } from './point.ts'
import { encloses, rectBetween } from './rect.ts'

/**
 * The boxes that a marquee selects. Drawn from left to right it selects what it encloses, and from right to left what
 * it touches, as in CAD programs.
 */
export function marqueeHits(boxes: Readonly<Record<BlockId, Box>>, from: Point, to: Point): readonly BlockId[] {
  const rect = rectBetween(from, to)
  const whole = to.x >= from.x
  return Object.entries(boxes)
    .filter(([, box]) => (whole ? encloses(rect, boundsOf(box)) : boxTouches(box, rect)))
    .map(([id]) => id)
}
