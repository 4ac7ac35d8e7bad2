import { expect, test } from 'vitest'
import { slideId, testBlock, testDeck, testSlide } from '../../testing/editor-decks.ts'
import { animateWithPair } from './auto-animate.ts'

/** The slides with auto-animate after it is switched on for some, by number; slides have blocks with these names. */
function animated(names: readonly string[], on: readonly number[], before: readonly number[] = []): number[] {
  const slides = names.map((name, index) => {
    const attributes: [string, string][] = name === '' ? [] : [['data-id', name]]
    const slide = testSlide(index + 1, [testBlock(index + 1, { attributes })])
    return before.includes(index + 1) ? { ...slide, attributes: { 'data-auto-animate': '' } } : slide
  })
  const numbers = names.map((_, index) => index + 1)
  const deck = animateWithPair(on.map(slideId))(testDeck(numbers, slides))
  return numbers.filter((number) => deck.slides[slideId(number)]!.attributes['data-auto-animate'] === '')
}

test('auto-animate on a copy is switched on for its original too, since reveal.js needs both', () => {
  expect(animated(['sun', 'sun'], [2])).toEqual([1, 2])
  expect(animated(['sun', 'sun'], [1])).toEqual([1, 2])
  expect(animated(['', 'sun', 'sun', 'sun'], [3])).toEqual([2, 3])
})

test('auto-animate is not switched on for slides that share nothing, or beside a pair that is there', () => {
  expect(animated(['sun', 'moon'], [2])).toEqual([2])
  expect(animated(['', ''], [2])).toEqual([2])
  expect(animated(['sun', 'moon', 'sun'], [3])).toEqual([3])
  expect(animated(['sun', 'sun', 'sun'], [2], [3])).toEqual([2, 3])
})
