import { Blocks } from 'lucide-react'
import { hasFlow } from '../flow/has-flow.ts'
import { loadAndTurn } from '../flow/load-and-turn.ts'
import type { Action } from './action.ts'

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
    run: (editor) => void loadAndTurn(editor, [editor.model.getState().slideId]),
  },
  {
    id: 'turn-deck-into-blocks',
    label: 'Turn all slides into blocks',
    icon: Blocks,
    group: 'deck',
    shortcuts: [],
    scope: 'canvas',
    when: ({ deck }) => Object.values(deck.slides).some(hasFlow),
    run: (editor) => void loadAndTurn(editor, 'all'),
  },
]
