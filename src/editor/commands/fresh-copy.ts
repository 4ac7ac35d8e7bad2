import { withCopiedGroups, withoutEmptyGroups } from '../../document/groups.ts'
import { newBlockId, newSlideId } from '../../document/ids.ts'
import type { Block, Slide } from '../../document/types.ts'
import { withCopiedTies } from './follow-ties.ts'

/**
 * The same blocks with new ids, `by` slide px further right and down. Groups that are copied as a whole become groups
 * of their own; copies of some members of a group join it. `all`: the blocks of the slide they come from, if there is more.
 */
export function copyBlocks(
  blocks: readonly Block[],
  by: { readonly x: number; readonly y: number },
  all: readonly Block[] = blocks,
): readonly Block[] {
  const copies = blocks.map((block) => ({
    ...block,
    id: newBlockId(),
    frame: block.frame && { ...block.frame, x: block.frame.x + by.x, y: block.frame.y + by.y },
  }))
  const grouped = withCopiedGroups(withCopiedTies(blocks, copies), all, newBlockId)
  return all === blocks ? withoutEmptyGroups(grouped) : grouped
}

/** The same slide with new ids of its own and of its blocks. */
export function copySlide(slide: Slide): Slide {
  return { ...slide, id: newSlideId(), blocks: copyBlocks(slide.blocks, { x: 0, y: 0 }) }
}
