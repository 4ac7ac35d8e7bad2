import type { Block, BlockId, Slide } from './deck-model.ts'
import { derivedBlockId } from './ids.ts'

/**
 * Replaces block ids that are already in `usedIds`, and adds all of the slide's ids to it. Replacements are derived, so
 * two clients that load the same deck agree on them. The same object if nothing changes.
 */
export function withUniqueBlocks(slide: Slide, usedIds: Set<BlockId>): Slide {
  let changed = false
  const own = new Set(slide.blocks.map((block) => block.id))
  const isTaken = (id: BlockId): boolean => usedIds.has(id) || own.has(id)
  const blocks = slide.blocks.map((block): Block => {
    const repeated = usedIds.has(block.id)
    changed ||= repeated
    const unique = repeated ? { ...block, id: derivedBlockId(slide.id, block.id, isTaken) } : block
    usedIds.add(unique.id)
    return unique
  })
  return changed ? { ...slide, blocks } : slide
}
