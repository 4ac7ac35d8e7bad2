import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { blockDataAttributes, blocks } from '../blocks/index.ts'
import { themeColors } from '../rules/theme-colors.ts'
import { themeFonts } from '../rules/theme-fonts.ts'
import { readDeckFile } from './deck-file.ts'
import { parseSlides } from './parse-slides.ts'
import { renderSlide } from './render-slide.ts'
import { sanitize } from './sanitize/sanitize.ts'

const files = readdirSync('examples').filter((name) => name.endsWith('.html'))

test('there are examples', () => {
  expect(files.length).toBeGreaterThanOrEqual(6)
})

describe.each(files)('the example %s', (name) => {
  const file = readDeckFile(readFileSync(join('examples', name), 'utf8'))
  const deck = parseSlides(file.slides ?? '', blocks)
  const slides = Object.values(deck.slides)

  test('has a title, an author and a theme', () => {
    expect(file.title).not.toBe('')
    expect(file.meta.description).toBeTruthy()
    expect(file.meta.author).toBeTruthy()
    expect(themeColors.map((color) => color.id)).toContain(file.meta['lectern:theme-color'])
    expect(themeFonts.map((font) => font.id)).toContain(file.meta['lectern:theme-font'])
  })

  test('consists of editable blocks', () => {
    expect(slides.length).toBeGreaterThanOrEqual(8)
    for (const slide of slides) {
      expect(slide.blocks.length).toBeGreaterThan(0)
      expect(slide.blocks.filter((block) => block.type === 'snippet')).toEqual([])
    }
  })

  test('is stored unchanged on every plan', () => {
    for (const slide of slides) {
      const options = { context: 'slide', customClasses: false, mediaHosts: [], appHosts: [] } as const
      const clean = sanitize(renderSlide(slide, blocks), { ...options, blockAttributes: blockDataAttributes })
      expect(clean.removed).toEqual([])
    }
  })
})
