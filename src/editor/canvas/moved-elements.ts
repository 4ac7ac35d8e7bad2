import { formatNumber } from '../../document/css-number.ts'
import type { BlockId } from '../../document/deck-model.ts'
import type { Preview } from '../gestures/gesture.ts'
import { expectMoves } from './expect-moves.ts'
import type { SlideView } from './slide-view.ts'

interface Shifted {
  /** The transform before the gesture, and the current one. */
  readonly before: string
  now: string
  readonly settle: () => void
}

/**
 * Moves blocks while they are dragged. Only their transform changes, so no layout is needed. When copies are dragged,
 * clones of the elements move.
 */
export class MovedElements {
  readonly #view: SlideView
  #shifted = new Map<HTMLElement, Shifted>()
  #clones = new Map<BlockId, HTMLElement>()

  constructor(view: SlideView) {
    this.#view = view
  }

  /** Offsets these blocks; null restores all positions. */
  show(moved: NonNullable<Preview['moved']> | null): void {
    if (moved?.copies) {
      this.#putBack()
      for (const id of moved.ids) this.#shift(this.#cloneOf(id), moved.by)
      return
    }
    this.#dropClones()
    if (!moved) this.#putBack()
    else for (const id of moved.ids) this.#shift(this.#view.elementOf(id), moved.by)
  }

  #shift(element: HTMLElement | null, by: { readonly x: number; readonly y: number }): void {
    if (!element) return
    let shifted = this.#shifted.get(element)
    if (!shifted) {
      shifted = { before: element.style.transform, now: '', settle: expectMoves(element) }
      this.#shifted.set(element, shifted)
      // With a compositing layer a move repaints nothing.
      element.style.willChange = 'transform'
    }
    const transform = `translate(${formatNumber(by.x)}px, ${formatNumber(by.y)}px) ${shifted.before}`
    // A snapped block stays in place while the pointer moves.
    if (transform === shifted.now) return
    shifted.now = transform
    element.style.transform = transform
  }

  #cloneOf(id: BlockId): HTMLElement | null {
    const existing = this.#clones.get(id)
    const original = this.#view.elementOf(id)
    if (existing || !original) return existing ?? null
    const clone = original.cloneNode(true) as HTMLElement
    this.#view.section.append(clone)
    this.#clones.set(id, clone)
    return clone
  }

  #putBack(): void {
    const clones = new Set(this.#clones.values())
    for (const [element, { before, settle }] of [...this.#shifted]) {
      if (clones.has(element)) continue
      settle()
      element.style.transform = before
      element.style.removeProperty('will-change')
      this.#shifted.delete(element)
    }
  }

  #dropClones(): void {
    for (const clone of this.#clones.values()) {
      this.#shifted.get(clone)?.settle()
      clone.remove()
      this.#shifted.delete(clone)
    }
    this.#clones.clear()
  }
}
