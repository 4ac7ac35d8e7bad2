import { limits } from '../../rules/limits.ts'

/** Whether a header that gives way to the page shows: scrolled past 30 px, or the mouse within 20 px of the top. */
export function headerShows(scrollY: number, mouseY: number | null): boolean {
  return scrollY > limits.ui.headerAfterScroll || (mouseY !== null && mouseY <= limits.ui.headerNearTop)
}

/**
 * Keeps `data-shown` on the header true while it shows. Pages of text have the header as part of their layout, so
 * there it only lifts off the page; pages that give the whole window to a deck hide it otherwise. While the keyboard
 * is inside the header it always shows. Returns the function that ends it.
 */
export function watchHeader(header: HTMLElement): () => void {
  let mouseY: number | null = null
  const update = () => {
    const shown = headerShows(window.scrollY, mouseY) || header.contains(document.activeElement)
    header.dataset.shown = String(shown)
  }
  const move = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse') return
    mouseY = event.clientY
    update()
  }
  const leave = () => {
    mouseY = null
    update()
  }
  update()
  window.addEventListener('scroll', update, { passive: true })
  window.addEventListener('pointermove', move, { passive: true })
  document.documentElement.addEventListener('pointerleave', leave)
  header.addEventListener('focusin', update)
  header.addEventListener('focusout', update)
  return () => {
    window.removeEventListener('scroll', update)
    window.removeEventListener('pointermove', move)
    document.documentElement.removeEventListener('pointerleave', leave)
    header.removeEventListener('focusin', update)
    header.removeEventListener('focusout', update)
  }
}
