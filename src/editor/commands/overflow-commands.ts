import { editorOf } from '../../blocks/editors.ts'
import type { BlockId, SlideId } from '../../document/types.ts'
import { updateBlocks } from './block-commands.ts'
import type { Command } from './command.ts'

/** Lets the text of these blocks, by slide, be shown smaller where it is larger than its box. */
export function shrinkToFit(overflow: Readonly<Record<SlideId, readonly BlockId[]>>): Command {
  return (deck) =>
    Object.entries(overflow).reduce(
      (changed, [slideId, ids]) =>
        updateBlocks(slideId, ids, (block) => {
          const height = block.frame?.height ?? 0
          return block.locked ? block : (editorOf(block.type)?.fitting?.write(block, 'shrink', height) ?? block)
        })(changed),
      deck,
    )
}
