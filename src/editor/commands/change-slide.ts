import type { Block, BlockId, Deck, Slide, SlideId } from '../../document/types.ts'

/** The deck with one slide changed; the same deck when the slide is gone or `change` gives it back as it is. */
export function changeSlide(deck: Deck, slideId: SlideId, change: (slide: Slide) => Slide): Deck {
  const slide = deck.slides[slideId]
  if (!slide) return deck
  const next = change(slide)
  return next === slide ? deck : { ...deck, slides: { ...deck.slides, [slideId]: next } }
}

/** The deck with some of a slide's blocks changed; blocks that `change` gives back keep their identity. */
export function changeBlocks(
  deck: Deck,
  slideId: SlideId,
  ids: readonly BlockId[],
  change: (block: Block) => Block,
): Deck {
  const wanted = new Set(ids)
  return changeSlide(deck, slideId, (slide) => {
    const blocks = slide.blocks.map((block) => (wanted.has(block.id) ? change(block) : block))
    return blocks.every((block, index) => block === slide.blocks[index]) ? slide : { ...slide, blocks }
  })
}
