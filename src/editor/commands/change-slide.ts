import type { Block, BlockId, Deck, Slide, SlideId } from '../../document/deck-model.ts'

/** The deck with one slide changed. Returns the same object if the slide is gone or `change` returns it unchanged. */
export function changeSlide(deck: Deck, slideId: SlideId, change: (slide: Slide) => Slide): Deck {
  const slide = deck.slides[slideId]
  if (!slide) return deck
  const next = change(slide)
  return next === slide ? deck : { ...deck, slides: { ...deck.slides, [slideId]: next } }
}

/** The deck with some blocks of a slide changed. Blocks that `change` returns unchanged keep their identity. */
export function changeBlocks(
  deck: Deck,
  slideId: SlideId,
  ids: readonly BlockId[],
  change: (block: Block) => Block,
): Deck {
  return changeSlide(deck, slideId, (slide) => withBlocks(slide, ids, change))
}

/** The slide with some of its blocks changed; the same object if `change` changes none. */
export function withBlocks(slide: Slide, ids: readonly BlockId[], change: (block: Block) => Block): Slide {
  const wanted = new Set(ids)
  const blocks = slide.blocks.map((block) => (wanted.has(block.id) ? change(block) : block))
  return blocks.every((block, index) => block === slide.blocks[index]) ? slide : { ...slide, blocks }
}
