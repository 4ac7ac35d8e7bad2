import fc from 'fast-check'
import { expect, test } from 'vitest'
import { blocks } from '../../blocks/index.ts'
import { parseSlide } from '../../document/parse-slide.ts'
import { renderSlide } from '../../document/render-slide.ts'
import { textOf } from '../../document/slide-text.ts'
import { arbitrarySlides } from '../../testing/arbitrary-deck.ts'
import { parsedSlide } from './parsed-slides.ts'
import { sanitizeSlide } from './sanitize-content.ts'

const rules = { mediaHosts: [], appHosts: [], customClasses: true }

test('a slide that the sanitizer has parsed is what its stored HTML is parsed to', () => {
  fc.assert(
    fc.property(arbitrarySlides, (deck) => {
      const slide = Object.values(deck.slides)[0]!
      const { html, text } = sanitizeSlide(slide.id, renderSlide(slide, blocks), rules)
      const kept = parsedSlide(html)
      expect(kept).toEqual(parseSlide(html, blocks))
      expect(renderSlide(kept, blocks)).toBe(html)
      expect(text).toBe(textOf(html))
    }),
    { numRuns: 60 },
  )
})
