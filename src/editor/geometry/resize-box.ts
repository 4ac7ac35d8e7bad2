import type { Box } from './box.ts'
import { type HandleName, handleSide } from './handles.ts'
import { type Point, plus, turned } from './point.ts'
import { centerOf } from './rect.ts'

/** How a handle's drag is read. */
export interface ResizeManner {
  /** Width and height keep their proportion. */
  readonly keepAspect: boolean
  /** Both sides move, the middle stays. */
  readonly fromCenter: boolean
  /** Neither side gets shorter than this. */
  readonly least: number
}

/**
 * The box after one of its handles was dragged by `way` (in the box's own px, on the upright slide). The opposite
 * handle stays where it is, or the middle does when resizing from the center; the rotation stays. A box is never
 * turned over: it stops at `least`.
 */
export function resizeBox(box: Box, handle: HandleName, way: Point, manner: ResizeManner): Box {
  const side = handleSide(handle)
  const local = turned(way, -box.rotation)
  const factor = manner.fromCenter ? 2 : 1
  const wanted = { width: box.width + side.x * local.x * factor, height: box.height + side.y * local.y * factor }
  const size = manner.keepAspect ? proportional(box, side, wanted, manner.least) : clamped(wanted, manner.least)
  return resizedTo(box, side, size, manner.fromCenter)
}

/** The box with another size, its side opposite of `side` (or its middle) unmoved. */
export function resizedTo(box: Box, side: Point, size: { width: number; height: number }, fromCenter: boolean): Box {
  const grown = { x: (side.x * (size.width - box.width)) / 2, y: (side.y * (size.height - box.height)) / 2 }
  const center = plus(centerOf(box), fromCenter ? { x: 0, y: 0 } : turned(grown, box.rotation))
  return { ...size, x: center.x - size.width / 2, y: center.y - size.height / 2, rotation: box.rotation }
}

function clamped(size: { width: number; height: number }, least: number): { width: number; height: number } {
  return { width: Math.max(least, size.width), height: Math.max(least, size.height) }
}

/** The size in the box's proportion that comes nearest to the wanted one: its projection on the diagonal. */
function proportional(
  box: Box,
  side: Point,
  wanted: { width: number; height: number },
  least: number,
): { width: number; height: number } {
  const [x, y] = [side.x === 0 ? 0 : box.width, side.y === 0 ? 0 : box.height]
  const scale = (wanted.width * x + wanted.height * y) / (x * x + y * y || 1)
  const smallest = least / Math.min(box.width, box.height)
  const used = Math.max(scale, Math.min(1, smallest))
  return { width: box.width * used, height: box.height * used }
}
