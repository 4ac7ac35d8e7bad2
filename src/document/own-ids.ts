import type { Block, Deck, Slide } from './types.ts'

/**
 * The attribute of a slide's section or a block's wrapper with the id that somebody gave it for styles of their own. Not
 * `id`: a name in a page could be mistaken for a part of it.
 */
export const ownIdAttribute = 'data-l-id'

/** What such an id may say; the sanitizer asks the same. */
export const ownIdPattern = /^[A-Za-z][A-Za-z0-9_-]{0,39}$/

/** A block's own id, '' when it has none. */
export function ownIdOf(block: Block): string {
  return block.attributes.find(([name]) => name === ownIdAttribute)?.[1] ?? ''
}

/** All own ids of a deck's slides and blocks. */
export function ownIdsIn(deck: Deck): ReadonlySet<string> {
  return new Set(Object.values(deck.slides).flatMap((slide) => [idOfSlide(slide), ...slide.blocks.map(ownIdOf)]))
}

const idOfSlide = (slide: Slide): string => slide.attributes[ownIdAttribute] ?? ''

/** The blocks as they can join the deck: those whose own id is there already, or stands twice among them, go without. */
export function withFreeIds(deck: Deck, blocks: readonly Block[]): readonly Block[] {
  if (blocks.every((block) => ownIdOf(block) === '')) return blocks
  const taken = new Set(ownIdsIn(deck))
  return blocks.map((block) => freed(block, taken))
}

/** The slides as they can join the deck, with their blocks: an own id that is there already is left out. */
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

/** Whether an id is there already; if not, it is from now on. */
function isTaken(id: string, taken: Set<string>): boolean {
  if (taken.has(id)) return true
  taken.add(id)
  return false
}
