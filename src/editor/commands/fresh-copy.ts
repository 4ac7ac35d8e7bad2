import type { Block, Slide } from '../../document/deck-model.ts'
import { withCopiedGroups, withoutEmptyGroups } from '../../document/groups.ts'
import { newBlockId, newSlideId } from '../../document/ids.ts'
import { withCopiedAnchors } from './follow-connectors.ts'

/**
 * Copies blocks with new ids, offset by `by` slide px. A whole group is copied as a new group; the copy of a single
 * member joins the group. `all`: all blocks of the source slide, if only some of them are copied.
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
  const grouped = withCopiedGroups(withCopiedAnchors(blocks, copies), all, newBlockId)
  return all === blocks ? withoutEmptyGroups(grouped) : grouped
}

/** Copies a slide with new ids for itself and its blocks. */
export function copySlide(slide: Slide): Slide {
  return { ...slide, id: newSlideId(), blocks: copyBlocks(slide.blocks, { x: 0, y: 0 }) }
}
