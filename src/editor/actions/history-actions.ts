import { Redo2, Save, Undo2 } from 'lucide-react'
import type { Action } from './action.ts'

/**
 * Undo, redo and save. The shortcuts never reach the browser, even with an empty history: it would undo the last
 * typing in an input field of a panel.
 */
export const historyActions: readonly Action[] = [
  {
    id: 'undo',
    label: 'Undo',
    icon: Undo2,
    group: 'edit',
    shortcuts: ['Mod+Z'],
    scope: 'both',
    when: (state) => state.undoLabel !== null,
    run: ({ model }) => model.undo(),
  },
  {
    id: 'redo',
    label: 'Redo',
    icon: Redo2,
    group: 'edit',
    shortcuts: ['Mod+Shift+Z', 'Mod+Y'],
    scope: 'both',
    when: (state) => state.redoLabel !== null,
    run: ({ model }) => model.redo(),
  },
  {
    id: 'save',
    label: 'Save',
    icon: Save,
    group: 'deck',
    shortcuts: ['Mod+S'],
    scope: 'always',
    when: () => true,
    run: ({ services }) => services.save(),
  },
]
