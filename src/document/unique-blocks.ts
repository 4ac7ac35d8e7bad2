import { newBlockId } from './ids.ts'
import type { Block, BlockId, Slide } from './types.ts'

/**
 * Replaces block ids that are already in `taken`, and adds all of the slide's ids to it. The same object if nothing
 * changes.
 */
export function withUniqueBlocks(slide: Slide, taken: Set<BlockId>): Slide {
  let changed = false
  const blocks = slide.blocks.map((block): Block => {
    const repeated = taken.has(block.id)
    changed ||= repeated
    const unique = repeated ? { ...block, id: newBlockId() } : block
    taken.add(unique.id)
    return unique
  })
  return changed ? { ...slide, blocks } : slide
}
