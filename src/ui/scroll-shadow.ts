import { limits } from '../rules/limits.ts'

/**
 * As the `ref` of an element that scrolls: marks it with `data-scrolled` once it was scrolled by more than 20 px. Styles
 * draw a shadow then under what stays in place above it, so that it is seen that something went under there.
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
