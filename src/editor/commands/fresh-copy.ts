import { newBlockId, newSlideId } from '../../document/ids.ts'
import type { Block, Slide } from '../../document/types.ts'

/** The same blocks with new ids, `by` slide px further right and down. */
export function copyBlocks(blocks: readonly Block[], by: { readonly x: number; readonly y: number }): readonly Block[] {
  return blocks.map((block) => ({
    ...block,
    id: newBlockId(),
    frame: block.frame && { ...block.frame, x: block.frame.x + by.x, y: block.frame.y + by.y },
  }))
}

/** The same slide with new ids of its own and of its blocks. */
export function copySlide(slide: Slide): Slide {
  return { ...slide, id: newSlideId(), blocks: copyBlocks(slide.blocks, { x: 0, y: 0 }) }
}
