import { bareBlock } from '../document/bare-block.ts'
import type { Block, BlockType, Deck, Frame, Slide, SlideId, Stack } from '../document/deck-model.ts'
import { type DeckSettings, newDeckSettings } from '../rules/deck-columns.ts'

/** Settings of a deck with a title and transitions of its own. */
export const plainSettings: DeckSettings = {
  ...newDeckSettings,
  ...{ title: 'Solar power', slug: 'solar-power', transition: 'default', background_transition: 'convex' },
}

/** The id of the test slide with this number, from 1. */
export function slideId(number: number): SlideId {
  return number.toString(16).padStart(32, '0')
}

/** The id of the test block with this number, from 1. */
export function blockId(number: number): string {
  return number.toString(16).padStart(16, '0')
}

/** A test block: 100 x 50 slide px at (10, 20) unless `frame` differs. */
export function testBlock(
  number: number,
  change: Partial<Omit<Block, 'frame'>> & { frame?: Partial<Frame> } = {},
): Block {
  const { frame, ...rest } = change
  const type: BlockType = rest.type ?? 'shape'
  return {
    id: blockId(number),
    type,
    ...bareBlock,
    props: {},
    ...rest,
    frame: { x: 10, y: 20, width: 100, height: 50, rotation: 0, ...frame },
  }
}

export function testSlide(number: number, blocks: readonly Block[] = []): Slide {
  return { id: slideId(number), attributes: {}, blocks, notes: '' }
}

/** A test deck. `shape`: the slide number of each column, or a list for a stack. */
export function testDeck(shape: readonly (number | readonly number[])[], slides: readonly Slide[] = []): Deck {
  const stacks = shape.map((place): Stack => {
    if (typeof place === 'number') return { slides: [slideId(place)], attributes: null, before: '\n', gaps: [] }
    const gaps = Array.from({ length: place.length + 1 }, () => '\n')
    return { slides: place.map(slideId), attributes: {}, before: '\n', gaps }
  })
  const known = Object.fromEntries(slides.map((slide) => [slide.id, slide]))
  const all = shape.flat().map((number) => [slideId(number), known[slideId(number)] ?? testSlide(number)] as const)
  return { stacks, slides: Object.fromEntries(all), after: '\n', settings: plainSettings }
}

/** A deck's slide numbers in the form testDeck takes. */
export function shapeOf(deck: Deck): readonly (number | readonly number[])[] {
  const number = (id: SlideId): number => Number.parseInt(id, 16)
  return deck.stacks.map((stack) => (stack.attributes === null ? number(stack.slides[0]!) : stack.slides.map(number)))
}
