import { Blocks } from 'lucide-react'
import type { SlideId } from '../../document/deck-model.ts'
import { messages } from '../../rules/messages.ts'
import { hasFlow } from '../flow/has-flow.ts'
import type { Editor } from '../state/editor.ts'
import { loadPart } from '../state/load-part.ts'
import type { Action } from './action.ts'
import { notifyWithUndo } from './notify-with-undo.ts'

async function turn(editor: Editor, ids: readonly SlideId[] | 'all'): Promise<void> {
  try {
    const before = editor.model.getState().deck
    const { turnIntoBlocks } = await loadPart(import('../flow/turn-into-blocks.ts'))
    const count = await turnIntoBlocks(editor, ids)
    if (count > 1) notifyWithUndo(editor, `${count} slides were turned into blocks`, before)
  } catch {
    editor.services.notify(messages.deck.partLoadFailed, 'error')
  }
}

/** Turns markup that was written by hand or imported into blocks, which are edited by clicking. */
export const flowActions: readonly Action[] = [
  {
    id: 'turn-into-blocks',
    label: 'Turn into blocks',
    icon: Blocks,
    group: 'slide',
    shortcuts: [],
    scope: 'canvas',
    when: ({ deck, slideId }) => hasFlow(deck.slides[slideId]),
    run: (editor) => void turn(editor, [editor.model.getState().slideId]),
  },
  {
    id: 'turn-deck-into-blocks',
    label: 'Turn all slides into blocks',
    icon: Blocks,
    group: 'deck',
    shortcuts: [],
    scope: 'canvas',
    when: ({ deck }) => Object.values(deck.slides).some(hasFlow),
    run: (editor) => void turn(editor, 'all'),
  },
]
