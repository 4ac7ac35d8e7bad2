import { useRef } from 'react'
import type { MenuEntry } from '../../ui/menu.tsx'
import { MenuAt } from '../../ui/menu-at.tsx'
import type { Action } from '../actions/action.ts'
import { shownShortcut } from '../actions/match-shortcut.ts'
import { shortcutText } from '../panels/shortcut-text.ts'
import type { Editor } from '../state/editor.ts'
import type { EditorState } from '../state/editor-state.ts'
import { useEditor, useEditorInstance } from '../state/use-editor.ts'
import styles from './context-menu.module.css'
import { menuSections } from './menu-sections.ts'

/** The context menu of the canvas (right click, long press or menu key): the available actions for the selection. */
export function ContextMenu() {
  const editor = useEditorInstance()
  const canvas = useRef<HTMLDivElement>(null)
  const at = useEditor((state) => state.menu)
  // Keeps the lines while the menu fades out, though a chosen action may have changed the selection.
  const offered = useRef<EditorState | null>(null)
  if (at !== null) offered.current = editor.model.getState()
  const corner = canvas.current?.getBoundingClientRect()
  const state = offered.current
  const groups = (state ? menuSections(state) : []).map((lines) => ({
    entries: lines.map((line): MenuEntry => {
      if (!('title' in line)) return entryOf(line, editor)
      return {
        label: line.title,
        icon: iconOf(line.actions[0]!),
        entries: line.actions.map((one) => entryOf(one, editor)),
      }
    }),
  }))
  return (
    <div ref={canvas} className={styles.canvas}>
      <MenuAt
        at={at && corner ? { x: at.x + corner.x, y: at.y + corner.y } : null}
        groups={groups}
        label={(state?.selection.length ?? 0) > 0 ? 'Selected blocks' : 'Slide'}
        onClose={() => editor.model.show({ menu: null })}
        onClosed={() => {
          if (editor.model.getState().dialog === null) editor.view.focusCanvas()
        }}
      />
    </div>
  )
}

function entryOf(action: Action, editor: Editor): MenuEntry {
  const shortcut = shownShortcut(action)
  return {
    label: action.label,
    icon: iconOf(action),
    dangerous: action.dangerous,
    ...(action.isOn ? { checked: action.isOn(editor.model.getState()) } : {}),
    ...(shortcut === undefined ? {} : { shortcut: shortcutText(shortcut) }),
    onSelect: () => {
      editor.model.show({ menu: null })
      action.run(editor)
    },
  }
}

function iconOf({ icon: Icon }: Action) {
  return <Icon size={16} aria-hidden />
}
