import { expect, test } from 'vitest'
import { blocks } from '../../../blocks/index.ts'
import { parseSlides } from '../../../document/parse-slides.ts'
import { isBlockChanged } from './is-block-changed.ts'

const slideId = '0'.repeat(32)
const box = (id: string, words: string) =>
  `<div class="block" data-block-type="text" data-block-id="${id.repeat(16)}" style="left: 0px; top: 0px; width: 80px; height: 40px;"><div class="block-content"><p>${words}</p></div></div>`
const deckOf = (html: string) => parseSlides(`<section data-id="${slideId}">${html}</section>`, blocks)

test('a version that changes another block of the slide leaves the block that is being edited', () => {
  const before = deckOf(box('a', 'One') + box('b', 'Two'))
  const after = deckOf(box('a', 'One') + box('b', 'Three'))
  expect(isBlockChanged(slideId, 'a'.repeat(16), before, after)).toBe(false)
  expect(isBlockChanged(slideId, 'b'.repeat(16), before, after)).toBe(true)
})

test('a block that one of the versions lacks counts as changed', () => {
  const [before, after] = [deckOf(box('a', 'One')), deckOf(box('b', 'Two'))]
  expect(isBlockChanged(slideId, 'a'.repeat(16), before, after)).toBe(true)
  expect(isBlockChanged(slideId, 'b'.repeat(16), before, after)).toBe(true)
})
