import { useEffect } from 'react'
import { handleSlideClipboard } from '../actions/slide-clipboard.ts'
import { slidesType } from '../actions/slide-clipboard-content.ts'
import { useEditorInstance } from '../state/use-editor.ts'

/** Where clipboard events are for whole slides. */
const listOfSlides = '[data-slide-list]'
/** Where they belong to something else, whatever the clipboard contains. */
const fields = 'input, textarea, select, [contenteditable], [role="dialog"], [role="alertdialog"]'

/**
 * Whether a clipboard event is for slides: the list has the focus, or slides are pasted while the canvas has it and no
 * text is edited.
 */
function isAboutSlides(event: ClipboardEvent, isTyping: boolean): boolean {
  const focused = document.activeElement
  if (focused?.closest(fields)) return false
  if (focused?.closest(listOfSlides)) return true
  return event.type === 'paste' && !isTyping && (event.clipboardData?.types.includes(slidesType) ?? false)
}

/** Handles copy, cut and paste of slides while their list has the focus. */
export function useSlideClipboard(): void {
  const editor = useEditorInstance()
  useEffect(() => {
    const listen = (event: Event): void => {
      const about = isAboutSlides(event as ClipboardEvent, editor.model.getState().editing !== null)
      if (about && handleSlideClipboard(editor, event as ClipboardEvent)) event.preventDefault()
    }
    // In the capture phase, so that an event for slides does not reach the handler for blocks.
    const types = ['copy', 'cut', 'paste']
    for (const type of types) document.addEventListener(type, listen, { capture: true })
    return () => {
      for (const type of types) document.removeEventListener(type, listen, { capture: true })
    }
  }, [editor])
}
