import type { BlockId } from '../../document/deck-model.ts'
import { type Box, boundsOf } from './box.ts'
import type { Rect } from './rect.ts'

/** The edges or centers to align. */
export type Alignment = 'left' | 'center' | 'right' | 'top' | 'middle' | 'bottom'

/** The offset of each box (slide px) that aligns its edge or center with that of `target`. */
export function alignBoxes(
  boxes: Readonly<Record<BlockId, Box>>,
  alignment: Alignment,
  target: Rect,
): Readonly<Record<BlockId, { readonly x: number; readonly y: number }>> {
  const entries = Object.entries(boxes).map(([id, box]) => [id, boundsOf(box)] as const)
  return Object.fromEntries(entries.map(([id, bounds]) => [id, aligning(bounds, target, alignment)]))
}

/**
 * The offset of each box that makes the gaps between them equal. The outermost two stay, or move to the edges of
 * `within`.
 */
export function distributeBoxes(
  boxes: Readonly<Record<BlockId, Box>>,
  axis: 'x' | 'y',
  within: Rect | null = null,
): Readonly<Record<BlockId, { readonly x: number; readonly y: number }>> {
  const size = axis === 'x' ? 'width' : 'height'
  const entries = Object.entries(boxes)
    .map(([id, box]) => [id, boundsOf(box)] as const)
    .sort(([, a], [, b]) => a[axis] - b[axis])
  if (entries.length < (within ? 2 : 3)) return {}
  const bounds = entries.map(([, rect]) => rect)
  const [first, last] = [bounds[0]!, bounds.at(-1)!]
  const start = within ? within[axis] : first[axis]
  const end = within ? within[axis] + within[size] : last[axis] + last[size]
  const inner = end - start - bounds.reduce((sum, rect) => sum + rect[size], 0)
  const gap = inner / (entries.length - 1)
  let next = start
  return Object.fromEntries(
    entries.map(([id, rect]) => {
      const by = next - rect[axis]
      next += rect[size] + gap
      return [id, axis === 'x' ? { x: by, y: 0 } : { x: 0, y: by }]
    }),
  )
}

function aligning(bounds: Rect, target: Rect, alignment: Alignment): { x: number; y: number } {
  switch (alignment) {
    case 'left':
      return { x: target.x - bounds.x, y: 0 }
    case 'center':
      return { x: target.x + target.width / 2 - bounds.x - bounds.width / 2, y: 0 }
    case 'right':
      return { x: target.x + target.width - bounds.x - bounds.width, y: 0 }
    case 'top':
      return { x: 0, y: target.y - bounds.y }
    case 'middle':
      return { x: 0, y: target.y + target.height / 2 - bounds.y - bounds.height / 2 }
    case 'bottom':
      return { x: 0, y: target.y + target.height - bounds.y - bounds.height }
  }
}
