import { blocks } from '../../../blocks/index.ts'
import type { Deck, Slide, SlideId } from '../../../document/deck-model.ts'
import { parseSlides } from '../../../document/parse-slides.ts'
import type { DeckSettings } from '../../../rules/deck-columns.ts'

/** Parses the server's content of a deck into the editor's Deck. */
export function openDeck(
  settings: DeckSettings,
  content: { readonly data: string; readonly notes: Readonly<Record<SlideId, string>> },
): Deck {
  const parsed = parseSlides(content.data, blocks)
  const slides = Object.fromEntries(
    Object.entries(parsed.slides).map(([id, slide]): [SlideId, Slide] => {
      const notes = content.notes[id] ?? slide.notes
      return [id, notes === slide.notes ? slide : { ...slide, notes }]
    }),
  )
  return { ...parsed, slides, settings }
}
