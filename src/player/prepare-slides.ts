import { type FooterDateForm, footerDate, footerDateForms } from '../rules/footer-date.ts'

/** Prepares the slides once, before reveal.js reads them. Works on elements and text; no string becomes markup. */

/**
 * Attributes that reveal.js would act on and that our decks never need. The server removes them too; this is the second
 * line of defense.
 */
const forbiddenAttributes = [
  'data-preview-link',
  'data-preview-image',
  'data-preview-video',
  'data-markdown',
  'data-notes',
  'data-background-interactive',
  'data-state',
] as const

function removeForbidden(slides: ParentNode): void {
  for (const name of forbiddenAttributes) {
    for (const element of slides.querySelectorAll(`[${name}]`)) element.removeAttribute(name)
  }
}

/** Background videos: reveal.js uses other attribute names for mute and loop. */
function nameVideoOptions(slides: ParentNode): void {
  for (const option of ['loop', 'muted'] as const) {
    for (const slide of slides.querySelectorAll(`section[data-video-${option}]`)) {
      slide.setAttribute(`data-background-video-${option}`, '')
    }
  }
}

const emptyContents =
  '[data-block-type="text"] > .block-content:is([data-l-placeholder], :has(> :is(ul, ol):only-child))'

/** What is seen without words. */
const wordless = 'img, svg, hr, table, video, audio, iframe, [data-latex]'

/** Empties texts that were not filled in: their bullets and headings are for the editor. */
export function emptyPlaceholders(slides: ParentNode): void {
  for (const content of slides.querySelectorAll(emptyContents)) {
    const isEmpty = content.textContent?.trim() === '' && !content.querySelector(wordless)
    if (isEmpty) content.replaceChildren()
  }
}

function removeAutoplay(slides: ParentNode): void {
  for (const element of slides.querySelectorAll('[autoplay], [data-autoplay]')) {
    element.removeAttribute('autoplay')
    element.removeAttribute('data-autoplay')
  }
}

/**
 * Rolls links of plain text on hover. Their text is not wrapped in a box: an inline box would not break across lines.
 */
function markRollingLinks(slides: ParentNode): void {
  for (const link of slides.querySelectorAll<HTMLElement>('a[href]')) {
    const text = link.textContent?.replace(/\s+/g, ' ').trim()
    if (link.children.length === 0 && text) link.dataset.rolls = text
  }
}

function rollLinks(slides: Element): void {
  slides.addEventListener('pointerover', ({ target }) => {
    const link = target instanceof Element ? target.closest<HTMLElement>('a[data-rolls]') : null
    // A link across two lines is not rolled.
    link?.classList.toggle('link-rolls', link.getClientRects().length === 1)
  })
}

/** Writes today's date into footers that show it: the document may be older. */
export function showToday(slides: ParentNode, today = new Date()): void {
  for (const time of slides.querySelectorAll<HTMLElement>('.slide-footer time[data-form]')) {
    const { form = '' } = time.dataset
    if (Object.hasOwn(footerDateForms, form)) time.textContent = footerDate(today, form as FooterDateForm)
  }
}

/** What the preparation of slides depends on. */
interface PrepareOptions {
  readonly autoplay: boolean
  readonly rollingLinks: boolean
}

/** Prepares slides that are not in the document yet. */
export function prepareParts(slides: ParentNode, options: PrepareOptions): void {
  removeForbidden(slides)
  emptyPlaceholders(slides)
  showToday(slides)
  nameVideoOptions(slides)
  if (!options.autoplay) removeAutoplay(slides)
  if (options.rollingLinks) markRollingLinks(slides)
}

/** Prepares the slides for the player. `slides` is the element that contains the sections. */
export function prepareSlides(slides: Element, options: PrepareOptions): void {
  prepareParts(slides, options)
  if (options.rollingLinks) rollLinks(slides)
}
