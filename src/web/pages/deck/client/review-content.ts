import type { OutlineSlide, ReviewContent } from '../../../../api/deck-pages/page-data.ts'
import { slideHash } from '../../../../document/slide-hash.ts'
import { slideNumber, slideTitle, textWithoutTitle } from '../../../features/live/deck-outline.ts'
import type { DeckSwap } from './deck-swap.ts'
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

/**
 * Reads the review again and shows its deck and its texts, at the present slide. Returns the version; throws if the page
 * is no longer a review.
 */
export async function refreshReview(swap: DeckSwap, data: PageScriptData): Promise<number> {
  const answer = await fetch(window.location.pathname, {
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(requestTimeout),
  })
  const isContent = answer.ok && answer.headers.get('content-type')?.startsWith('application/json')
  if (!isContent) throw new Error(`The review could not be read again: ${answer.status}`)
  const { version, title, frameUrl, outline, notes } = (await answer.json()) as ReviewContent
  const slides = outline.map(({ h, v, id }) => [h, v, id] as const)
  // Changes the object in place, since all code of this page reads the deck's data from it.
  Object.assign(data, { version, slides })
  swap.show(frameUrl, slides)
  find('.deck-title h1')?.replaceChildren(title)
  const list = find('[data-review-slides]')
  list?.replaceChildren(...outline.map((slide) => slideItem(slide, notes?.[slide.id])))
  return version
}
