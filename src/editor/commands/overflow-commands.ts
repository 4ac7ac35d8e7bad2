import { editorOf } from '../../blocks/find-editor.ts'
import { slideSizeOf } from '../../rules/slide-size.ts'
import type { Overflow } from '../state/overflow.ts'
import { updateBlocks } from './block-commands.ts'
import type { Command } from './command.ts'

/** The minimum height of a box that is shortened to end at the slide's edge, in slide px. */
const least = 20

/** Sets overflowing text to shrink. A box that would grow past the slide's edge gets a fixed height up to it. */
export function shrinkToFit(overflow: Overflow): Command {
  return (deck) =>
    Object.entries(overflow).reduce(
      (changed, [slideId, kinds]) =>
        updateBlocks(slideId, Object.keys(kinds), (block) => {
          const room = slideSizeOf(deck.settings.slide_size).height - (block.frame?.y ?? 0)
          const height = block.frame?.height ?? Math.max(least, Math.round(room))
          return block.locked ? block : (editorOf(block.type)?.fitting?.write(block, 'shrink', height) ?? block)
        })(changed),
      deck,
    )
}
