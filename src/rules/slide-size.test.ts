import { expect, test } from 'vitest'
import { messages } from './messages.ts'
import { defaultSlideSize, slideSizeOf, slideSizes, slideSizeText, standardSlide } from './slide-size.ts'
import { validateSlideSize } from './validators.ts'

test('each offered size is valid and read back as it is written', () => {
  for (const { id } of slideSizes) {
    expect(validateSlideSize(id), id).toBeNull()
    expect(slideSizeText(slideSizeOf(id))).toBe(id)
  }
  expect(slideSizeOf(defaultSlideSize)).toEqual(standardSlide)
})

test('a size outside the limits is refused, and reads as the default', () => {
  for (const size of [
    '',
    '960',
    '960x',
    '199x700',
    '960x4001',
    '96e1x700',
    '960x700x2',
    '0960x700',
    '960×700',
    '-960x700',
  ]) {
    expect(validateSlideSize(size), size).toBe(messages.deck.invalidSlideSize)
    expect(slideSizeOf(size)).toEqual(standardSlide)
  }
})
