/**
 * What is done to the slides once, before reveal.js sees them. Everything here works on elements and text; no string
 * ever becomes markup.
 */

/**
 * Attributes that reveal.js would act on and that no deck of ours needs. The server takes them out as well; should
 * one slip through, it does nothing here either.
 */
const neverMeant = [
  'data-preview-link',
  'data-preview-image',
  'data-preview-video',
  'data-markdown',
  'data-notes',
  'data-background-interactive',
  'data-state',
] as const

function removeUnmeant(slides: Element): void {
  for (const name of neverMeant) {
    for (const element of slides.querySelectorAll(`[${name}]`)) element.removeAttribute(name)
  }
}

/** Videos behind a slide: reveal.js knows mute and loop under other names than the deck does. */
function nameVideoOptions(slides: Element): void {
  for (const option of ['loop', 'muted'] as const) {
    for (const slide of slides.querySelectorAll(`section[data-video-${option}]`)) {
      slide.setAttribute(`data-background-video-${option}`, '')
    }
  }
}

function removeAutoplay(slides: Element): void {
  for (const element of slides.querySelectorAll('[autoplay], [data-autoplay]')) {
    element.removeAttribute('autoplay')
    element.removeAttribute('data-autoplay')
  }
}

/**
 * Lets links of plain text turn over when they are pointed at. Their text stays as it is: a box around it would wrap as
 * one, and stand among the words beside it as a whole.
 */
function rollLinks(slides: Element): void {
  for (const link of slides.querySelectorAll<HTMLElement>('a[href]')) {
    const text = link.textContent?.replace(/\s+/g, ' ').trim()
    if (link.children.length === 0 && text) link.dataset.rolls = text
  }
  slides.addEventListener('pointerover', ({ target }) => {
    const link = target instanceof Element ? target.closest<HTMLElement>('a[data-rolls]') : null
    // On two lines it has no face to turn.
    link?.classList.toggle('link-rolls', link.getClientRects().length === 1)
  })
}

/** Makes the slides ready for the player. `slides` is the element that holds the sections. */
export function prepareSlides(slides: Element, options: { autoplay: boolean; rollingLinks: boolean }): void {
  removeUnmeant(slides)
  nameVideoOptions(slides)
  if (!options.autoplay) removeAutoplay(slides)
  if (options.rollingLinks) rollLinks(slides)
}
