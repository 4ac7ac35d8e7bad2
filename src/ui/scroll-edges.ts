/**
 * Ref callback for a container that scrolls sideways: sets `data-more-left` and `data-more-right` while there is more in
 * that direction, so that the style sheet can fade that edge. The sides are physical, as scrolling is.
 */
export function fadeScrolledEdges(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return undefined
  const mark = (): void => {
    const hidden = element.scrollWidth - element.clientWidth
    // Right to left, positions are negative.
    const left = getComputedStyle(element).direction === 'rtl' ? hidden + element.scrollLeft : element.scrollLeft
    element.toggleAttribute('data-more-left', left > 1)
    element.toggleAttribute('data-more-right', left < hidden - 1)
  }
  mark()
  element.addEventListener('scroll', mark, { passive: true })
  const sizes = new ResizeObserver(mark)
  sizes.observe(element)
  return () => {
    element.removeEventListener('scroll', mark)
    sizes.disconnect()
  }
}
