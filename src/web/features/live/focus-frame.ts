/** Focuses a deck's frame, without scrolling the page. */
export function focusFrame(frame: HTMLIFrameElement | null): void {
  frame?.focus({ preventScroll: true })
}
