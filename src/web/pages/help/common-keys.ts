import type { KeyRow } from './key-table.tsx'

/** Keys of the deck page and of presentations. */
export const presentationKeys: readonly KeyRow[] = [
  { keys: ['→', 'Space'], does: 'The next step or slide' },
  { keys: ['←'], does: 'The step or slide before' },
  { keys: ['↓', '↑'], does: 'Down and up in a stack of slides' },
  { keys: ['Home', 'End'], does: 'The first and the last slide' },
  { keys: ['Esc', 'O'], does: 'All slides at a glance' },
  { keys: ['F'], does: 'Full screen' },
  { keys: ['B', '.'], does: 'Pause: the screen goes dark' },
  { keys: ['W'], does: 'White screen, presenting live' },
  { keys: ['R'], does: 'Laser pointer, presenting live' },
  { keys: ['Q'], does: 'The address and its QR code for everybody, presenting live' },
  { keys: ['G'], does: 'Go to a slide, in the speaker view' },
]

/** The keys of the editor that most users need. A test compares them with the actions of these labels. */
export const editorKeys: readonly KeyRow[] = [
  { keys: ['Ctrl+Z'], does: 'Undo' },
  { keys: ['Ctrl+Shift+Z'], does: 'Redo' },
  { keys: ['Ctrl+S'], does: 'Save' },
  { keys: ['Ctrl+K'], does: 'Search actions and slides' },
  { keys: ['Ctrl+F'], does: 'Find' },
  { keys: ['Ctrl+M'], does: 'New slide' },
  { keys: ['Ctrl+Shift+M'], does: 'New slide below' },
  { keys: ['Ctrl+Shift+D'], does: 'Duplicate slide' },
  { keys: ['Ctrl+D'], does: 'Duplicate' },
  { keys: ['Ctrl+G'], does: 'Group' },
  { keys: ['Tab'], does: 'Select the next block' },
  { keys: ['Enter'], does: 'Edit' },
  { keys: ['Ctrl+]'], does: 'Bring forward' },
  { keys: ['Ctrl+['], does: 'Send backward' },
  { keys: ['Ctrl+Enter'], does: 'Present from this slide' },
  { keys: ['Ctrl+Shift+Enter'], does: 'Present from the start' },
  { keys: ['F6'], does: 'Go to the properties, the slides, the tools' },
]
