import type { RevealApi } from 'reveal.js'
import { type Ground, namedGround } from '../document/slide-ground.ts'

/**
 * Marks slides whose attributes declare a dark or light background. reveal.js only knows the background color and
 * resets the classes on every `configure`: call this after it.
 */
export function markGrounds(reveal: RevealApi, root: HTMLElement): void {
  // reveal.js's own slide list omits uncounted slides.
  for (const slide of root.querySelectorAll('.slides section')) {
    const ground = namedGround((name) => slide.getAttribute(name))
    if (ground === null) continue
    markGround(slide, ground)
    // The controls take the color scheme of the current slide.
    if (slide === reveal.getCurrentSlide()) markGround(root, ground)
  }
}

/** Sets reveal.js's class for the background and removes the opposite one. */
export function markGround(section: Element, ground: Ground | null): void {
  section.classList.toggle('has-dark-background', ground === 'dark')
  section.classList.toggle('has-light-background', ground === 'light')
}
