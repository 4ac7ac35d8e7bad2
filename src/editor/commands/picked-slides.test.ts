import { describe, expect, it } from 'vitest'
import { shapeOf, slideId, testDeck } from '../../testing/editor-decks.ts'
import { pickedSlides, placeOneOn, slidesBetween } from './picked-slides.ts'
import { moveSlides } from './slide-commands.ts'

describe('slides chosen together', () => {
  const deck = testDeck([1, [2, 3, 4], 5])

  it('are taken in the order of the deck, however they were chosen', () => {
    const picked = [slideId(5), slideId(1), slideId(3)]
    expect(pickedSlides({ deck, slideId: slideId(5), picked })).toEqual([1, 3, 5].map(slideId))
    expect(pickedSlides({ deck, slideId: slideId(2), picked: [] })).toEqual([slideId(2)])
  })

  it('are all from one to another, in either direction', () => {
    const list = [1, 2, 3, 4, 5].map(slideId)
    expect(slidesBetween(list, slideId(4), slideId(2))).toEqual([2, 3, 4].map(slideId))
    expect(slidesBetween(list, slideId(9), slideId(2))).toEqual([slideId(2)])
  })

  it.each([
    ['down their stack', [2, 3], 1, [1, [4, 2, 3], 5]],
    ['out of their stack at its end', [3, 4], 1, [1, 2, 3, 4, 5]],
    ['past the next stack as a whole', [1], 1, [[2, 3, 4], 1, 5]],
    ['past the stack before, as a whole', [5], -1, [1, 5, [2, 3, 4]]],
    ['out of their stack at its top', [2], -1, [1, 2, [3, 4], 5]],
    ['a whole stack past a slide', [2, 3, 4], -1, [[2, 3, 4], 1, 5]],
    ['from two places at once', [1, 3], 1, [[2, 4, 1, 3], 5]],
  ] as const)('move one place: %s', (_case, ids, by, wanted) => {
    const moved = ids.map(slideId)
    expect(shapeOf(moveSlides(moved, placeOneOn(deck, moved, by)!)(deck))).toEqual(wanted)
  })

  it('stay where they are at the ends of the deck', () => {
    expect(placeOneOn(deck, [slideId(1)], -1)).toBe(null)
    expect(placeOneOn(deck, [slideId(5)], 1)).toBe(null)
  })
})
