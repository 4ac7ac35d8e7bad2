import type { SlideSize } from '../rules/slide-size.ts'

/** Position of the laser pointer: fractions of the slide's width and height, 0 to 1. */
export interface LaserPosition {
  readonly x: number
  readonly y: number
}

/** The presenter's laser pointer. */
export interface LaserPointer {
  /** Null hides it. */
  show(at: LaserPosition | null): void
  destroy(): void
}

/** Creates the laser pointer. `slides` contains the sections: children are scaled with them. `size`: of a slide. */
export function createLaserPointer(slides: Element, size: SlideSize): LaserPointer {
  const dot = document.createElement('div')
  dot.className = 'laser-pointer'
  dot.setAttribute('aria-hidden', 'true')
  return {
    show: (at) => {
      if (!at) return dot.remove()
      // `translate` moves it without a layout of the slide.
      dot.style.translate = `${at.x * size.width}px ${at.y * size.height}px`
      if (!dot.isConnected) slides.append(dot)
    },
    destroy: () => dot.remove(),
  }
}
