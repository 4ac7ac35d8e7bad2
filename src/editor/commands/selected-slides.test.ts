import { describe, expect, it } from 'vitest'
import { shapeOf, slideId, testDeck } from '../../testing/editor-decks.ts'
import { placeOneOn, selectedSlidesOf, slidesBetween } from './selected-slides.ts'
import { moveSlides } from './slide-commands.ts'

describe('slides selected together', () => {
  const deck = testDeck([1, [2, 3, 4], 5])

  it('slides selected in any order are returned in the order of the deck', () => {
    const selectedSlides = [slideId(5), slideId(1), slideId(3)]
    expect(selectedSlidesOf({ deck, slideId: slideId(5), selectedSlides })).toEqual([1, 3, 5].map(slideId))
    expect(selectedSlidesOf({ deck, slideId: slideId(2), selectedSlides: [] })).toEqual([slideId(2)])
  })

  it('the slides between two slides are the same in either direction', () => {
    const list = [1, 2, 3, 4, 5].map(slideId)
    expect(slidesBetween(list, slideId(4), slideId(2))).toEqual([2, 3, 4].map(slideId))
    expect(slidesBetween(list, slideId(9), slideId(2))).toEqual([slideId(2)])
  })

  it.each([
    ['down their stack', [2, 3], 1, [1, [4, 2, 3], 5]],
    ['out of their stack at its end', [3, 4], 1, [1, 2, 3, 4, 5]],
    ['past the whole next stack', [1], 1, [[2, 3, 4], 1, 5]],
    ['past the whole previous stack', [5], -1, [1, 5, [2, 3, 4]]],
    ['out of their stack at its top', [2], -1, [1, 2, [3, 4], 5]],
    ['a whole stack past a slide', [2, 3, 4], -1, [[2, 3, 4], 1, 5]],
    ['together, from two places', [1, 3], 1, [[2, 4, 1, 3], 5]],
  ] as const)('slides move one place: %s', (_case, ids, by, wanted) => {
    const moved = ids.map(slideId)
    expect(shapeOf(moveSlides(moved, placeOneOn(deck, moved, by)!)(deck))).toEqual(wanted)
  })

  it('selected slides at an end of the deck cannot move beyond it', () => {
    expect(placeOneOn(deck, [slideId(1)], -1)).toBe(null)
    expect(placeOneOn(deck, [slideId(5)], 1)).toBe(null)
  })
})
