import { MousePointer2 } from 'lucide-react'
import type { Block, BlockId } from '../../document/deck-model.ts'
import { groupsOf, placeOf, unitsOf } from '../../document/groups.ts'
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
    // After the last block Tab leaves the slide: no focus trap.
    when: (state) => state.editing === null && nextBlock(state, by) !== null,
    run: ({ model }) => {
      const next = nextBlock(model.getState(), by)
      if (next !== null) model.select(next)
    },
  }
}

/** Selects the next or previous block with Tab in reading order: from top to bottom, then from left to right. */
export const walkActions: readonly Action[] = [
  walk('select-next', 'Select the next block', 'Tab', 1),
  walk('select-previous', 'Select the block before', 'Shift+Tab', -1),
]

/** The next unit (block or whole group) in reading order. If a group is entered, the next unit within it. */
function nextBlock(state: EditorState, by: 1 | -1): readonly BlockId[] | null {
  const all = state.deck.slides[state.slideId]?.blocks.filter((block) => block.frame !== null) ?? []
  const place = placeOf(all, state.selection)
  const group = place.at(-1)
  const here = group === undefined ? all : all.filter((block) => groupsOf(block).includes(group))
  const order = unitsOf(here, place)
    .map((unit) => ({ ids: unit.map((block) => block.id), ...cornerOf(unit) }))
    .toSorted((a, b) => a.y - b.y || a.x - b.x)
  const at = order.findIndex(({ ids }) => ids.some((id) => state.selection.includes(id)))
  if (at < 0) return (by > 0 ? order[0] : order.at(-1))?.ids ?? null
  return order[at + by]?.ids ?? null
}

function cornerOf(unit: readonly Block[]): { readonly x: number; readonly y: number } {
  return { x: Math.min(...unit.map((block) => block.frame!.x)), y: Math.min(...unit.map((block) => block.frame!.y)) }
}
