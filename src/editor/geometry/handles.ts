import type { Box } from './box.ts'
import { normalAngle, type Point, plus, rotated } from './point.ts'
import { centerOf } from './rect.ts'

/** The eight handles of a box, named by compass direction before rotation. */
export type HandleName = 'nw' | 'n' | 'ne' | 'e' | 'se' | 's' | 'sw' | 'w'

/** The side of a handle from the center: -1, 0 or 1 on each axis. */
export function handleSide(handle: HandleName): Point {
  const x = handle.includes('e') ? 1 : handle.includes('w') ? -1 : 0
  const y = handle.startsWith('s') ? 1 : handle.startsWith('n') ? -1 : 0
  return { x, y }
}

/** The position of a handle of a (rotated) box, in slide px. */
export function handlePoint(box: Box, handle: HandleName): Point {
  const side = handleSide(handle)
  return plus(centerOf(box), rotated({ x: (side.x * box.width) / 2, y: (side.y * box.height) / 2 }, box.rotation))
}

/** The handles per kind of resizing. */
export const handlesFor: Readonly<Record<'box' | 'width' | 'line' | 'none', readonly HandleName[]>> = {
  box: ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'],
  width: ['e', 'w'],
  line: [],
  none: [],
}

const cursors = ['ns-resize', 'nesw-resize', 'ew-resize', 'nwse-resize'] as const
const bearing: Readonly<Record<HandleName, number>> = { n: 0, ne: 45, e: 90, se: 135, s: 180, sw: 225, w: 270, nw: 315 }

/** The resize cursor of a handle, rotated with the box. */
export function handleCursor(handle: HandleName, rotation: number): string {
  return cursors[Math.round(normalAngle(bearing[handle] + rotation) / 45) % 4]!
}

/** The cursor of the rotation handle: two arrows around the box's center, rotated in steps of 15 degrees. */
export function rotateCursor(rotation: number): string {
  return rotateCursors[Math.round(normalAngle(rotation) / 15) % rotateCursors.length]!
}

const rotateCursors = Array.from({ length: 24 }, (_, step) => drawnCursor(step * 15))

/** A black cursor with a light edge, visible on slides of any color. */
function drawnCursor(angle: number): string {
  const arrows = 'M5.5 15.5a7 7 0 0 1 13 0M2.8 12.6l2.7 3.2 3.6-2.2M21.2 12.6l-2.7 3.2-3.6-2.2'
  const lines = (color: string, width: number): string =>
    `<path stroke="${color}" stroke-width="${width}" d="${arrows}"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24"><g fill="none" stroke-linecap="round" stroke-linejoin="round" transform="rotate(${angle} 12 12)">${lines('#fff', 4)}${lines('#000', 1.8)}</g></svg>`
  return `url("data:image/svg+xml,${encodeURIComponent(svg)}") 12 12, grab`
}
