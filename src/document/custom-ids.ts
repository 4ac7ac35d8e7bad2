import type { Block, Deck, Slide } from './deck-model.ts'

/**
 * The attribute with an id that the author chose for custom CSS, on a slide's section or a block's wrapper. Not `id`:
 * that could clobber names of the page (DOM clobbering).
 */
export const customIdAttribute = 'data-l-id'

/** Valid custom ids; the sanitizer uses the same pattern. */
export const customIdPattern = /^[A-Za-z][A-Za-z0-9_-]{0,39}$/

/** A block's custom id, or ''. */
export function customIdOf(block: Block): string {
  return block.attributes.find(([name]) => name === customIdAttribute)?.[1] ?? ''
}

/** All custom ids of a deck's slides and blocks. */
export function customIdsIn(deck: Deck): ReadonlySet<string> {
  return new Set(Object.values(deck.slides).flatMap((slide) => [idOfSlide(slide), ...slide.blocks.map(customIdOf)]))
}

const idOfSlide = (slide: Slide): string => slide.attributes[customIdAttribute] ?? ''

/** Removes custom ids from blocks about to be inserted if the deck or an earlier block already uses them. */
export function withFreeIds(deck: Deck, blocks: readonly Block[]): readonly Block[] {
  if (blocks.every((block) => customIdOf(block) === '')) return blocks
  const usedIds = new Set(customIdsIn(deck))
  return blocks.map((block) => withoutUsedId(block, usedIds))
}

/** Removes custom ids from slides about to be inserted, and from their blocks, if the deck already uses them. */
export function slidesWithFreeIds(deck: Deck, slides: readonly Slide[]): readonly Slide[] {
  const all = slides.flatMap((slide) => [idOfSlide(slide), ...slide.blocks.map(customIdOf)])
  if (all.every((id) => id === '')) return slides
  const usedIds = new Set(customIdsIn(deck))
  return slides.map((slide) => {
    const { [customIdAttribute]: id, ...others } = slide.attributes
    const attributes = id !== undefined && isUsed(id, usedIds) ? others : slide.attributes
    return { ...slide, attributes, blocks: slide.blocks.map((block) => withoutUsedId(block, usedIds)) }
  })
}

function withoutUsedId(block: Block, usedIds: Set<string>): Block {
  const id = customIdOf(block)
  if (id === '' || !isUsed(id, usedIds)) return block
  return { ...block, attributes: block.attributes.filter(([name]) => name !== customIdAttribute) }
}

/** Whether an id is in use; adds it if not. */
function isUsed(id: string, usedIds: Set<string>): boolean {
  if (usedIds.has(id)) return true
  usedIds.add(id)
  return false
}
