import type { MouseEvent } from 'react'
import { focusFrame } from '../../features/live/focus-frame.ts'

/** Fields to type into, and the notes, which are scrolled and selected by keys: they keep the focus after a press. */
const keepsKeys = 'label:has(input[type="number"]), input[type="number"], [data-length]'

function giveKeys(frame: HTMLIFrameElement | null): void {
  focusFrame(frame)
  // A frame that is not shown takes no focus. The keys of the page work from its body.
  const { activeElement } = document
  if (activeElement !== frame && activeElement instanceof HTMLElement) activeElement.blur()
}

/**
 * Gives the keys back to the slides after a press of the mouse on the page. Presses in dialogs are left alone: React
 * delivers them here, but they stand elsewhere in the document.
 */
export function keysToSlides({ currentTarget, target, detail }: MouseEvent, frame: HTMLIFrameElement | null): void {
  // A detail of 0 is a press by the keyboard, which stays where it is.
  if (detail === 0 || !(target instanceof Element) || !currentTarget.contains(target)) return
  if (target.closest(keepsKeys)) return
  // A label gives its field the focus after this event; everything else has it already, and a dialog may open now.
  if (target.closest('label')) setTimeout(() => giveKeys(frame))
  else giveKeys(frame)
}
