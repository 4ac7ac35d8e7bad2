import type { OutlineSlide, ReviewContent, ReviewSlides } from '../../../../api/deck-pages/page-data.ts'
import { slideHash } from '../../../../document/slide-hash.ts'
import { slideNumber, slideTitle, textWithoutTitle } from '../../../features/live/deck-outline.ts'
import type { DeckSwap } from './deck-swap.ts'
import type { Slides } from './deck-view.ts'
import { find, type PageScriptData } from './page-script-data.ts'

/** Timeout of the request, in ms. */
const requestTimeout = 15_000

function element(name: string, className: string, ...content: readonly (string | Node)[]): HTMLElement {
  const made = document.createElement(name)
  if (className) made.className = className
  made.append(...content)
  return made
}

/** A slide's words, with the markup of review-page.ts. */
function slideItem({ h, v, id, title, text }: OutlineSlide, notes: string | undefined): HTMLElement {
  const rest = textWithoutTitle({ title, text })
  const words = element('span', 'words', element('strong', '', slideTitle({ title })))
  if (rest !== '') words.append(' ', element('span', '', rest))
  const link = element('a', '', element('span', 'number', slideNumber({ h, v })), words)
  link.setAttribute('href', slideHash({ h, v }))
  const item = element('li', '', link)
  Object.assign(item.dataset, { slide: id, h: String(h), v: String(v) })
  if (notes) item.append(element('p', 'slide-notes', notes))
  return item
}

/** A path of the deck by its id: its slug may change while the review is open, and another deck may get it. */
export function pathById(path: string, deckId: number): string {
  return path.replace(/^(\/[^/]+)\/[^/]+/, `$1/${deckId}`)
}

async function read<Content>({ deckId }: Pick<PageScriptData, 'deckId'>, query: string): Promise<Content> {
  const answer = await fetch(pathById(window.location.pathname, deckId) + query, {
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(requestTimeout),
  })
  const isContent = answer.ok && answer.headers.get('content-type')?.startsWith('application/json')
  if (!isContent) throw new Error(`The review could not be read again: ${answer.status}`)
  return (await answer.json()) as Content
}

/** Reads slides of the review's deck; rejects if the page is no longer a review. */
export function readReviewSlides(data: PageScriptData, ids: readonly string[]): Promise<ReviewSlides> {
  return read(data, `?slides=${ids.join(',')}`)
}

/** Reads the review again and shows its deck and its texts, at the current slide. Rejects if it is no review any more. */
export async function refreshReview(swap: DeckSwap, data: PageScriptData): Promise<void> {
  const { version, title, frameUrl, outline, notes } = await read<ReviewContent>(data, '')
  const slides = outline.map(({ h, v, id }) => [h, v, id] as const)
  const shown = swap.show(frameUrl, slides)
  showTitle(title, data)
  find('[data-review-slides]')?.replaceChildren(...outline.map((slide) => slideItem(slide, notes?.[slide.id])))
  const late = new Promise<void>((resolve) => setTimeout(resolve, requestTimeout))
  await Promise.race([shown, late])
  // Changes the object in place, since all code of this page reads the deck's data from it.
  Object.assign(data, { version, slides })
}

/** Shows a deck's title. With another one its slug may have changed, so links to the editor use the id. */
export function showTitle(title: string, data: PageScriptData): void {
  const heading = find('.deck-title h1')
  if (!heading || heading.textContent === title) return
  heading.replaceChildren(title)
  const { collaboration, deckId } = data
  if (!collaboration) return
  const editPath = pathById(collaboration.editPath, deckId)
  Object.assign(data, { collaboration: { ...collaboration, editPath } })
  find('[data-edit]')?.setAttribute('href', editPath)
}

/** Shows the texts of changed slides in the list, and its order. */
export function showTexts(changed: readonly Omit<OutlineSlide, 'h' | 'v'>[], notes: ReadonlyMap<string, string>): void {
  for (const slide of changed) {
    const old = itemOf(slide.id)
    const place = { h: Number(old?.dataset.h ?? 0), v: Number(old?.dataset.v ?? 0) }
    const item = slideItem({ ...slide, ...place }, notes.get(slide.id))
    const current = old?.querySelector('a')?.getAttribute('aria-current')
    if (current) item.querySelector('a')?.setAttribute('aria-current', current)
    if (old) old.replaceWith(item)
    else find('[data-review-slides]')?.append(item)
  }
}

/** Puts the list of texts in the order of the slides. */
export function arrangeTexts(slides: Slides): void {
  const items = slides.flatMap(([h, v, id]) => {
    const item = itemOf(id)
    if (!item) return []
    Object.assign(item.dataset, { h: String(h), v: String(v) })
    item.querySelector('a')?.setAttribute('href', slideHash({ h, v }))
    item.querySelector('.number')?.replaceChildren(slideNumber({ h, v }))
    return item
  })
  find('[data-review-slides]')?.replaceChildren(...items)
}

function itemOf(id: string): HTMLElement | null {
  return find(`[data-review-slides] > [data-slide="${CSS.escape(id)}"]`)
}
