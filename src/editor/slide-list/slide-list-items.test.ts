import { describe, expect, it } from 'vitest'
import { slideId, testDeck } from '../../testing/editor-decks.ts'
import { listItems, withFolded } from './slide-list-items.ts'

describe('the list of slides', () => {
  const { stacks } = testDeck([1, [2, 3, 4], 5])
  const folded = new Set([slideId(2)])

  it('numbers slides from 1, in stacks as N.M', () => {
    expect(listItems(stacks, new Set()).map((item) => item.number)).toEqual(['1', '2.1', '2.2', '2.3', '3'])
  })

  it('shows of a collapsed stack its first slide, and how many are below it', () => {
    expect(listItems(stacks, folded).map((item) => [item.number, item.below])).toEqual([
      ['1', 0],
      ['2.1', 2],
      ['3', 0],
    ])
  })

  it('selects the whole stack with the first slide of a collapsed one', () => {
    expect(withFolded(stacks, folded, [slideId(2), slideId(5)])).toEqual([2, 3, 4, 5].map(slideId))
    expect(withFolded(stacks, new Set(), [slideId(2)])).toEqual([slideId(2)])
  })
})
