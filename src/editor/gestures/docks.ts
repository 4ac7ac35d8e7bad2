import type { Tie } from '../../blocks/block-editor.ts'
import { editorOf } from '../../blocks/editors.ts'
import type { BlockId } from '../../document/types.ts'
import { tieAt, tiePoint, tieSides } from '../commands/follow-ties.ts'
import { boxHolds } from '../geometry/box.ts'
import { distance, type Point } from '../geometry/point.ts'
import type { EditorModel } from '../state/editor-model.ts'
import type { GestureSurface } from './gesture.ts'

/** A place of a block where the end of a line can be tied. */
export interface Dock extends Tie {
  readonly point: Point
}

/** How near to a block its docks are shown, and how near to one of them the end takes hold of it, in screen px. */
const reach = { show: 28, hold: 16 } as const

/** The docks of the frontmost block near a point (slide px), and the one that an end put there would be tied to. */
export function docksNear(
  model: EditorModel,
  surface: GestureSurface,
  point: Point,
  except: BlockId | null,
): { readonly docks: readonly Dock[]; readonly held: Dock | null } {
  const { scale } = surface.placement()
  const near = model.slide().blocks.findLast((block) => {
    const place = block.id === except || !block.frame || editorOf(block.type)?.points ? null : surface.placed(block.id)
    return place !== null && boxHolds(place.box, point, reach.show / scale)
  })
  const box = near && surface.placed(near.id)?.box
  if (!box) return { docks: [], held: null }
  const docks = tieSides.map((side): Dock => {
    return { ...tieAt(box, { block: near.id, side }), point: tiePoint(box, side) }
  })
  const nearest = docks.toSorted((a, b) => distance(a.point, point) - distance(b.point, point))[0]!
  return { docks, held: distance(nearest.point, point) <= reach.hold / scale ? nearest : null }
}

/** A dock as a line keeps it. */
export function tieOf(dock: Dock | null): Tie | null {
  if (dock === null) return null
  const { point: _point, ...tie } = dock
  return tie
}
