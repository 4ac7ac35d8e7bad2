import type { Block, BlockId, Frame } from '../../document/deck-model.ts'
import type { EditorModel } from '../state/editor-model.ts'
import { freeIn } from '../state/selection.ts'
import type { GestureSurface, PlacedBox } from './gesture.ts'

/** The selected blocks that can be moved, with their boxes: neither locked nor in the slide's flow. */
export function movable(model: EditorModel, surface: GestureSurface): ReadonlyMap<BlockId, PlacedBox> {
  const pairs = freeIn(model.getState()).map((block) => [block.id, surface.placed(block.id)] as const)
  return new Map(pairs.filter((pair): pair is [BlockId, PlacedBox] => pair[1] !== null))
}

/** The blocks of the slide with these frames. */
export function framed(model: EditorModel, frames: Readonly<Record<BlockId, Frame>>): readonly Block[] {
  return model.slide().blocks.flatMap((block) => {
    const frame = frames[block.id]
    return frame ? [{ ...block, frame }] : []
  })
}
