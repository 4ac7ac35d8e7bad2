import { IconButton } from '../../ui/icon-button.tsx'
import type { Action } from '../actions/action.ts'
import { useEditor, useEditorInstance } from '../state/use-editor.ts'
import { shortcutText } from './shortcut-text.ts'

/** A button for one action: icon, label and disabled state are the action's. */
export function ActionButton({ action }: { action: Action }) {
  const editor = useEditorInstance()
  const possible = useEditor(action.when)
  const on = useEditor((state) => action.isOn?.(state) ?? null)
  const shortcut = action.shortcuts[0]
  const Icon = action.icon
  return (
    <IconButton
      label={shortcut ? `${action.label} (${shortcutText(shortcut)})` : action.label}
      aria-label={action.label}
      aria-pressed={on ?? undefined}
      icon={<Icon size={18} aria-hidden />}
      disabled={!possible}
      // preventDefault keeps the focus on the slide: taking it would end text editing.
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => action.run(editor)}
    />
  )
}
