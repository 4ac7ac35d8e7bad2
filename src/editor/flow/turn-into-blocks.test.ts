// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { slideId, testBlock, testDeck, testSlide } from '../../testing/editor-decks.ts'
import { recordedServices } from '../../testing/editor-services.ts'
import { createEditor } from '../state/editor.ts'
import { outcome } from './blocks-outcome.ts'
import { type ConvertedSlides, turnIntoBlocks } from './turn-into-blocks.ts'

/** Turns three slides into blocks; `end` ends the conversion. */
function turning() {
  const services = recordedServices()
  const editor = createEditor({ deck: testDeck([1, 2, 3]), services })
  const turned = (number: number) => testSlide(number, [testBlock(number)])
  const changed = Object.fromEntries([1, 2, 3].map((number) => [slideId(number), turned(number)]))
  const { promise, resolve } = Promise.withResolvers<ConvertedSlides>()
  let runs = 0
  const run = () =>
    turnIntoBlocks(editor, 'all', () => {
      runs += 1
      return promise
    })
  const counts = () => [1, 2, 3].map((number) => editor.model.getState().deck.slides[slideId(number)]?.blocks.length)
  return { editor, services, run, runs: () => runs, end: () => resolve({ changed, kept: [] }), counts }
}

test('a slide that is edited meanwhile stays as it is, and is not counted as turned', async () => {
  const { editor, services, run, end, counts } = turning()
  const done = run()
  const edited = testSlide(2, [testBlock(8), testBlock(9)])
  editor.model.apply((deck) => ({ ...deck, slides: { ...deck.slides, [slideId(2)]: edited } }), {
    undo: 'step',
    label: 'Edit',
  })
  end()
  await done
  expect(counts()).toEqual([1, 2, 1])
  expect(services.notices).toEqual([
    '2 slides were turned into blocks. Slide 2 stays as it is, since it was edited meanwhile',
  ])
})

test('a second call does nothing while the first runs', async () => {
  const { services, run, runs, end } = turning()
  const done = [run(), run()]
  end()
  await Promise.all(done)
  expect([runs(), services.notices]).toEqual([1, ['3 slides were turned into blocks']])
})

test('slides that stay are named with their reasons', () => {
  const deck = testDeck([1, [2, 3]])
  const [one, two, three] = [1, 2, 3].map(slideId) as [string, string, string]
  expect(outcome(deck, { count: 1, kept: [one], edited: [two, three] }, false)).toBe(
    'One slide was turned into blocks. Slide 1 stays as it is, since it would look different as blocks. Slides 2 and 2.2 stay as they are, since they were edited meanwhile',
  )
  expect(outcome(deck, { count: 0, kept: [], edited: [one] }, true)).toBe(
    'The slide stays as it is, since it was edited meanwhile',
  )
})
