import { segmentsOf } from '../../../document/powerpoint/path.ts'
import type { Box } from './units.ts'

/** A part of an outline, in px of the shape's box. */
export interface DrawnPath {
  readonly d: string
  readonly filled: boolean
  readonly stroked: boolean
}

/** The area that paths cover, in px of the shape's box: a callout's tail may be beyond it. */
export interface PathArea {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Paths that leave their box by less stay in it. */
const least = 1
/** How far from their box paths are drawn, in px. */
const farthest = 4_000

/** The box of a shape with all that its paths cover. */
export function areaOf(paths: readonly DrawnPath[], { width, height }: Box): PathArea {
  let [left, top, right, bottom] = [0, 0, width, height]
  const take = (x: number, y: number): void => {
    left = Math.min(left, Math.max(x, -farthest))
    top = Math.min(top, Math.max(y, -farthest))
    right = Math.max(right, Math.min(x, width + farthest))
    bottom = Math.max(bottom, Math.min(y, height + farthest))
  }
  for (const { d } of paths) {
    let at: readonly [number, number] = [0, 0]
    for (const segment of segmentsOf(d)) {
      if (segment.kind === 'Z') continue
      const { to } = segment
      take(...to)
      if (segment.kind === 'C') {
        const { one, two } = segment
        for (const t of [0.25, 0.5, 0.75]) {
          const u = 1 - t
          const bend = (index: 0 | 1): number =>
            u ** 3 * at[index] + 3 * u * u * t * one[index] + 3 * u * t * t * two[index] + t ** 3 * to[index]
          take(bend(0), bend(1))
        }
      }
      at = to
    }
  }
  const isBeyond = left < -least || top < -least || right > width + least || bottom > height + least
  return isBeyond ? { left, top, right, bottom } : { left: 0, top: 0, right: width, bottom: height }
}

/** Where an area of a shape's box stands on the slide, mirrored and turned about the box's middle. */
export function placeOfArea({ left, top, right, bottom }: PathArea, box: Box): Box {
  const [width, height] = [right - left, bottom - top]
  const [across, down] = [(left + right - box.width) / 2, (top + bottom - box.height) / 2]
  const [x, y] = [box.flipX ? -across : across, box.flipY ? -down : down]
  const turn = (box.rotation * Math.PI) / 180
  return {
    ...{ ...box, width, height },
    x: box.x + box.width / 2 + x * Math.cos(turn) - y * Math.sin(turn) - width / 2,
    y: box.y + box.height / 2 + x * Math.sin(turn) + y * Math.cos(turn) - height / 2,
  }
}
