import type { Block, BlockId, Deck, Slide, SlideId, SlidePosition } from '../../document/deck-model.ts'

/** The id of the deck's first slide. Throws if the deck has none, which is invalid in the editor. */
export function firstSlideId(deck: Deck): SlideId {
  const first = deck.stacks[0]?.slides[0]
  if (first === undefined) throw new Error('A deck in the editor has at least one slide')
  return first
}

/** All slide ids in reading order: each stack from top to bottom. */
export function slideOrder(deck: Deck): readonly SlideId[] {
  return deck.stacks.flatMap((stack) => stack.slides)
}

/** The indices of a slide (from 0); null if the deck does not have it. */
export function positionOf(deck: Deck, slideId: SlideId): SlidePosition | null {
  for (let h = 0; h < deck.stacks.length; h++) {
    const v = deck.stacks[h]!.slides.indexOf(slideId)
    if (v >= 0) return { h, v }
  }
  return null
}

/** The block with this id on a slide; null if there is none. */
export function blockOf(slide: Slide | undefined, blockId: BlockId): Block | null {
  return slide?.blocks.find((block) => block.id === blockId) ?? null
}
