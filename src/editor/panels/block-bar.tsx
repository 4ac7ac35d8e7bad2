import { actionNamed } from '../actions/index.ts'
import type { EditorState } from '../state/editor-state.ts'
import { unitsIn } from '../state/selection.ts'
import { sameItems, useEditor } from '../state/use-editor.ts'
import { ActionButton } from './action-button.tsx'

/** Always there, and gray when they can't be done: for one thing, and for several, whose places matter to each other. */
const order = ['order-forward', 'order-backward'].map(actionNamed)
const alignOne = ['align-left', 'align-center', 'align-right'].map(actionNamed)
const arrangeMany = [
  ...['align-left', 'align-center', 'align-right', 'align-top', 'align-middle', 'align-bottom'],
  ...['distribute-horizontally', 'distribute-vertically', 'same-width', 'same-height'],
].map(actionNamed)
const duplicate = actionNamed('duplicate')
const brush = actionNamed('format-painter')
const remove = actionNamed('delete')
/** There only when they can be done: one of each pair takes the place of the other. */
const fitting = ['group', 'ungroup', 'lock', 'unlock'].map(actionNamed)

/** The verbs of the selected blocks that are wanted most. */
export function BlockBar() {
  const now = useEditor((state: EditorState) => fitting.filter((action) => action.when(state)), sameItems)
  const several = useEditor((state) => unitsIn(state).length > 1)
  const shown = [...order, ...(several ? arrangeMany : alignOne), duplicate, brush, ...now, remove]
  return shown.map((action) => <ActionButton key={action.id} action={action} />)
}
