import { Redo2, Save, Undo2 } from 'lucide-react'
import type { Action } from './action.ts'

/**
 * Back, forth, and safe. Where there is nothing more to take back or to do again, the browser would do so with what was
 * typed last into some field of a panel.
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
