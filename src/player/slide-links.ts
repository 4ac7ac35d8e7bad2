import type { SlidePosition } from '../document/types.ts'
import { positionOfHash } from './position-of-hash.ts'

/**
 * Links to other slides of the same deck (`#/2/1`), on slides and in the slide number. They are followed by the player, not by the browser: the frame's
 * own address is nobody's business and must not fill the page's history. Returns a function that stops it.
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
