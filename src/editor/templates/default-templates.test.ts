import { describe, expect, it } from 'vitest'
import { blocks } from '../../blocks/index.ts'
import { parseSlide } from '../../document/parse-slide.ts'
import { renderSlide } from '../../document/render-slide.ts'
import { textOf } from '../../document/slide-text.ts'
import { standardSlide } from '../../rules/slide-size.ts'
import { recordedServices } from '../../testing/editor-services.ts'
import { defaultTemplates } from './default-templates.ts'

describe('the default templates', () => {
  it('are these eight, in this order', () => {
    expect(defaultTemplates.map((one) => one.label)).toEqual([
      'Title',
      'Title and subtitle',
      'Bullets',
      'Two columns',
      'List',
      'Image',
      'Text and image',
      'Image and title',
    ])
  })

  it.each(defaultTemplates)(
    '$label fits on the slide, survives the sanitizer, and says nothing to an audience',
    (one) => {
      const slide = one.slide()
      for (const { frame } of slide.blocks) {
        expect(frame!.x).toBeGreaterThanOrEqual(0)
        expect(frame!.x + frame!.width).toBeLessThanOrEqual(standardSlide.width)
        expect(frame!.y + (frame!.height ?? 60)).toBeLessThanOrEqual(standardSlide.height)
      }
      const html = renderSlide(slide, blocks)
      expect(parseSlide(recordedServices().sanitize(html), blocks)).toEqual(slide)
      expect(textOf(html)).toBe('')
    },
  )

  it.each(defaultTemplates)('$label has placeholders of fixed size: longer text shrinks', (one) => {
    for (const { type, frame, props } of one.slide().blocks) {
      expect(frame!.height).toBeGreaterThan(0)
      if (type === 'text') expect(props).toMatchObject({ fit: 'shrink' })
    }
  })

  it.each(defaultTemplates)('$label has new ids on each use', (one) => {
    const [a, b] = [one.slide(), one.slide()]
    expect(a.id).not.toBe(b.id)
    expect(a.blocks[0]!.id).not.toBe(b.blocks[0]!.id)
  })
})
