import { describe, expect, it } from 'vitest'
import { slideId, testDeck } from '../../testing/editor-decks.ts'
import { setAttributesOfSlides } from '../commands/slide-commands.ts'
import { initialState } from '../state/editor-state.ts'
import { slidesToChange } from './slide-attributes.ts'

describe('a change in the slide panel', () => {
  const deck = testDeck([1, [2, 3], 4])
  const state = initialState(deck, slideId(3))
  const chosen = { ...state, selectedSlides: [3, 1].map(slideId) }

  it('applies to the current slide, or to all selected ones', () => {
    expect(slidesToChange(state, ['data-transition'])).toEqual([slideId(3)])
    expect(slidesToChange(chosen, ['data-transition'])).toEqual([1, 3].map(slideId))
  })

  it('gives an id or class to one slide only', () => {
    expect(slidesToChange(chosen, ['class'])).toEqual([slideId(3)])
    expect(slidesToChange(chosen, ['data-l-id'])).toEqual([slideId(3)])
  })

  it('leaves other slides unchanged', () => {
    const set = setAttributesOfSlides(slidesToChange(chosen, ['data-transition']), { 'data-transition': 'zoom' })(deck)
    const transitions = [1, 2, 3, 4].map((n) => set.slides[slideId(n)]!.attributes['data-transition'] ?? null)
    expect(transitions).toEqual(['zoom', null, 'zoom', null])
    expect(set.slides[slideId(2)]).toBe(deck.slides[slideId(2)])
  })
})
