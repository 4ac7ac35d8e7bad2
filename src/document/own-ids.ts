import type { Block, Deck, Slide } from './types.ts'

/**
 * The attribute with an id that the author chose for custom CSS, on a slide's section or a block's wrapper. Not `id`:
 * that could clobber names of the page (DOM clobbering).
 */
export const ownIdAttribute = 'data-l-id'

/** Valid custom ids; the sanitizer uses the same pattern. */
export const ownIdPattern = /^[A-Za-z][A-Za-z0-9_-]{0,39}$/

/** A block's custom id, or ''. */
export function ownIdOf(block: Block): string {
  return block.attributes.find(([name]) => name === ownIdAttribute)?.[1] ?? ''
}

/** All custom ids of a deck's slides and blocks. */
export function ownIdsIn(deck: Deck): ReadonlySet<string> {
  return new Set(Object.values(deck.slides).flatMap((slide) => [idOfSlide(slide), ...slide.blocks.map(ownIdOf)]))
}

const idOfSlide = (slide: Slide): string => slide.attributes[ownIdAttribute] ?? ''

/** Removes custom ids from blocks about to be inserted if the deck or an earlier block already uses them. */
export function withFreeIds(deck: Deck, blocks: readonly Block[]): readonly Block[] {
  if (blocks.every((block) => ownIdOf(block) === '')) return blocks
  const taken = new Set(ownIdsIn(deck))
  return blocks.map((block) => freed(block, taken))
}

/** Removes custom ids from slides about to be inserted, and from their blocks, if the deck already uses them. */
export function slidesWithFreeIds(deck: Deck, slides: readonly Slide[]): readonly Slide[] {
  const all = slides.flatMap((slide) => [idOfSlide(slide), ...slide.blocks.map(ownIdOf)])
  if (all.every((id) => id === '')) return slides
  const taken = new Set(ownIdsIn(deck))
  return slides.map((slide) => {
    const { [ownIdAttribute]: own, ...others } = slide.attributes
    const attributes = own !== undefined && isTaken(own, taken) ? others : slide.attributes
    return { ...slide, attributes, blocks: slide.blocks.map((block) => freed(block, taken)) }
  })
}

function freed(block: Block, taken: Set<string>): Block {
  const own = ownIdOf(block)
  if (own === '' || !isTaken(own, taken)) return block
  return { ...block, attributes: block.attributes.filter(([name]) => name !== ownIdAttribute) }
}

/** Whether an id is in use; adds it if not. */
function isTaken(id: string, taken: Set<string>): boolean {
  if (taken.has(id)) return true
  taken.add(id)
  return false
}
