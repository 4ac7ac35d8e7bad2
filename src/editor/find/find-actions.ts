import { ArrowDown, ArrowUp, Replace, Search } from 'lucide-react'
import type { Action } from '../actions/action.ts'
import type { EditorModel } from '../state/editor-model.ts'
import { openFind } from './open-find.ts'

function opens(model: EditorModel, replaces: boolean): void {
  model.stopEditing()
  openFind(model, replaces)
}

/** Goes to a match of the open search, whose bar has loaded the code. */
async function step(model: EditorModel, by: 1 | -1): Promise<void> {
  const { stepToMatch } = await import('./find-session.ts')
  stepToMatch(model, by)
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
    run: ({ model }) => void step(model, 1),
  },
  {
    id: 'find-previous',
    label: 'Previous match',
    icon: ArrowUp,
    group: 'edit',
    shortcuts: ['Shift+F3', 'Mod+Shift+G'],
    scope: 'always',
    when: (state) => state.find !== null && state.find.query !== '',
    run: ({ model }) => void step(model, -1),
  },
]
