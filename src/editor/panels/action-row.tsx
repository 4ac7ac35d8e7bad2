import { Button } from '../../ui/button.tsx'
import type { Action } from '../actions/action.ts'
import { useEditor, useEditorInstance } from '../state/use-editor.ts'
import styles from './panel.module.css'

function ActionText({ action }: { action: Action }) {
  const editor = useEditorInstance()
  const possible = useEditor(action.when)
  const Icon = action.icon
  return (
    <Button size="s" wide icon={<Icon size={16} aria-hidden />} disabled={!possible} onClick={() => action.run(editor)}>
      {action.label}
    </Button>
  )
}

/** Labeled action buttons, one per line, at the end of a panel's group. */
export function ActionRow({ actions }: { actions: readonly Action[] }) {
  return (
    <div className={styles.actions}>
      {actions.map((action) => (
        <ActionText key={action.id} action={action} />
      ))}
    </div>
  )
}
