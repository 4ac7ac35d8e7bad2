import { blocks } from '../../../blocks/index.ts'
import type { BlockId, Deck, SlideId } from '../../../document/deck-model.ts'
import { renderBlock } from '../../../document/render-block.ts'
import { blockOf } from '../../../editor/commands/find-slide.ts'

/** Whether a block's markup differs between two versions of a deck, or one of them lacks it. */
export function isBlockChanged(
  slideId: SlideId,
  blockId: BlockId,
  from: Pick<Deck, 'slides'>,
  to: Pick<Deck, 'slides'>,
): boolean {
  const [before, after] = [from, to].map(({ slides }) => blockOf(slides[slideId], blockId))
  if (!before || !after) return true
  return renderBlock(before, blocks) !== renderBlock(after, blocks)
}
