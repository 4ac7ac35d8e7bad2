import { ChevronDown, ClipboardPaste, X } from 'lucide-react'
import { useLayoutEffect, useState } from 'react'
import { Menu } from '../../ui/menu.tsx'
import { rereadPasted } from '../clipboard/paste-content.ts'
import { pastedIn } from '../clipboard/pasted.ts'
import { useEditor, useEditorInstance } from '../state/use-editor.ts'
import styles from './paste-menu.module.css'

/** How high the menu's button is with what stays free around it, in px. */
const menuHeight = 48

/**
 * What the clipboard became, after a paste that could have become something else: another reading takes its place. It
 * goes with the next thing that is done.
 */
export function PasteMenu() {
  const editor = useEditorInstance()
  const pasted = useEditor((state) => (state.gesture === null && state.editing === null ? pastedIn(state) : null))
  const selection = useEditor((state) => state.selection)
  const viewport = useEditor((state) => state.viewport)
  const [place, setPlace] = useState<{ left: number; top: number } | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: its place depends on what is shown, and where
  useLayoutEffect(() => {
    // To measure is dear right after a change: only for a menu that is there.
    if (!pasted) {
      setPlace(null)
      return
    }
    const canvas = document.querySelector('[role="application"]')
    const put = (): void => {
      const last = selection.at(-1)
      const box = last ? editor.view.canvas.screenBox(last) : null
      const room = canvas?.getBoundingClientRect()
      if (!box || !room) {
        setPlace(null)
        return
      }
      const top = Math.max(8, Math.min(box.y + box.height + 8, room.height - menuHeight))
      setPlace({ left: Math.max(8, Math.min(box.x, room.width - 260)), top })
    }
    put()
    const sizes = new ResizeObserver(put)
    if (canvas) sizes.observe(canvas)
    return () => sizes.disconnect()
  }, [pasted, selection, viewport, editor])
  if (!pasted || !place) return null
  const chosen = pasted.options.find((reading) => reading.id === pasted.chosen)
  const entries = pasted.options.map((reading) => ({
    label: reading.label,
    checked: reading === chosen,
    onSelect: () => void rereadPasted(editor, reading.id),
  }))
  return (
    <div className={styles.paste} style={place}>
      <Menu
        align="start"
        trigger={
          <button
            type="button"
            className={styles.button}
            aria-label={`Pasted as: ${chosen?.label}. Choose another way`}
          >
            <ClipboardPaste size={14} aria-hidden />
            <span>{chosen?.label}</span>
            <ChevronDown size={14} aria-hidden />
          </button>
        }
        groups={[{ entries }]}
        returnsFocus={() => {
          editor.view.focusCanvas()
          return false
        }}
      />
      <button
        type="button"
        className={styles.close}
        aria-label="Close the paste menu"
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => {
          editor.model.show({ pasted: null })
          editor.view.focusCanvas()
        }}
      >
        <X size={14} aria-hidden />
      </button>
    </div>
  )
}
