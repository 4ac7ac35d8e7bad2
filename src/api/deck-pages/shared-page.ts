import type { SharedPage } from '../pages/shared-pages.ts'
import type { DeckRequest } from './deck-request.ts'
import { type DeckPagesOptions, pageOf, readingOf } from './page-answer.ts'
import { countsOf } from './page-parts.ts'
import { frameOf, partsOf, textOf } from './show-parts.ts'

/**
 * The page of a public deck that all visitors share: its cache key, its state and its markup. `about` is the number of
 * slides.
 */
export async function sharedPage(options: DeckPagesOptions, deckRequest: DeckRequest): Promise<SharedPage<number>> {
  const { loaded } = deckRequest
  const { id, version, share_notes } = loaded.deck
  const parts = await partsOf(options, deckRequest, false)
  return {
    key: `deck ${id}`,
    // The last two values, with the instance's keys, determine the frame's URL.
    state: JSON.stringify([version, share_notes, parts, options.frames.of(loaded).shape, options.hosts().mode]),
    make: async (placeholders) => {
      const text = await textOf(options, deckRequest)
      const slides = text.outline.length
      // A save has just deleted this version; the next request reads the newer one.
      if (slides === 0) return null
      const counts = { views: placeholders.views, kudos: placeholders.kudos }
      const frame = frameOf(options, deckRequest)
      const document = options.documents.show({ ...parts, ...text, frame, counts, reading: placeholders.reading })
      return { page: pageOf(document), about: slides }
    },
    values: (slides) => ({ ...countsOf(loaded), reading: readingOf(options, deckRequest, slides) ?? '' }),
  }
}
