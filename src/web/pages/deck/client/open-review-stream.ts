import { textOf } from '../../../../document/slide-text.ts'
import { titleOf } from '../../../../document/slide-title.ts'
import type { ContentRefresh } from './content-refresh.ts'
import type { DeckView } from './deck-view.ts'
import type { PageScriptData } from './page-script-data.ts'
import { arrangeTexts, readReviewSlides, showTexts, showTitle } from './review-content.ts'
import { type ReviewChange, ReviewStream } from './review-stream.ts'

/** Characters of a slide's text in the list. */
const textLength = 600

/** Shows the stream of a deck's changes on its review: in the frame, and in the list of texts. */
export function openReviewStream(view: DeckView, data: PageScriptData, refresh: ContentRefresh): ReviewStream {
  const show = ({ version, title, order, places, slides }: ReviewChange): void => {
    // In place, since all code of this page reads the deck's data from this object.
    Object.assign(data, { version, slides: places })
    if (title !== null) showTitle(title, data)
    if (order === null && slides.length === 0) return
    const updates = slides.map(({ id, html, keep }) => ({ id, html, keep }))
    view.showSlides({ order, slides: updates }, places)
    const texts = slides.map(({ id, html }) => ({ id, title: titleOf(html), text: textOf(html).slice(0, textLength) }))
    showTexts(texts, new Map(slides.map(({ id, notes }) => [id, notes])))
    if (order) arrangeTexts(places)
  }
  return new ReviewStream({
    show,
    shown: () => ({ version: data.version ?? 0, slides: data.slides ?? [] }),
    load: (ids) => readReviewSlides(data, ids),
    reload: refresh.want,
    isReloading: refresh.isBehind,
  })
}
