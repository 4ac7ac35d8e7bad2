import { ArrowDown, ArrowUp, Replace, Search } from 'lucide-react'
import type { Action } from '../actions/action.ts'
import type { EditorModel } from '../state/editor-model.ts'
import { openFind, stepToMatch } from './find-session.ts'

function opens(model: EditorModel, replaces: boolean): void {
  model.stopEditing()
  openFind(model, replaces)
}

/** Finds and replaces text in the whole deck. */
export const findActions: readonly Action[] = [
  {
    id: 'find',
    label: 'Find',
    icon: Search,
    group: 'edit',
    shortcuts: ['Mod+F'],
    scope: 'always',
    when: () => true,
    run: ({ model }) => opens(model, false),
  },
  {
    id: 'replace',
    label: 'Find and replace',
    icon: Replace,
    group: 'edit',
    shortcuts: ['Mod+H', 'Mod+Alt+F'],
    scope: 'always',
    when: () => true,
    run: ({ model }) => opens(model, true),
  },
  {
    id: 'find-next',
    label: 'Next match',
    icon: ArrowDown,
    group: 'edit',
    shortcuts: ['F3', 'Mod+G'],
    scope: 'always',
    when: (state) => state.find !== null && state.find.query !== '',
    run: ({ model }) => stepToMatch(model, 1),
  },
  {
    id: 'find-previous',
    label: 'Previous match',
    icon: ArrowUp,
    group: 'edit',
    shortcuts: ['Shift+F3', 'Mod+Shift+G'],
    scope: 'always',
    when: (state) => state.find !== null && state.find.query !== '',
    run: ({ model }) => stepToMatch(model, -1),
  },
]
