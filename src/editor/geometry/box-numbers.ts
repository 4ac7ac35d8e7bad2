import type { BlockId } from '../../document/deck-model.ts'
import { type Box, boundsOf } from './box.ts'
import { minus, normalAngle, plus, rotated } from './point.ts'
import { centerOf, unionOf } from './rect.ts'
import { resizeWithin } from './resize-many.ts'

/** The numbers of a box that can be entered. */
export type BoxNumber = 'x' | 'y' | 'width' | 'height' | 'rotation'

/**
 * The boxes after one number was entered. With several boxes the number applies to their bounding box, with which
 * they move, scale or rotate as one. Several boxes have no common rotation, so theirs always starts at 0.
 */
export function boxesWith(
  boxes: Readonly<Record<BlockId, Box>>,
  name: BoxNumber,
  value: number,
): Readonly<Record<BlockId, Box>> {
  const entries = Object.entries(boxes)
  if (entries.length === 1) {
    const [id, box] = entries[0]!
    return { [id]: { ...box, [name]: name === 'rotation' ? normalAngle(value) : value } }
  }
  const outer = unionOf(entries.map(([, box]) => boundsOf(box)))
  const middle = centerOf(outer)
  const change = (box: Box): Box => {
    if (name === 'x' || name === 'y') return { ...box, [name]: box[name] + value - outer[name] }
    if (name !== 'rotation') return resizeWithin(box, outer, { ...outer, [name]: value }, 1)
    const center = plus(middle, rotated(minus(centerOf(box), middle), value))
    const corner = { x: center.x - box.width / 2, y: center.y - box.height / 2 }
    return { ...box, ...corner, rotation: normalAngle(box.rotation + value) }
  }
  return Object.fromEntries(entries.map(([id, box]) => [id, change(box)]))
}
