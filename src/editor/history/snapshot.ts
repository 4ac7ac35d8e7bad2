import type { BlockId, Deck, SlideId } from '../../document/deck-model.ts'

/** A state that undo can return to: the deck, the slide on the canvas, and the selection. */
export interface Snapshot {
  readonly deck: Deck
  readonly slideId: SlideId
  readonly selection: readonly BlockId[]
}
