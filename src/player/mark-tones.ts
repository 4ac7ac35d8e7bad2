import type { RevealApi } from 'reveal.js'
import { type BackgroundTone, declaredTone } from '../document/background-tone.ts'

/**
 * Marks slides whose attributes declare a dark or light background. reveal.js only knows the background color and
 * resets the classes on every `configure`: call this after it.
 */
export function markTones(reveal: RevealApi, root: HTMLElement): void {
  // reveal.js's own slide list omits uncounted slides.
  for (const slide of root.querySelectorAll('.slides section')) {
    const tone = declaredTone((name) => slide.getAttribute(name))
    if (tone === null) continue
    markTone(slide, tone)
    // The controls take the color scheme of the current slide.
    if (slide === reveal.getCurrentSlide()) markTone(root, tone)
  }
}

/** Sets reveal.js's class for the background and removes the opposite one. */
export function markTone(section: Element, tone: BackgroundTone | null): void {
  section.classList.toggle('has-dark-background', tone === 'dark')
  section.classList.toggle('has-light-background', tone === 'light')
}
