import { editorOf } from '../../blocks/editors.ts'
import { limits } from '../../rules/limits.ts'
import type { Overflow } from '../state/overflow.ts'
import { updateBlocks } from './block-commands.ts'
import type { Command } from './command.ts'

/** The least height in px that a box is given so that its text stays on the slide. */
const least = 20

/** Lets text that does not fit be shown smaller. A box that grows over the slide's edge ends there. */
export function shrinkToFit(overflow: Overflow): Command {
  return (deck) =>
    Object.entries(overflow).reduce(
      (changed, [slideId, kinds]) =>
        updateBlocks(slideId, Object.keys(kinds), (block) => {
          const room = limits.slide.height - (block.frame?.y ?? 0)
          const height = block.frame?.height ?? Math.max(least, Math.round(room))
          return block.locked ? block : (editorOf(block.type)?.fitting?.write(block, 'shrink', height) ?? block)
        })(changed),
      deck,
    )
}
