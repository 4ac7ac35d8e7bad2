import type { Move } from '../../../player/messages.ts'

/** The start and end of a touch, in px of an element of `width`. */
export interface TouchPath {
  readonly x: number
  readonly y: number
  readonly toX: number
  readonly toY: number
  readonly width: number
}

/** Maximum length of a tap, in px. */
const TAP_MAX = 12
/** Minimum length of a swipe, in px. Lengths between the two are ignored. */
const SWIPE_MIN = 40
/** The left part of the element where a tap goes back. */
const BACK_ZONE = 1 / 3

/** The move of a touch. A tap goes forward, or back in the left third; a swipe moves the slides with the finger. */
export function moveOfTouch({ x, y, toX, toY, width }: TouchPath): Move | null {
  const [dx, dy] = [toX - x, toY - y]
  const far = Math.max(Math.abs(dx), Math.abs(dy))
  if (far < TAP_MAX) return x < width * BACK_ZONE ? 'prev' : 'next'
  if (far < SWIPE_MIN) return null
  if (Math.abs(dx) > Math.abs(dy)) return dx < 0 ? 'right' : 'left'
  return dy < 0 ? 'down' : 'up'
}
