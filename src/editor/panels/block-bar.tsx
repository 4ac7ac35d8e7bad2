import { actionNamed } from '../actions/index.ts'
import type { EditorState } from '../state/editor-state.ts'
import { unitsIn } from '../state/selection.ts'
import { sameItems, useEditor } from '../state/use-editor.ts'
import { ActionButton } from './action-button.tsx'

/** Always visible, disabled if unavailable. One block is aligned to the slide; several are aligned to each other. */
const orderActions = ['order-forward', 'order-backward'].map(actionNamed)
const alignOne = ['align-left', 'align-center', 'align-right'].map(actionNamed)
const arrangeMany = [
  ...['align-left', 'align-center', 'align-right', 'align-top', 'align-middle', 'align-bottom'],
  ...['distribute-horizontally', 'distribute-vertically', 'same-width', 'same-height'],
].map(actionNamed)
const duplicate = actionNamed('duplicate')
const brush = actionNamed('format-painter')
const remove = actionNamed('delete')
/** Visible only if available: of each pair, one replaces the other. */
const groupActions = ['group', 'ungroup', 'lock', 'unlock'].map(actionNamed)

/** The toolbar of the selected blocks, with the most used actions. */
export function BlockBar() {
  const available = useEditor((state: EditorState) => groupActions.filter((action) => action.when(state)), sameItems)
  const several = useEditor((state) => unitsIn(state).length > 1)
  const shown = [...orderActions, ...(several ? arrangeMany : alignOne), duplicate, brush, ...available, remove]
  return shown.map((action) => <ActionButton key={action.id} action={action} />)
}
