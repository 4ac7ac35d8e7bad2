import { distance, type Point } from '../geometry/point.ts'
import type { Rect } from '../geometry/rect.ts'
import { type Placement, pinched } from '../geometry/viewport.ts'
import type { Viewport } from '../state/editor-state.ts'

interface Fingers {
  readonly apart: number
  readonly middle: Point
}

/** A pinch gesture with two fingers, which zooms and pans at once. */
export class Pinch {
  readonly #touches = new Map<number, Point>()
  #start: { readonly fingers: Fingers; readonly placement: Placement } | null = null

  /**
   * Whether a pinch is running. It runs until both fingers are lifted, so that the remaining finger does nothing else.
   */
  get running(): boolean {
    return this.#start !== null
  }

  /** Handles a touch. Returns true if it is the second finger. */
  down(id: number, at: Point, placement: Placement): boolean {
    this.#touches.set(id, at)
    if (this.#touches.size !== 2) return false
    this.#start = { fingers: this.#fingers(), placement }
    return true
  }

  /** The viewport after a finger moved; null if no pinch is running. */
  move(
    id: number,
    at: Point,
    stage: { readonly width: number; readonly height: number },
    slide: Rect,
  ): Viewport | null {
    if (!this.#touches.has(id)) return null
    this.#touches.set(id, at)
    if (!this.#start || this.#touches.size < 2) return null
    const { fingers, placement } = this.#start
    const now = this.#fingers()
    const zoom = placement.scale * (now.apart / Math.max(1, fingers.apart))
    return pinched({ from: fingers.middle, to: now.middle, zoom }, placement, stage, slide)
  }

  /** Handles a lifted or canceled finger. */
  up(id: number): void {
    this.#touches.delete(id)
    if (this.#touches.size === 0) this.#start = null
  }

  #fingers(): Fingers {
    const [a, b] = [...this.#touches.values()] as [Point, Point]
    return { apart: distance(a, b), middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 } }
  }
}
