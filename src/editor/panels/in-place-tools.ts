import type { InPlaceChange, PopoverProps } from '../../blocks/block-editor.ts'
import type { Block } from '../../document/deck-model.ts'
import { updateBlocks } from '../commands/block-commands.ts'
import type { Editor } from '../state/editor.ts'

/** The callbacks for a block's own controls, beside the block or in its panel. */
export function inPlaceTools(
  { model, services }: Editor,
  block: Block,
): Pick<PopoverProps<unknown>, 'change' | 'clean' | 'chooseVideo' | 'showToast'> {
  const { slideId } = model.getState()
  return {
    change: (change, { label, merges }: InPlaceChange) =>
      model.apply(updateBlocks(slideId, [block.id], change), {
        undo: merges ? 'merge' : 'step',
        label,
        key: `${label} ${block.id}`,
      }),
    clean: async (html) => {
      await services.loadSanitizer()
      const { html: clean, removed } = services.clean(html, 'import')
      return { html: clean, removed: [...new Set(removed.map((removal) => removal.message))] }
    },
    chooseVideo: services.chooseVideo,
    showToast: (message) => services.notify(message, 'info'),
  }
}
