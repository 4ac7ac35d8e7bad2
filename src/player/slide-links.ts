import type { SlidePosition } from '../document/deck-model.ts'
import { positionOfHash } from './position-of-hash.ts'

/**
 * Follows links to other slides of the deck (`#/2/1`), on slides and in the slide number. The browser does not follow
 * them: the frame's URL must not add entries to the page's history. Returns a function that stops listening.
 */
export function followSlideLinks(
  root: HTMLElement,
  slides: HTMLElement,
  goTo: (position: SlidePosition) => void,
): () => void {
  const onClick = (event: MouseEvent): void => {
    const link = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    const position = positionOfHash(link.getAttribute('href') ?? '', slides)
    if (position) goTo(position)
  }
  root.addEventListener('click', onClick)
  return () => root.removeEventListener('click', onClick)
}
