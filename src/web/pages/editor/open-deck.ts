import type { DeckAnswer } from '../../../api/decks/contract.ts'
import { blocks } from '../../../blocks/index.ts'
import { newDeckSettings } from '../../../document/new-deck.ts'
import { parseSlides } from '../../../document/parse-slides.ts'
import type { Deck, DeckSettings, Slide, SlideId } from '../../../document/types.ts'

/** The part of a deck's answer that the editor changes. */
export function settingsOf(answer: Omit<DeckAnswer, 'notes'>): DeckSettings {
  const names = Object.keys(newDeckSettings) as (keyof DeckSettings)[]
  return Object.fromEntries(names.map((name) => [name, answer[name]])) as unknown as DeckSettings
}

/** The deck as the editor holds it, from its content as the server answers it. */
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
