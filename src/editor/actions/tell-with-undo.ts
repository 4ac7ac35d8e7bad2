import { blocks } from '../../blocks/index.ts'
import { mergeSlides } from '../../document/merge-slides.ts'
import type { Deck } from '../../document/types.ts'
import type { Editor } from '../state/editor.ts'

/**
 * Says what was just done to slides, with a button that takes it back. That works after further steps too: what
 * stood in `before` comes back beside what was done since.
 */
export function tellWithUndo(editor: Editor, message: string, before: Deck): void {
  const after = editor.getState().deck
  if (after === before) return
  editor.services.notify(message, 'info', { label: 'Undo', run: () => takeBack(editor, before, after) })
}

function takeBack(editor: Editor, before: Deck, after: Deck): void {
  const { deck } = editor.getState()
  if (deck === after) {
    editor.undo()
    return
  }
  const { slides } = mergeSlides(after, before, deck, blocks)
  editor.apply((now) => ({ ...slides, settings: now.settings }), { undo: 'step', label: 'Bring back slides' })
}
