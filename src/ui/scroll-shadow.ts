import { limits } from '../rules/limits.ts'

/**
 * Ref callback for a scroll container: sets `data-scrolled` once it is scrolled by more than 20 px, and `data-shadow` on
 * the header before it, which gets a shadow.
 */
export function shadowOnScroll(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return undefined
  const mark = (): void => {
    const isScrolled = element.scrollTop > limits.ui.scrollShadow
    element.toggleAttribute('data-scrolled', isScrolled)
    element.previousElementSibling?.toggleAttribute('data-shadow', isScrolled)
  }
  mark()
  element.addEventListener('scroll', mark, { passive: true })
  return () => element.removeEventListener('scroll', mark)
}
