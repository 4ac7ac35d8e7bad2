import { describe, expect, it } from 'vitest'
import { shapeOf, slideId, testDeck } from '../../testing/editor-decks.ts'
import { moveSlides } from '../commands/slide-commands.ts'
import { overviewDropPlace, overviewMove, overviewNeighbor } from './overview-places.ts'

const deck = testDeck([1, [2, 3, 4], [5, 6]])

describe('the overview of slides', () => {
  it.each([
    ['left', 0.1, 0.9],
    ['right', 0.9, 0.1],
    ['above', 0.5, 0.2],
    ['below', 0.5, 0.8],
  ] as const)('drops %s where the pointer is', (side, across, down) => {
    expect(overviewDropPlace(deck, slideId(3), { across, down }).side).toBe(side)
  })

  it.each([
    [4, 'right', 6],
    [2, 'left', 1],
    [1, 'left', null],
    [3, 'down', 4],
    [4, 'down', null],
    [3, 'up', 2],
  ] as const)('goes from %i %s to %s', (from, direction, to) => {
    expect(overviewNeighbor(deck, slideId(from), direction)).toBe(to === null ? null : slideId(to))
  })

  it.each([
    ['out of a stack', [3], 'left', [1, 3, [2, 4], [5, 6]]],
    ['past a stack', [1], 'right', [[2, 3, 4], 1, [5, 6]]],
    ['a whole stack past another', [5, 6], 'left', [1, [5, 6], [2, 3, 4]]],
    ['down its stack', [2], 'down', [1, [3, 2, 4], [5, 6]]],
  ] as const)('moves %s', (_case, ids, direction, wanted) => {
    const moved = ids.map(slideId)
    expect(shapeOf(moveSlides(moved, overviewMove(deck, moved, direction)!)(deck))).toEqual(wanted)
  })

  it('moves stop at its edges', () => {
    expect(overviewMove(deck, [slideId(1)], 'left')).toBe(null)
    expect(overviewMove(deck, [slideId(6)], 'down')).toBe(null)
  })
})
