import { useEffect } from 'react'
import { handleSlideClipboard } from '../actions/slide-clipboard.ts'
import { slidesType } from '../actions/slide-clipboard-content.ts'
import { useEditorInstance } from '../state/use-editor.ts'

/** Where keys go to slides as a whole. */
const listOfSlides = '[data-slide-list]'
/** Where they belong to something else, whatever is on the clipboard. */
const fields = 'input, textarea, select, [contenteditable], [role="dialog"], [role="alertdialog"]'

/**
 * Whether a clipboard event is about slides: the list has the keyboard, or slides are pasted while the canvas has it
 * and nothing is typed.
 */
function isAboutSlides(event: ClipboardEvent, isTyping: boolean): boolean {
  const focused = document.activeElement
  if (focused?.closest(fields)) return false
  if (focused?.closest(listOfSlides)) return true
  return event.type === 'paste' && !isTyping && (event.clipboardData?.types.includes(slidesType) ?? false)
}

/** Lets copy, cut and paste work on slides while their list has the keyboard. */
export function useSlideClipboard(): void {
  const editor = useEditorInstance()
  useEffect(() => {
    const listen = (event: Event): void => {
      const about = isAboutSlides(event as ClipboardEvent, editor.model.getState().editing !== null)
      if (about && handleSlideClipboard(editor, event as ClipboardEvent)) event.preventDefault()
    }
    // On the way down: what is about slides is no longer about the blocks of the one on the canvas.
    const types = ['copy', 'cut', 'paste']
    for (const type of types) document.addEventListener(type, listen, { capture: true })
    return () => {
      for (const type of types) document.removeEventListener(type, listen, { capture: true })
    }
  }, [editor])
}
