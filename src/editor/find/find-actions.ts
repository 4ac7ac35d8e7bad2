import { ArrowDown, ArrowUp, Replace, Search } from 'lucide-react'
import type { Action } from '../actions/action.ts'
import type { Editor } from '../state/editor.ts'
import { openFind, stepToMatch } from './find-session.ts'

function opens(editor: Editor, replaces: boolean): void {
  editor.stopEditing()
  openFind(editor, replaces)
}

/** Looking for words in the whole deck, and putting others in their place. */
export const findActions: readonly Action[] = [
  {
    id: 'find',
    label: 'Find',
    icon: Search,
    group: 'edit',
    shortcuts: ['Mod+F'],
    scope: 'always',
    when: () => true,
    run: (editor) => opens(editor, false),
  },
  {
    id: 'replace',
    label: 'Find and replace',
    icon: Replace,
    group: 'edit',
    shortcuts: ['Mod+H', 'Mod+Alt+F'],
    scope: 'always',
    when: () => true,
    run: (editor) => opens(editor, true),
  },
  {
    id: 'find-next',
    label: 'Next match',
    icon: ArrowDown,
    group: 'edit',
    shortcuts: ['F3', 'Mod+G'],
    scope: 'always',
    when: (state) => state.find !== null && state.find.query !== '',
    run: (editor) => stepToMatch(editor, 1),
  },
  {
    id: 'find-previous',
    label: 'Previous match',
    icon: ArrowUp,
    group: 'edit',
    shortcuts: ['Shift+F3', 'Mod+Shift+G'],
    scope: 'always',
    when: (state) => state.find !== null && state.find.query !== '',
    run: (editor) => stepToMatch(editor, -1),
  },
]
