import type { Gesture, PointerAt } from '../gestures/gesture.ts'

/** The effects of a press: `drag` if the pointer then moves, `click` if it does not. */
export interface Intent {
  /** Handles a move past the threshold. Returns null if dragging does nothing here. */
  drag(from: PointerAt): Gesture | null
  /** Handles a press and release without a move between. */
  click(at: PointerAt): void
}

/** A click that does nothing. */
export const noClick = (): void => {}
