import type { RevealApi } from 'reveal.js'

/**
 * Places the current slide again whenever its content changes its height: a picture or font has loaded, a formula is
 * typeset. reveal.js centers a slide once, when it is entered. Slides of fixed height change nothing. Returns how to stop.
 */
export function keepLayout(reveal: Pick<RevealApi, 'on' | 'layout' | 'getCurrentSlide'>): () => void {
  let frame = 0
  // In the next frame: within the callback the browser would report a loop where the layout stretches an element.
  const observer = new ResizeObserver(() => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(() => reveal.layout())
  })
  const observe = (): void => {
    observer.disconnect()
    const slide = reveal.getCurrentSlide()
    if (slide) observer.observe(slide)
  }
  reveal.on('slidechanged', observe)
  observe()
  return () => {
    observer.disconnect()
    cancelAnimationFrame(frame)
  }
}
