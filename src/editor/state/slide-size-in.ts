import type { DeckSettings } from '../../rules/deck-columns.ts'
import { type SlideSize, slideSizeOf } from '../../rules/slide-size.ts'

/** The size of the deck's slides, in slide px. */
export function slideSizeIn({ deck }: { readonly deck: { readonly settings: DeckSettings } }): SlideSize {
  return slideSizeOf(deck.settings.slide_size)
}
