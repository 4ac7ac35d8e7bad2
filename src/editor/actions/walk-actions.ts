import { MousePointer2 } from 'lucide-react'
import type { BlockId } from '../../document/types.ts'
import type { EditorState } from '../state/editor-state.ts'
import type { Action } from './action.ts'

function walk(id: string, label: string, shortcut: string, by: 1 | -1): Action {
  return {
    id,
    label,
    icon: MousePointer2,
    group: 'edit',
    shortcuts: [shortcut],
    scope: 'canvas',
    quiet: true,
    // Beyond the last block the key is the browser's again: nobody is caught on the slide.
    when: (state) => state.editing === null && nextBlock(state, by) !== null,
    run: (editor) => {
      const next = nextBlock(editor.getState(), by)
      if (next !== null) editor.select([next])
    },
  }
}

/** From block to block with the Tab key, as they are read: from top to bottom, and from left to right. */
export const walkActions: readonly Action[] = [
  walk('select-next', 'Select the next block', 'Tab', 1),
  walk('select-previous', 'Select the block before', 'Shift+Tab', -1),
]

function nextBlock(state: EditorState, by: 1 | -1): BlockId | null {
  const blocks = state.deck.slides[state.slideId]?.blocks.filter((block) => block.frame !== null) ?? []
  const order = blocks.toSorted((a, b) => a.frame!.y - b.frame!.y || a.frame!.x - b.frame!.x).map((block) => block.id)
  const at = order.findIndex((id) => state.selection.includes(id))
  if (at < 0) return (by > 0 ? order[0] : order.at(-1)) ?? null
  return order[at + by] ?? null
}
