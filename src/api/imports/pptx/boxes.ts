import type { Frame } from '../../../document/deck-model.ts'
import type { XmlElement } from '../../../document/sanitize/xml.ts'
import { type Box, degreesOf, emuPerPx, rounded, type Scale } from './units.ts'
import { find, flag, num } from './xml-tree.ts'

/** How the boxes of a group's members become boxes of the slide. */
export type Place = (box: Box) => Box

/** The box of the slide in px of a box in EMU. */
export function slidePlace({ factor, x, y }: Scale): Place {
  const unit = factor / emuPerPx
  return (box) => ({
    ...box,
    x: box.x * unit + x,
    y: box.y * unit + y,
    width: box.width * unit,
    height: box.height * unit,
  })
}

/** Reads a transform; in EMU. Null if it has no size. */
export function readBox(transform: XmlElement | null): Box | null {
  const [offset, extent] = [find(transform, 'off'), find(transform, 'ext')]
  if (!offset || !extent) return null
  return {
    ...{ x: num(offset, 'x') ?? 0, y: num(offset, 'y') ?? 0 },
    ...{ width: Math.abs(num(extent, 'cx') ?? 0), height: Math.abs(num(extent, 'cy') ?? 0) },
    ...{
      rotation: degreesOf(num(transform, 'rot') ?? 0),
      flipX: flag(transform, 'flipH') ?? false,
      flipY: flag(transform, 'flipV') ?? false,
    },
  }
}

function turned(x: number, y: number, degrees: number): readonly [number, number] {
  const angle = (degrees * Math.PI) / 180
  return [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)]
}

/** The place of a group's members: its box, which `place` puts on the slide, seen from its own coordinates. */
export function groupPlace(transform: XmlElement | null, place: Place): Place {
  const group = readBox(transform)
  const [offset, extent] = [find(transform, 'chOff'), find(transform, 'chExt')]
  if (!group || !extent) return place
  const [left, top] = [num(offset, 'x') ?? 0, num(offset, 'y') ?? 0]
  const scaleX = group.width / (num(extent, 'cx') || group.width || 1)
  const scaleY = group.height / (num(extent, 'cy') || group.height || 1)
  const [centerX, centerY] = [group.x + group.width / 2, group.y + group.height / 2]
  return (box) => {
    // Members that are turned by about a quarter keep their own sides.
    const quarter = Math.round(box.rotation / 90) % 2 === 1
    const [growX, growY] = quarter ? [scaleY, scaleX] : [scaleX, scaleY]
    const [width, height] = [box.width * growX, box.height * growY]
    let x = (box.x + box.width / 2 - left) * scaleX + group.x - centerX
    let y = (box.y + box.height / 2 - top) * scaleY + group.y - centerY
    if (group.flipX) x = -x
    if (group.flipY) y = -y
    const mirrored = group.flipX !== group.flipY
    const [turnedX, turnedY] = turned(x, y, group.rotation)
    const rotation = ((((mirrored ? -box.rotation : box.rotation) + group.rotation) % 360) + 360) % 360
    return place({
      ...{ x: turnedX + centerX - width / 2, y: turnedY + centerY - height / 2, width, height, rotation },
      ...{ flipX: box.flipX !== group.flipX, flipY: box.flipY !== group.flipY },
    })
  }
}

/** The frame of a block. */
export function frameOf({ x, y, width, height, rotation }: Box): Frame {
  return {
    ...{ x: rounded(x), y: rounded(y), width: Math.max(1, rounded(width)), height: Math.max(1, rounded(height)) },
    rotation: rounded(rotation) % 360,
  }
}
