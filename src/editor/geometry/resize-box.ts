import type { Box } from './box.ts'
import { type HandleName, handleSide } from './handles.ts'
import { type Point, plus, rotated } from './point.ts'
import { centerOf } from './rect.ts'

/** The options of a resize. */
export interface ResizeOptions {
  /** Width and height keep their ratio. */
  readonly keepAspect: boolean
  /** Opposite sides move symmetrically around the center. */
  readonly fromCenter: boolean
  /** The minimum length of each side. */
  readonly min: number
}

/**
 * Resizes a box by dragging a handle by `offset` (slide px). The opposite handle stays in place, or the center does
 * when resizing from the center. A box is never flipped: its sides stop at `min`.
 */
export function resizeBox(box: Box, handle: HandleName, offset: Point, options: ResizeOptions): Box {
  const side = handleSide(handle)
  const local = rotated(offset, -box.rotation)
  const factor = options.fromCenter ? 2 : 1
  const wanted = { width: box.width + side.x * local.x * factor, height: box.height + side.y * local.y * factor }
  const size = options.keepAspect ? proportional(box, side, wanted, options.min) : clamped(wanted, options.min)
  return resizedTo(box, side, size, options.fromCenter)
}

/** Sets the size of a box. The side opposite to `side` stays in place, or the center with `fromCenter`. */
export function resizedTo(box: Box, side: Point, size: { width: number; height: number }, fromCenter: boolean): Box {
  const grown = { x: (side.x * (size.width - box.width)) / 2, y: (side.y * (size.height - box.height)) / 2 }
  const center = plus(centerOf(box), fromCenter ? { x: 0, y: 0 } : rotated(grown, box.rotation))
  return { ...size, x: center.x - size.width / 2, y: center.y - size.height / 2, rotation: box.rotation }
}

function clamped(size: { width: number; height: number }, min: number): { width: number; height: number } {
  return { width: Math.max(min, size.width), height: Math.max(min, size.height) }
}

/** The size with the box's aspect ratio that is closest to the wanted one: its projection on the diagonal. */
function proportional(
  box: Box,
  side: Point,
  wanted: { width: number; height: number },
  min: number,
): { width: number; height: number } {
  const [x, y] = [side.x === 0 ? 0 : box.width, side.y === 0 ? 0 : box.height]
  const scale = (wanted.width * x + wanted.height * y) / (x * x + y * y || 1)
  const smallest = min / Math.min(box.width, box.height)
  const used = Math.max(scale, Math.min(1, smallest))
  return { width: box.width * used, height: box.height * used }
}
