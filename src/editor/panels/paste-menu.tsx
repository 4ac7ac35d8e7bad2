import { ChevronDown, ClipboardPaste, X } from 'lucide-react'
import { useLayoutEffect, useState } from 'react'
import { Menu } from '../../ui/menu.tsx'
import { switchPasteOption } from '../clipboard/paste.ts'
import { type Pasted, pastedIn } from '../clipboard/pasted.ts'
import { useEditor, useEditorInstance } from '../state/use-editor.ts'
import styles from './paste-menu.module.css'

/** The height of the menu's button with its margins, in px. */
const menuHeight = 48

interface Place {
  readonly left: number
  readonly top: number
}

/** The menu's place below the pasted block, in px of the canvas; null if nothing was pasted or the block is gone. */
function usePlace(pasted: Pasted | null): Place | null {
  const editor = useEditorInstance()
  const selection = useEditor((state) => state.selection)
  const viewport = useEditor((state) => state.viewport)
  const [place, setPlace] = useState<Place | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the position depends on what is shown, and where
  useLayoutEffect(() => {
    // Measuring forces a layout after a change, so it is done only while the menu is open.
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
  return place
}

/**
 * The paste options, after a paste that can be read in several ways: choosing one replaces the pasted content. Closes
 * at the next action.
 */
export function PasteMenu() {
  const editor = useEditorInstance()
  const pasted = useEditor((state) => (state.gesture === null && state.editing === null ? pastedIn(state) : null))
  const place = usePlace(pasted)
  if (!pasted || !place) return null
  const chosen = pasted.options.find((option) => option.id === pasted.chosen)
  const entries = pasted.options.map((option) => ({
    label: option.label,
    checked: option === chosen,
    onSelect: () => void switchPasteOption(editor, option.id),
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
