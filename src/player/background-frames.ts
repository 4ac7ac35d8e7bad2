/** What a page behind a slide may do: be itself, and nothing to the window around it. */
const SANDBOX =
  'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-presentation'

/** reveal.js keeps a slide's background elements on the slide itself. */
interface SlideWithBackground extends HTMLElement {
  slideBackgroundContentElement?: HTMLElement
}

/** The pages that stand behind slides. */
export interface BackgroundFrames {
  /** Shows the page behind this slide, if it has one, and takes the one before it away. */
  show(slide: HTMLElement | null): void
  destroy(): void
}

function isWebAddress(address: string): boolean {
  return URL.canParse(address) && new URL(address).protocol === 'https:'
}

/**
 * Takes the addresses of background pages from the slides, so that reveal.js, which would make frames without a
 * sandbox, never sees them. Each page is loaded when its slide is reached and gone when it is left.
 */
export function takeBackgroundFrames(slides: Element): BackgroundFrames {
  const addresses = new Map<Element, string>()
  for (const slide of slides.querySelectorAll('section[data-background-iframe]')) {
    const address = slide.getAttribute('data-background-iframe') ?? ''
    slide.removeAttribute('data-background-iframe')
    if (isWebAddress(address)) addresses.set(slide, address)
  }
  let shown: HTMLIFrameElement | null = null
  const take = (): void => {
    shown?.remove()
    shown = null
  }
  return {
    show: (slide: SlideWithBackground | null) => {
      const address = slide ? addresses.get(slide) : undefined
      const place = slide?.slideBackgroundContentElement
      if (shown && shown.parentElement === place && shown.src === address) return
      take()
      if (!address || !place) return
      shown = document.createElement('iframe')
      shown.setAttribute('sandbox', SANDBOX)
      shown.allow = 'autoplay; encrypted-media; picture-in-picture'
      shown.referrerPolicy = 'no-referrer'
      shown.title = 'Background'
      shown.tabIndex = -1
      shown.className = 'background-frame'
      shown.src = address
      place.append(shown)
    },
    destroy: take,
  }
}
