import type { Anchor } from '../../blocks/block-editor.ts'
import { editorOf } from '../../blocks/find-editor.ts'
import type { BlockId } from '../../document/deck-model.ts'
import { anchorAt, anchorPoint, anchorSides } from '../commands/follow-connectors.ts'
import { boxHolds } from '../geometry/box.ts'
import { distance, type Point } from '../geometry/point.ts'
import type { EditorModel } from '../state/editor-model.ts'
import type { GestureSurface } from './gesture.ts'

/** An anchor with its position in slide px, where the end of a connector can be attached. */
export interface PlacedAnchor extends Anchor {
  readonly point: Point
}

/**
 * The distances from a block at which its anchors are shown, and from an anchor at which the end snaps, in screen px.
 */
const reach = { show: 28, hold: 16 } as const

/** The anchors of the frontmost block near a point (slide px), and the one that an end there snaps to. */
export function anchorsNear(
  model: EditorModel,
  surface: GestureSurface,
  point: Point,
  except: BlockId | null,
): { readonly anchors: readonly PlacedAnchor[]; readonly held: PlacedAnchor | null } {
  const { scale } = surface.placement()
  const near = model.slide().blocks.findLast((block) => {
    const place = block.id === except || !block.frame || editorOf(block.type)?.handles ? null : surface.placed(block.id)
    return place !== null && boxHolds(place.box, point, reach.show / scale)
  })
  const box = near && surface.placed(near.id)?.box
  if (!box) return { anchors: [], held: null }
  const anchors = anchorSides.map((side): PlacedAnchor => {
    return { ...anchorAt(box, { block: near.id, side }), point: anchorPoint(box, side) }
  })
  const nearest = anchors.toSorted((a, b) => distance(a.point, point) - distance(b.point, point))[0]!
  return { anchors, held: distance(nearest.point, point) <= reach.hold / scale ? nearest : null }
}

/** The anchor without its position, as connectors store it. */
export function anchorOf(placed: PlacedAnchor | null): Anchor | null {
  if (placed === null) return null
  const { point: _point, ...anchor } = placed
  return anchor
}
