import { expect, test } from 'vitest'
import { blocks } from '../blocks/index.ts'
import { parseSlides } from './parse-slides.ts'
import { renderSlides } from './render-slides.ts'
import { themeSample, themeSampleSlides } from './theme-sample.ts'

test('the sample deck is in the deck format: its blocks are of their types, with every heading level', () => {
  const slides = parseSlides(themeSampleSlides, blocks)
  const found = Object.values(slides.slides)
  expect(found).toHaveLength(themeSample.length)
  const types = new Set(found.flatMap((slide) => slide.blocks.map((block) => block.type)))
  // An iframe has nothing that a theme styles.
  expect([...types].sort()).toEqual([...['code', 'image', 'line', 'math', 'shape', 'snippet', 'table', 'text']])
  const hidden = found.slice(0, -1).flatMap((slide) => slide.blocks.filter((block) => block.frame === null))
  expect(hidden).toEqual([])
  for (const level of [1, 2, 3, 4, 5, 6]) expect(themeSampleSlides).toContain(`<h${level}>`)
  expect(renderSlides(slides, blocks)).toBe(themeSampleSlides)
})
