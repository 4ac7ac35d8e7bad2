import type { Block } from '../deck-model.ts'
import type { SceneItem } from './scene.ts'

/** The part of a block type that knows its native form in files of other programs. */
export interface BlockExporter<P> {
  /**
   * Replaces what was measured of a block by what its props say in more detail. `items`: upright, at their places on the
   * slide. The rotation of the block is added after.
   */
  refine(block: Block<P>, items: readonly SceneItem[]): readonly SceneItem[]
}
