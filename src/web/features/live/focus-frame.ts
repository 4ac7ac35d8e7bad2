/** Gives a deck the keyboard, without moving the page to it. */
export function focusFrame(frame: HTMLIFrameElement | null): void {
  frame?.focus({ preventScroll: true })
}
