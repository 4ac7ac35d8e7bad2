import { describe, expect, it } from 'vitest'
import { slideId, testDeck } from '../../testing/editor-decks.ts'
import { setAttributesOfSlides } from '../commands/slide-commands.ts'
import { initialState } from '../state/editor-state.ts'
import { slidesToChange } from './slide-attributes.ts'

describe('what the slide panel sets', () => {
  const deck = testDeck([1, [2, 3], 4])
  const state = initialState(deck, slideId(3))
  const chosen = { ...state, picked: [3, 1].map(slideId) }

  it('is for the slide that is shown, or for all that are chosen in the list', () => {
    expect(slidesToChange(state, ['data-transition'])).toEqual([slideId(3)])
    expect(slidesToChange(chosen, ['data-transition'])).toEqual([1, 3].map(slideId))
  })

  it('gives no name to several slides', () => {
    expect(slidesToChange(chosen, ['class'])).toEqual([slideId(3)])
    expect(slidesToChange(chosen, ['data-l-id'])).toEqual([slideId(3)])
  })

  it('leaves slides alone that were not chosen', () => {
    const set = setAttributesOfSlides(slidesToChange(chosen, ['data-transition']), { 'data-transition': 'zoom' })(deck)
    const transitions = [1, 2, 3, 4].map((n) => set.slides[slideId(n)]!.attributes['data-transition'] ?? null)
    expect(transitions).toEqual(['zoom', null, 'zoom', null])
    expect(set.slides[slideId(2)]).toBe(deck.slides[slideId(2)])
  })
})
