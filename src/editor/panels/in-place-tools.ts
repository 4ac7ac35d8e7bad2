import type { InPlaceChange, PopoverProps } from '../../blocks/block-editor.ts'
import type { Block } from '../../document/types.ts'
import { updateBlocks } from '../commands/block-commands.ts'
import type { Editor } from '../state/editor.ts'

/** What the editor does for the own controls of a block of the current slide, beside it or in its panel. */
export function inPlaceTools(
  { model, services }: Editor,
  block: Block,
): Pick<PopoverProps<unknown>, 'change' | 'clean' | 'tell'> {
  const { slideId } = model.getState()
  return {
    change: (change, { label, merges }: InPlaceChange) =>
      model.apply(updateBlocks(slideId, [block.id], change), {
        undo: merges ? 'merge' : 'step',
        label,
        key: `${label} ${block.id}`,
      }),
    clean: (html) => {
      const { html: clean, removed } = services.clean(html, 'import')
      return { html: clean, removed: [...new Set(removed.map((removal) => removal.message))] }
    },
    tell: (message) => services.notify(message, 'info'),
  }
}
