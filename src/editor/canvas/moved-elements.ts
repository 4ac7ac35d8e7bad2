import { formatNumber } from '../../document/css-number.ts'
import type { BlockId } from '../../document/types.ts'
import type { Preview } from '../gestures/gesture.ts'
import type { SlideView } from './slide-view.ts'

/**
 * Blocks pushed about while they are dragged: only their transform changes, so that the browser lays nothing out.
 * Where copies are dragged, the blocks stay and clones of their elements move.
 */
export class MovedElements {
  readonly #view: SlideView
  /** Elements with the transform they had before. */
  #shifted = new Map<HTMLElement, string>()
  #clones = new Map<BlockId, HTMLElement>()

  constructor(view: SlideView) {
    this.#view = view
  }

  /** Moves these blocks away from their places; null puts everything back. */
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
    if (!this.#shifted.has(element)) {
      this.#shifted.set(element, element.style.transform)
      // A layer of its own: a move is then the compositor's, and the page is not painted anew.
      element.style.willChange = 'transform'
    }
    element.style.transform = `translate(${formatNumber(by.x)}px, ${formatNumber(by.y)}px) ${this.#shifted.get(element)}`
  }

  #cloneOf(id: BlockId): HTMLElement | null {
    const known = this.#clones.get(id)
    const original = this.#view.elementOf(id)
    if (known || !original) return known ?? null
    const clone = original.cloneNode(true) as HTMLElement
    this.#view.section.append(clone)
    this.#clones.set(id, clone)
    return clone
  }

  #putBack(): void {
    for (const [element, transform] of this.#shifted) {
      if ([...this.#clones.values()].includes(element)) continue
      element.style.transform = transform
      element.style.removeProperty('will-change')
    }
    for (const element of [...this.#shifted.keys()]) {
      if (![...this.#clones.values()].includes(element)) this.#shifted.delete(element)
    }
  }

  #dropClones(): void {
    for (const clone of this.#clones.values()) {
      clone.remove()
      this.#shifted.delete(clone)
    }
    this.#clones.clear()
  }
}
