import type { Box } from './box.ts'
import { normalAngle } from './point.ts'
import { centerOf, type Rect } from './rect.ts'

/**
 * Resizes one of several boxes with their bounding rectangle. Its center moves in proportion. Its size is scaled
 * along its own (rotated) axes; its rotation stays.
 */
export function resizeWithin(box: Box, before: Rect, after: Rect, min: number): Box {
  const scale = { x: after.width / (before.width || 1), y: after.height / (before.height || 1) }
  const center = centerOf(box)
  const x = after.x + (center.x - before.x) * scale.x
  const y = after.y + (center.y - before.y) * scale.y
  const angle = (normalAngle(box.rotation) * Math.PI) / 180
  const width = Math.max(min, box.width * Math.hypot(Math.cos(angle) * scale.x, Math.sin(angle) * scale.y))
  const height = Math.max(min, box.height * Math.hypot(Math.sin(angle) * scale.x, Math.cos(angle) * scale.y))
  return { x: x - width / 2, y: y - height / 2, width, height, rotation: box.rotation }
}
