import type { Move } from '../../../player/messages.ts'

/** A finger's way over a surface, in px of it. */
export interface FingerWay {
  readonly x: number
  readonly y: number
  readonly toX: number
  readonly toY: number
  readonly width: number
}

/** A way shorter than this is a tap, in px. */
const TAP_WITHIN = 12
/** A way from here on is a swipe, in px; between the two nothing is meant. */
const SWIPE_FROM = 40
/** The part of the surface at its left where a tap goes back. */
const BACK_ZONE = 1 / 3

/** Where a finger leads: a tap goes on, or back in the left third; a swipe moves the slides along with the finger. */
export function moveOfFinger({ x, y, toX, toY, width }: FingerWay): Move | null {
  const [dx, dy] = [toX - x, toY - y]
  const far = Math.max(Math.abs(dx), Math.abs(dy))
  if (far < TAP_WITHIN) return x < width * BACK_ZONE ? 'prev' : 'next'
  if (far < SWIPE_FROM) return null
  if (Math.abs(dx) > Math.abs(dy)) return dx < 0 ? 'right' : 'left'
  return dy < 0 ? 'down' : 'up'
}
