import { blocks } from '../../blocks/index.ts'
import type { Deck } from '../../document/deck-model.ts'
import { mergeSlides } from '../../document/merge-slides.ts'
import type { Editor } from '../state/editor.ts'
import type { EditorModel } from '../state/editor-model.ts'

/**
 * Shows a toast about a change of slides, with an Undo button. The button works after later changes too: it merges
 * the slides of `before` with the current deck. `duration` in ms: instead of one by the message's length.
 */
export function notifyWithUndo({ model, services }: Editor, message: string, before: Deck, duration?: number): void {
  const after = model.getState().deck
  if (after === before) return
  services.notify(message, 'info', { label: 'Undo', run: () => restore(model, before, after) }, duration)
}

function restore(model: EditorModel, before: Deck, after: Deck): void {
  const { deck } = model.getState()
  if (deck === after) {
    model.undo()
    return
  }
  const { slides } = mergeSlides(after, before, deck, blocks)
  model.apply((now) => ({ ...slides, settings: now.settings }), { undo: 'step', label: 'Bring back slides' })
}
