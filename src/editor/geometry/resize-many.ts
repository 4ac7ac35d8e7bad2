import type { Box } from './box.ts'
import { normalAngle } from './point.ts'
import { centerOf, type Rect } from './rect.ts'

/**
 * A box that takes part in the resizing of several: its place follows the change of the common rectangle, and its
 * size grows by how much its own (turned) axes were stretched. Its rotation stays.
 */
export function resizeWithin(box: Box, before: Rect, after: Rect, least: number): Box {
  const scale = { x: after.width / (before.width || 1), y: after.height / (before.height || 1) }
  const center = centerOf(box)
  const x = after.x + (center.x - before.x) * scale.x
  const y = after.y + (center.y - before.y) * scale.y
  const angle = (normalAngle(box.rotation) * Math.PI) / 180
  const width = Math.max(least, box.width * Math.hypot(Math.cos(angle) * scale.x, Math.sin(angle) * scale.y))
  const height = Math.max(least, box.height * Math.hypot(Math.sin(angle) * scale.x, Math.cos(angle) * scale.y))
  return { x: x - width / 2, y: y - height / 2, width, height, rotation: box.rotation }
}
