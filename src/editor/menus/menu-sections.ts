import type { Action } from '../actions/action.ts'
import { actions } from '../actions/index.ts'
import type { EditorState } from '../state/editor-state.ts'

/** Actions in a submenu. */
export interface Submenu {
  readonly title: string
  readonly actions: readonly Action[]
}

/** One line of the menu: an action, or a submenu. */
export type MenuLine = Action | Submenu

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

/** The context menu of selected blocks, in sections; unavailable actions are left out. */
const overBlocks: readonly (readonly Line[])[] = [
  ['edit-text', 'cut', 'copy', 'copy-picture', 'paste', 'duplicate'],
  ['copy-format', 'paste-format', alike],
  ['group', 'ungroup', order, align],
  ['lock', 'unlock', 'panel-block', 'panel-layers'],
  ['delete'],
]

/** The context menu of the empty canvas. */
const overCanvas: readonly (readonly Line[])[] = [
  ['paste', 'copy-picture', 'select-all', insert],
  ['new-slide', 'new-slide-below', 'change-layout', 'duplicate-slide', 'delete-slide'],
  ['turn-into-blocks', 'turn-deck-into-blocks'],
  ['zoom-in', 'zoom-out', 'zoom-fit', 'zoom-real', guides],
  ['panel-slide', 'panel-layers', 'palette', 'shortcuts'],
]

/** The sections of the context menu for the current selection, with available actions only. */
export function menuSections(state: EditorState): readonly (readonly MenuLine[])[] {
  const sections = state.selection.length > 0 ? overBlocks : overCanvas
  return sections.map((lines) => lines.flatMap((line) => lineOf(line, state))).filter((lines) => lines.length > 0)
}

function lineOf(line: Line, state: EditorState): readonly MenuLine[] {
  if (typeof line === 'string') return available([line], state)
  const submenu = available(line.ids, state)
  return submenu.length === 0 ? [] : [{ title: line.title, actions: submenu }]
}

function available(ids: readonly string[], state: EditorState): readonly Action[] {
  return ids.flatMap((id) => actions.filter((action) => action.id === id && action.when(state)))
}
