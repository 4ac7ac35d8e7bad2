import { describe, expect, it } from 'vitest'
import { blocks, type PropsOf } from '../../blocks/index.ts'
import { parseSlide } from '../../document/parse-slide.ts'
import { renderSlide } from '../../document/render-slide.ts'
import { slideSizeOf, slideSizes, standardSlide } from '../../rules/slide-size.ts'
import { themeRoles } from '../../rules/theme-roles.ts'
import { recordedServices } from '../../testing/editor-services.ts'
import { layouts } from './layouts.ts'
import { allLayouts, blankLayout, layoutOf, nextLayout, slideWith } from './slide-layouts.ts'
import { isEmptySlot } from './slots.ts'

const named = (id: string) => allLayouts.find((layout) => layout.id === id)!

describe('the designed layouts', () => {
  it('are these sixteen, in this order', () => {
    expect(layouts.map((one) => one.label)).toEqual([
      ...['Section', 'Agenda', 'Quote', 'Big number', 'Two columns with headings', 'Three columns', 'Comparison'],
      ...['Timeline', 'Steps', 'Team', 'Full picture with caption', 'Picture grid', 'Code with notes', 'Table'],
      ...['Chart', 'Thanks'],
    ])
  })

  it.each(layouts)('$label fits on the slide and survives the sanitizer', (one) => {
    const slide = one.slide()
    for (const { frame } of slide.blocks) {
      expect(frame!.x).toBeGreaterThanOrEqual(0)
      expect(frame!.y).toBeGreaterThanOrEqual(0)
      expect(frame!.x + frame!.width).toBeLessThanOrEqual(standardSlide.width)
      expect(frame!.y + (frame!.height ?? 400)).toBeLessThanOrEqual(standardSlide.height)
    }
    expect(parseSlide(recordedServices().sanitize(renderSlide(slide, blocks)), blocks)).toEqual(slide)
  })

  it.each(layouts)('$label has prompts whose longer text shrinks, and colors of the theme only', (one) => {
    const slide = one.slide()
    for (const { type, props } of slide.blocks.filter(isEmptySlot)) {
      if (type === 'text') expect(props).toMatchObject({ fit: 'shrink', placeholder: expect.stringMatching(/\w/) })
    }
    const html = renderSlide(slide, blocks)
    expect(html).not.toMatch(/#[0-9a-f]{3,8}\b|rgb|hsl/i)
    const properties = [...html.matchAll(/(?:color|fill|stroke): var\((--[\w-]+)\)/g)].map((match) => match[1])
    for (const property of properties) expect(themeRoles.map((role) => role.property)).toContain(property)
  })

  it.each(layouts)('$label has no texts that cover each other', (one) => {
    const texts = one
      .slide()
      .blocks.filter(({ type, props }) => type === 'text' && (props as PropsOf<'text'>).placeholder)
    const boxes = texts.map(({ frame }) => frame!)
    for (const [index, a] of boxes.entries()) {
      for (const b of boxes.slice(index + 1)) {
        const apart = a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height! <= b.y || b.y + b.height! <= a.y
        expect(apart).toBe(true)
      }
    }
  })
})

describe('in a deck with slides of another size', () => {
  const sizes = slideSizes.map(({ id }) => slideSizeOf(id))
  it.each(layouts)('$label fits, touches the same edges, and is found', (one) => {
    const standard = one.slide().blocks
    for (const size of sizes) {
      const slide = slideWith(one, size)
      for (const [index, { frame }] of slide.blocks.entries()) {
        const was = standard[index]!.frame!
        expect(frame!.x + frame!.width).toBeLessThanOrEqual(size.width)
        expect(frame!.y + (frame!.height ?? 0)).toBeLessThanOrEqual(size.height)
        expect([frame!.x === 0, frame!.y === 0]).toEqual([was.x === 0, was.y === 0])
        if (was.x + was.width === standardSlide.width) expect(frame!.x + frame!.width).toBe(size.width)
      }
      expect(layoutOf(slide, size)?.id).toBe(one.id)
    }
  })
})

describe('the layout of a slide', () => {
  it.each(allLayouts)('$label is found while its slots are in place', (one) => {
    expect(layoutOf(one.slide(), standardSlide)?.id).toBe(one.id)
  })

  it('is unknown once a slot was moved', () => {
    const slide = named('quote').slide()
    const blocks = slide.blocks.map((block) => ({ ...block, frame: { ...block.frame!, x: 0 } }))
    expect(layoutOf({ ...slide, blocks }, standardSlide)).toBeNull()
  })
})

describe('a new slide', () => {
  it('is title and content after a title, whatever was used last', () => {
    for (const id of ['title', 'title-subtitle', 'section', 'thanks']) {
      expect(nextLayout(named(id).slide(), standardSlide, 'quote').id).toBe('bullets')
    }
  })

  it('has the layout that was used last, else that of the slide before it, else title and content', () => {
    expect(nextLayout(named('team').slide(), standardSlide, 'quote').id).toBe('quote')
    expect(nextLayout(named('team').slide(), standardSlide, 'blank')).toBe(blankLayout)
    expect(nextLayout(named('team').slide(), standardSlide, null).id).toBe('team')
    const unknown = { ...named('team').slide(), blocks: named('team').slide().blocks.slice(1, 2) }
    expect(nextLayout(unknown, standardSlide, null).id).toBe('bullets')
  })
})
