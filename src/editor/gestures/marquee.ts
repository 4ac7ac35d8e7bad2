import type { BlockId } from '../../document/deck-model.ts'
import { unitsOf } from '../../document/groups.ts'
import type { Box } from '../geometry/box.ts'
import { marqueeHits } from '../geometry/marquee.ts'
import type { Point } from '../geometry/point.ts'
import { rectBetween } from '../geometry/rect.ts'
import type { EditorModel } from '../state/editor-model.ts'
import type { Gesture, GestureSurface, PointerAt } from './gesture.ts'

/**
 * Selects blocks by a rectangle, groups as a whole. Shift at the end adds to the selection. Groups with only locked
 * blocks are not selected.
 */
export function marqueeGesture(model: EditorModel, surface: GestureSurface, from: PointerAt): Gesture {
  const start: Point = from.slide
  const places = surface.allPlaced()
  const units = unitsOf(
    model.slide().blocks.filter((block) => places.has(block.id)),
    [],
  ).map((unit): Unit => {
    const free = unit.filter((block) => !block.locked)
    return { ids: unit.map((block) => block.id), boxes: free.map((block) => [block.id, places.get(block.id)!.box]) }
  })
  const before = model.getState().selection
  const chosen = (at: PointerAt): readonly BlockId[] => {
    const hits = units.flatMap((unit) => (isHit(unit, start, at.slide) ? unit.ids : []))
    return at.shift ? [...before, ...hits.filter((id) => !before.includes(id))] : hits
  }
  return {
    name: 'marquee',
    cursor: 'default',
    move: (at) => surface.preview({ area: rectBetween(start, at.slide), chosen: chosen(at) }),
    end: (at) => {
      surface.clear()
      model.select(chosen(at))
    },
    cancel: () => surface.clear(),
  }
}

/** A block or a group that is selected as one, and the boxes of its unlocked blocks. */
interface Unit {
  readonly ids: readonly BlockId[]
  readonly boxes: readonly (readonly [BlockId, Box])[]
}

/** Drawn to the right, the rectangle must enclose the whole unit. Drawn to the left, touching a part is enough. */
function isHit({ boxes }: Unit, from: Point, to: Point): boolean {
  if (boxes.length === 0) return false
  const hits = marqueeHits(Object.fromEntries(boxes), from, to).length
  return to.x >= from.x ? hits === boxes.length : hits > 0
}
