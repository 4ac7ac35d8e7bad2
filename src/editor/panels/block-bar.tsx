import { actionNamed } from '../actions/index.ts'
import type { EditorState } from '../state/editor-state.ts'
import { sameItems, useEditor } from '../state/use-editor.ts'
import { ActionButton } from './action-button.tsx'

/** Always there, and grey when they can't be done. */
const steady = ['order-forward', 'order-backward', 'align-left', 'align-center', 'align-right', 'duplicate'].map(
  actionNamed,
)
const brush = actionNamed('format-painter')
const remove = actionNamed('delete')
/** There only when they can be done: one of each pair takes the place of the other. */
const fitting = ['group', 'ungroup', 'lock', 'unlock'].map(actionNamed)

/** The verbs of the selected blocks that are wanted most. */
export function BlockBar() {
  const now = useEditor((state: EditorState) => fitting.filter((action) => action.when(state)), sameItems)
  return [...steady, brush, ...now, remove].map((action) => <ActionButton key={action.id} action={action} />)
}
