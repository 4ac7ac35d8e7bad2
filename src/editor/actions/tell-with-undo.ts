import { blocks } from '../../blocks/index.ts'
import { mergeSlides } from '../../document/merge-slides.ts'
import type { Deck } from '../../document/types.ts'
import type { Editor } from '../state/editor.ts'
import type { EditorModel } from '../state/editor-model.ts'

/**
 * Says what was just done to slides, with a button that takes it back. That works after further steps too: what
 * stood in `before` comes back beside what was done since.
 */
export function tellWithUndo({ model, services }: Editor, message: string, before: Deck): void {
  const after = model.getState().deck
  if (after === before) return
  services.notify(message, 'info', { label: 'Undo', run: () => takeBack(model, before, after) })
}

function takeBack(model: EditorModel, before: Deck, after: Deck): void {
  const { deck } = model.getState()
  if (deck === after) {
    model.undo()
    return
  }
  const { slides } = mergeSlides(after, before, deck, blocks)
  model.apply((now) => ({ ...slides, settings: now.settings }), { undo: 'step', label: 'Bring back slides' })
}
