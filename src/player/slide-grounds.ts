import type { RevealApi } from 'reveal.js'
import { type Ground, namedGround } from '../document/slide-ground.ts'

/**
 * Marks the slides whose attributes name a dark or light ground. reveal.js knows the color behind a slide only, and
 * marks the slides anew whenever it is configured: call it after that.
 */
export function markGrounds(reveal: RevealApi, root: HTMLElement): void {
  // reveal.js leaves slides that are not counted out of its own list.
  for (const slide of root.querySelectorAll('.slides section')) {
    const ground = namedGround((name) => slide.getAttribute(name))
    if (ground === null) continue
    markGround(slide, ground)
    // The controls around the slides follow the present one.
    if (slide === reveal.getCurrentSlide()) markGround(root, ground)
  }
}

/** Gives a section the class that style sheets know its ground by, and takes the other one away. */
export function markGround(section: Element, ground: Ground | null): void {
  section.classList.toggle('has-dark-background', ground === 'dark')
  section.classList.toggle('has-light-background', ground === 'light')
}
