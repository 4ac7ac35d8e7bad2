import { limits } from '../rules/limits.ts'
import { timings } from '../rules/timings.ts'

/** Easing function: maps progress from 0 to 1 to a value from 0 to 1. */
export function easeInOut(part: number): number {
  return part < 0.5 ? 4 * part ** 3 : 1 - (-2 * part + 2) ** 3 / 2
}

/** `offset`: px added to the target's top (default -20); `duration` in ms. */
export interface ScrollToOptions {
  offset?: number
  duration?: number
}

let running = 0

/**
 * Scrolls the window to an element, with `offset`. Jumps if the user prefers reduced motion; stops when the user
 * scrolls. Resolves when it arrives or stops.
 */
export function scrollToElement(element: Element, options: ScrollToOptions = {}): Promise<void> {
  const offset = options.offset ?? limits.ui.scrollToOffset
  const target = () => {
    const end = document.documentElement.scrollHeight - window.innerHeight
    return Math.max(0, Math.min(end, element.getBoundingClientRect().top + window.scrollY + offset))
  }
  const reduced = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  const duration = reduced ? 0 : (options.duration ?? timings.scrollTo)
  if (duration === 0) {
    window.scrollTo(0, target())
    return Promise.resolve()
  }
  return animate(window.scrollY, target, duration)
}

function animate(from: number, target: () => number, duration: number): Promise<void> {
  const mine = ++running
  const began = performance.now()
  const stop = () => {
    if (running === mine) running++
  }
  window.addEventListener('wheel', stop, { passive: true, once: true })
  window.addEventListener('touchstart', stop, { passive: true, once: true })
  return new Promise((resolve) => {
    const step = (now: number) => {
      const part = Math.min(1, Math.max(0, (now - began) / duration))
      if (running !== mine) return resolve()
      window.scrollTo(0, from + (target() - from) * easeInOut(part))
      if (part < 1) requestAnimationFrame(step)
      else resolve()
    }
    requestAnimationFrame(step)
  })
}

/** Follows a scroll link: scrolls to the hash's target, updates the URL and focuses the target. */
export function followScrollLink(hash: string): void {
  const element = document.getElementById(decodeURIComponent(hash.replace(/^#/, '')))
  if (!element) return
  history.replaceState(history.state, '', hash)
  void scrollToElement(element)
  if (!element.hasAttribute('tabindex')) element.setAttribute('tabindex', '-1')
  element.focus({ preventScroll: true })
}
