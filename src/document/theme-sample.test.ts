import { expect, test } from 'vitest'
import { blocks } from '../blocks/index.ts'
import { parseSlides } from './parse-slides.ts'
import { renderSlides } from './render-slides.ts'
import { themeSample, themeSampleFor, themeSampleSlides } from './theme-sample.ts'

test('the sample deck is in the deck format: its blocks are of their types, with every heading level', () => {
  const slides = parseSlides(themeSampleSlides, blocks)
  const found = Object.values(slides.slides)
  expect(found).toHaveLength(themeSample.length)
  const types = new Set(found.flatMap((slide) => slide.blocks.map((block) => block.type)))
  expect([...types].sort()).toEqual(blocks.map(({ type }) => type).sort())
  const hidden = found.slice(0, -1).flatMap((slide) => slide.blocks.filter((block) => block.frame === null))
  expect(hidden).toEqual([])
  for (const level of [1, 2, 3, 4, 5, 6]) expect(themeSampleSlides).toContain(`<h${level}>`)
  expect(renderSlides(slides, blocks)).toBe(themeSampleSlides)
})

test('on slides of another size the blocks stretch over the slide, and nothing else changes', () => {
  const wide = themeSampleFor({ width: 1280, height: 720 })
  expect(wide).toContain('left: 107px; top: 154px; width: 1067px; height: 216px;')
  expect(wide.replace(/\d+px/g, '')).toBe(themeSampleSlides.replace(/\d+px/g, ''))
  const deck = parseSlides(wide, blocks)
  for (const { blocks: shown } of Object.values(deck.slides)) {
    for (const { frame } of shown) if (frame) expect(frame.x + frame.width).toBeLessThanOrEqual(1280)
  }
})
