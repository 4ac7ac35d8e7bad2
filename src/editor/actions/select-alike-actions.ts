import { CopyCheck, PaintBucket } from 'lucide-react'
import type { IconComponent } from '../../blocks/block-editor.ts'
import type { Block } from '../../document/types.ts'
import { isHidden } from '../commands/block-commands.ts'
import { fillOf } from '../commands/looks.ts'
import type { EditorState } from '../state/editor-state.ts'
import type { Action } from './action.ts'
import { hasBlocks, idsOf, selectedIn } from './selection.ts'

function alike(id: string, label: string, icon: IconComponent, of: (block: Block) => string | null): Action {
  return {
    id,
    label,
    icon,
    group: 'edit',
    shortcuts: [],
    scope: 'canvas',
    when: (state) => hasBlocks(state) && alikeIn(state, of).length > state.selection.length,
    run: (editor) => editor.select(idsOf(alikeIn(editor.getState(), of))),
  }
}

/** More of what is selected: all blocks of the slide of the same type, or with the same fill. */
export const selectAlikeActions: readonly Action[] = [
  alike('select-same-type', 'Select all of this type', CopyCheck, (block) => block.type),
  alike('select-same-fill', 'Select all with this fill', PaintBucket, fillOf),
]

/** The selected blocks and all that have the same as one of them; locked and hidden ones are left alone. */
function alikeIn(state: EditorState, of: (block: Block) => string | null): readonly Block[] {
  const chosen = selectedIn(state)
  const wanted = new Set(chosen.map(of))
  wanted.delete(null)
  const all = state.deck.slides[state.slideId]?.blocks ?? []
  const fits = (block: Block): boolean => !block.locked && !isHidden(block) && wanted.has(of(block))
  return all.filter((block) => chosen.includes(block) || fits(block))
}
