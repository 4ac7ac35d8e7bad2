import type { RevealApi } from 'reveal.js'

/**
 * Places the current slide again whenever its content changes its height: a picture or font has loaded, a formula is
 * typeset. reveal.js centers a slide once, when it is entered. Slides of fixed height change nothing. Text that fits the
 * room (`r-fit-text`) is fitted again when a font has loaded, since the letters of the font before have other widths.
 * Returns how to stop.
 */
export function keepLayout(
  reveal: Pick<RevealApi, 'on' | 'layout' | 'getCurrentSlide' | 'loadSlide'>,
  fonts: EventTarget | undefined = document.fonts,
): () => void {
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
  const fitText = (): void => {
    const slide = reveal.getCurrentSlide()
    // It fits the texts of slides that it loads.
    if (slide?.querySelector('.r-fit-text')) reveal.loadSlide(slide)
  }
  reveal.on('slidechanged', observe)
  reveal.on('slidechanged', fitText)
  fonts?.addEventListener('loadingdone', fitText)
  observe()
  return () => {
    fonts?.removeEventListener('loadingdone', fitText)
    observer.disconnect()
    cancelAnimationFrame(frame)
  }
}
