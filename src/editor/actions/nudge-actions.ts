import { Move } from 'lucide-react'
import { updateBlocks } from '../commands/block-commands.ts'
import type { EditorModel } from '../state/editor-model.ts'
import { hasBlocks, idsOf, movableIn } from '../state/selection.ts'
import type { Action } from './action.ts'

const directions = {
  left: { key: 'ArrowLeft', x: -1, y: 0 },
  right: { key: 'ArrowRight', x: 1, y: 0 },
  up: { key: 'ArrowUp', x: 0, y: -1 },
  down: { key: 'ArrowDown', x: 0, y: 1 },
} as const

/** Step sizes in slide px, with the modifier key of each. */
const steps = [
  { name: '', held: '', by: 1 },
  { name: '-far', held: 'Shift+', by: 10 },
  { name: '-fine', held: 'Alt+', by: 0.1 },
] as const

/** Moves by arrow keys: 1 px, 10 with Shift, 0.1 with Alt. Consecutive nudges are one undo step. */
export const nudgeActions: readonly Action[] = Object.entries(directions).flatMap(([name, { key, x, y }]) =>
  steps.map(
    (step): Action => ({
      id: `nudge-${name}${step.name}`,
      label: `Move ${name} by ${step.by} px`,
      icon: Move,
      group: 'arrange',
      shortcuts: [`${step.held}${key}`],
      scope: 'canvas',
      quiet: true,
      when: (state) => hasBlocks(state) && movableIn(state).length > 0,
      run: ({ model }) => nudge(model, x * step.by, y * step.by),
    }),
  ),
)

function nudge(model: EditorModel, x: number, y: number): void {
  const state = model.getState()
  const change = updateBlocks(state.slideId, idsOf(movableIn(state)), (block) => {
    if (!block.frame) return block
    return { ...block, frame: { ...block.frame, x: tenth(block.frame.x + x), y: tenth(block.frame.y + y) } }
  })
  model.apply(change, { undo: 'merge', label: 'Move', key: `nudge ${state.selection.join(' ')}` })
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10 + 0
}
