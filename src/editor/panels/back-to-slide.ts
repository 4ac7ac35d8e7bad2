import type { KeyboardEvent } from 'react'
import type { EditorView } from '../state/editor-view.ts'

const fields = 'select, textarea, input:not([type="checkbox"], [type="radio"], [type="color"])'

/** Escape in a field focuses the slide and its selection, or the text being edited. For the element around the fields. */
export function backToSlide(view: EditorView, event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return
  const field = event.target as HTMLElement
  // Popups opened from here handle Escape themselves.
  if (!event.currentTarget.contains(field) || !field.matches(fields)) return
  event.preventDefault()
  event.stopPropagation()
  if (view.text) view.text.focus()
  else view.focusCanvas()
}
