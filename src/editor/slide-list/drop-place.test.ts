import { describe, expect, it } from 'vitest'
import { newDeck } from '../../document/new-deck.ts'
import { newSlide } from '../../document/new-slide.ts'
import { addSlides } from '../commands/slide-commands.ts'
import { dropPlace } from './drop-place.ts'

/** A deck with a single slide and a stack of two. */
function deckWithStack() {
  const deck = newDeck()
  const alone = deck.stacks[0]!.slides[0]!
  const [top, below] = [newSlide(), newSlide()]
  const withTop = addSlides([top], { side: 'right', of: alone })(deck)
  return { deck: addSlides([below], { side: 'below', of: top.id })(withTop), alone, top: top.id, below: below.id }
}

describe('a dropped slide is inserted at the drop line', () => {
  const { deck, alone, top, below } = deckWithStack()
  it.each([
    ['before a slide alone', alone, 0.2, 0.5, 'left', false],
    ['after a slide alone', alone, 0.8, 0.4, 'right', false],
    ['below a slide alone, which makes a stack', alone, 0.8, 0.9, 'below', true],
    ['before a whole stack', top, 0.2, 0.5, 'left', false],
    ['within a stack, after its first slide', top, 0.8, 0.5, 'below', true],
    ['within a stack, before its second slide', below, 0.2, 0.5, 'above', true],
    ['at the end of a stack', below, 0.9, 0.5, 'below', true],
    ['out of a stack, after it', below, 0.9, 0.1, 'right', false],
  ] as const)('%s', (_case, of, down, across, side, nested) => {
    expect(dropPlace(deck, of, { down, across })).toMatchObject({ side, nested, of })
  })
})
