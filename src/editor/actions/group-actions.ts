import { Group, Ungroup } from 'lucide-react'
import { newBlockId } from '../../document/ids.ts'
import { canGroup, groupBlocks, ungroupBlocks } from '../commands/group-commands.ts'
import { hasBlocks, selectedIn, unitsIn } from '../state/selection.ts'
import type { Action } from './action.ts'

/** Groups and ungroups the selected blocks. */
export const groupActions: readonly Action[] = [
  {
    id: 'group',
    label: 'Group',
    icon: Group,
    group: 'arrange',
    shortcuts: ['Mod+G'],
    scope: 'canvas',
    when: (state) => hasBlocks(state) && canGroup(state.deck.slides[state.slideId]?.blocks ?? [], selectedIn(state)),
    whyNot: (state) => {
      const selected = selectedIn(state)
      if (selected.some((block) => block.frame === null))
        return 'Blocks of HTML without a place on the slide stay out of groups'
      if (unitsIn(state).length < 2) return 'Select two things or more to group them'
      return 'Groups can be put into one another no further than this'
    },
    run: ({ model }) => {
      const { slideId, selection } = model.getState()
      model.apply(groupBlocks(slideId, selection, newBlockId()), { undo: 'step', label: 'Group' })
    },
  },
  {
    id: 'ungroup',
    label: 'Ungroup',
    icon: Ungroup,
    group: 'arrange',
    shortcuts: ['Mod+Shift+G'],
    scope: 'canvas',
    when: (state) => hasBlocks(state) && unitsIn(state).some((unit) => unit.length > 1),
    run: ({ model }) => {
      const { slideId, selection } = model.getState()
      model.apply(ungroupBlocks(slideId, selection), { undo: 'step', label: 'Ungroup' })
    },
  },
]
