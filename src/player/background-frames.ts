/** Sandbox of background pages: their own scripts and media, no access to the deck's window. */
const SANDBOX =
  'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-presentation'

/** reveal.js stores a slide's background element on the slide. */
interface SlideWithBackground extends HTMLElement {
  slideBackgroundContentElement?: HTMLElement
}

/** The iframes behind slides. */
export interface BackgroundFrames {
  /** Shows the slide's background page, if any, and removes the previous one. */
  show(slide: HTMLElement | null): void
  destroy(): void
}

function isHttpUrl(address: string): boolean {
  return URL.canParse(address) && new URL(address).protocol === 'https:'
}

/**
 * Removes background page URLs from the slides, since reveal.js would load them in frames without a sandbox. Each page
 * is loaded when its slide is entered and removed when it is left.
 */
export function takeBackgroundFrames(slides: Element): BackgroundFrames {
  const addresses = new Map<Element, string>()
  for (const slide of slides.querySelectorAll('section[data-background-iframe]')) {
    const address = slide.getAttribute('data-background-iframe') ?? ''
    slide.removeAttribute('data-background-iframe')
    if (isHttpUrl(address)) addresses.set(slide, address)
  }
  let shown: HTMLIFrameElement | null = null
  const remove = (): void => {
    shown?.remove()
    shown = null
  }
  return {
    show: (slide: SlideWithBackground | null) => {
      const address = slide ? addresses.get(slide) : undefined
      const place = slide?.slideBackgroundContentElement
      if (shown && shown.parentElement === place && shown.src === address) return
      remove()
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
    destroy: remove,
  }
}
