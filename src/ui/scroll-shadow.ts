import { limits } from '../rules/limits.ts'

/**
 * Ref callback for a scroll container: sets `data-scrolled` once it is scrolled by more than 20 px, so that the header
 * above it gets a shadow.
 */
export function shadowOnScroll(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return undefined
  const mark = (): void => {
    element.toggleAttribute('data-scrolled', element.scrollTop > limits.ui.scrollShadow)
  }
  mark()
  element.addEventListener('scroll', mark, { passive: true })
  return () => element.removeEventListener('scroll', mark)
}
