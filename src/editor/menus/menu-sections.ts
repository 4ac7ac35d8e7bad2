import type { Action } from '../actions/action.ts'
import { actions } from '../actions/index.ts'
import type { EditorState } from '../state/editor-state.ts'

/** Verbs under a common word, shown in a menu of their own. */
export interface MenuBranch {
  readonly title: string
  readonly actions: readonly Action[]
}

/** One line of the menu: a verb, or several under a word. */
export type MenuLine = Action | MenuBranch

type Line = string | { readonly title: string; readonly ids: readonly string[] }

const order: Line = {
  title: 'Order',
  ids: ['order-front', 'order-forward', 'order-backward', 'order-back'],
}
const align: Line = {
  title: 'Align',
  ids: [
    'align-left',
    'align-center',
    'align-right',
    'align-top',
    'align-middle',
    'align-bottom',
    'distribute-horizontally',
    'distribute-vertically',
    'same-width',
    'same-height',
    'align-to-selection',
    'align-to-slide',
    'align-to-key',
  ],
}
const alike: Line = {
  title: 'Select the same',
  ids: ['select-same-type', 'select-same-fill', 'select-same-font', 'select-same-next', 'apply-look-to-all'],
}
const guides: Line = {
  title: 'Guides',
  ids: ['rulers', 'add-guide-x', 'add-guide-y', 'remove-guides'],
}
const insert: Line = {
  title: 'Add',
  ids: actions.filter(({ id }) => id.startsWith('insert-')).map(({ id }) => id),
}

/** What a menu over selected blocks offers, by sections; whatever can't be done now is left out. */
const overBlocks: readonly (readonly Line[])[] = [
  ['edit-text', 'cut', 'copy', 'copy-picture', 'paste', 'duplicate'],
  ['copy-format', 'paste-format', alike],
  ['group', 'ungroup', order, align],
  ['lock', 'unlock', 'panel-block', 'panel-layers'],
  ['delete'],
]

/** What a menu over the empty canvas offers. */
const overCanvas: readonly (readonly Line[])[] = [
  ['paste', 'copy-picture', 'select-all', insert],
  ['new-slide', 'new-slide-below', 'duplicate-slide', 'delete-slide'],
  ['zoom-in', 'zoom-out', 'zoom-fit', 'zoom-real', guides],
  ['panel-slide', 'panel-layers', 'palette', 'shortcuts'],
]

/** The sections of the menu for what is selected at the moment: only what can be done now. */
export function menuSections(state: EditorState): readonly (readonly MenuLine[])[] {
  const sections = state.selection.length > 0 ? overBlocks : overCanvas
  return sections.map((lines) => lines.flatMap((line) => lineOf(line, state))).filter((lines) => lines.length > 0)
}

function lineOf(line: Line, state: EditorState): readonly MenuLine[] {
  if (typeof line === 'string') return possible([line], state)
  const branch = possible(line.ids, state)
  return branch.length === 0 ? [] : [{ title: line.title, actions: branch }]
}

function possible(ids: readonly string[], state: EditorState): readonly Action[] {
  return ids.flatMap((id) => actions.filter((action) => action.id === id && action.when(state)))
}
