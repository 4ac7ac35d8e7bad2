import { newBlockId } from './ids.ts'
import type { Block, BlockId, Slide } from './types.ts'

/**
 * The slide, with fresh ids for blocks whose id is in `taken` already; all its ids are added to `taken`.
 * The same object when nothing had to change.
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
