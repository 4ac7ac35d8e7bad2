import type { MouseEvent } from 'react'
import { focusFrame } from '../../features/live/focus-frame.ts'

/**
 * Elements that keep the focus after a click: number inputs, and the notes, which are scrolled and selected by keys.
 */
const keepsFocus = 'label:has(input[type="number"]), input[type="number"], [data-length]'

function focusDeck(frame: HTMLIFrameElement | null): void {
  focusFrame(frame)
  // A hidden frame cannot be focused: the page's body then handles the keys.
  const { activeElement } = document
  if (activeElement !== frame && activeElement instanceof HTMLElement) activeElement.blur()
}

/**
 * Focuses the deck's frame after a mouse click on the page. Ignores clicks in dialogs: React bubbles them here, but
 * they are elsewhere in the document.
 */
export function focusDeckAfterClick(
  { currentTarget, target, detail }: MouseEvent,
  frame: HTMLIFrameElement | null,
): void {
  // `detail` 0: a keyboard click, after which the focus stays.
  if (detail === 0 || !(target instanceof Element) || !currentTarget.contains(target)) return
  if (target.closest(keepsFocus)) return
  // A label focuses its field after this event. Otherwise focus at once, before a dialog opens.
  if (target.closest('label')) setTimeout(() => focusDeck(frame))
  else focusDeck(frame)
}
