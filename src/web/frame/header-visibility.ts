import { limits } from '../../rules/limits.ts'

/** Whether an auto-hiding header is shown: scrolled past 30 px, or the mouse within 20 px of the top. */
export function headerShows(scrollY: number, mouseY: number | null): boolean {
  return scrollY > limits.ui.headerAfterScroll || (mouseY !== null && mouseY <= limits.ui.headerNearTop)
}

/**
 * Sets `data-shown` on the header. On text pages it only adds a border; on pages filled by a deck the header is hidden
 * without it. The header is always shown while it has the focus. Returns a function that stops watching.
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
