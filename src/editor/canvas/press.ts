import type { Gesture, PointerAt } from '../gestures/gesture.ts'

/** What a pressed pointer may become. */
export interface Intent {
  /** A drag past the threshold. Null: dragging does nothing here. */
  drag(from: PointerAt): Gesture | null
  /** A press and release in place. */
  click(at: PointerAt): void
}

/** A click that does nothing. */
export const noClick = (): void => {}
