import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blocks, type PropsOf } from '../../blocks/index.ts'
import type { Block, Slide } from '../../document/deck-model.ts'
import { parseSlide } from '../../document/parse-slide.ts'
import { renderSlide } from '../../document/render-slide.ts'
import { textOf } from '../../document/slide-text.ts'
import { slideSizeOf, standardSlide } from '../../rules/slide-size.ts'
import { arbitrarySlides } from '../../testing/arbitrary-deck.ts'
import { newBlock } from '../commands/new-block.ts'
import { scaledSlide } from '../commands/resize-slides.ts'
import type { Layout } from './layout-parts.ts'
import { allLayouts, withLayout as inLayout, slideWith } from './slide-layouts.ts'
import { decorationOf, isEmptySlot } from './slots.ts'

/** On slides of the standard size. */
const withLayout = (slide: Slide, layout: Layout) => inLayout(slide, layout, standardSlide)
const named = (id: string) => allLayouts.find((layout) => layout.id === id)!
const isDecoration = decorationOf(allLayouts.map((layout) => layout.slide()))
/** The blocks that hold something of the user. */
const contentOf = (slide: Slide) => slide.blocks.filter((block) => !isEmptySlot(block) && !isDecoration(block))
/** The user's words: what a chart's drawing says beside its table, such as numbers at its axis, depends on its size. */
const wordsOf = (slide: Slide) =>
  contentOf(slide)
    .flatMap((block) => {
      const markup = renderSlide({ ...slide, blocks: [block] }, blocks)
      return textOf(block.type === 'chart' ? markup.replace(/<svg[\s\S]*<\/svg>/, '') : markup).split(/\s+/)
    })
    .filter((word) => word !== '')
    .toSorted()
const sourcesOf = (slide: Slide) =>
  contentOf(slide)
    .filter(({ type }) => type === 'image')
    .map(({ props }) => (props as PropsOf<'image'>).src)
    .toSorted()

/** The layout with words in its texts and pictures in its picture slots. */
function filled(layout: Layout, words: readonly string[]): Slide {
  const slide = layout.slide()
  const fill = (block: Block, index: number): Block => {
    if (!isEmptySlot(block)) return block
    if (block.type === 'image') return { ...block, props: { ...(block.props as object), src: `/m/${index}.png` } }
    if (block.type !== 'text') return block
    const { html } = block.props as PropsOf<'text'>
    const text = `${words[index % words.length]}${index}`
    return { ...block, props: { ...(block.props as object), html: html.replace('<br>', text) } }
  }
  return { ...slide, notes: 'Breathe.', attributes: { 'data-transition': 'zoom' }, blocks: slide.blocks.map(fill) }
}

const anyLayout = fc.constantFrom(...allLayouts)
const anyWords = fc.array(fc.stringMatching(/^[a-z]{1,9}( [a-z]{1,9}){0,20}$/), { minLength: 1, maxLength: 9 })

describe('another layout', () => {
  it('keeps a chart of the sample data that has a title or colors of its own', () => {
    const slide = named('chart').slide()
    const chart = slide.blocks.find(({ type }) => type === 'chart')!
    expect(isEmptySlot(chart)).toBe(true)
    for (const own of [{ title: 'Sales' }, { colors: ['#b3261e'] }]) {
      const changed = { ...chart, props: { ...(chart.props as object), ...own } }
      const blocks = slide.blocks.map((block) => (block === chart ? changed : block))
      expect(withLayout({ ...slide, blocks }, named('quote')).blocks.map(({ id }) => id)).toContain(chart.id)
    }
  })

  it('and the one before again loses no word, picture or note of a slide made from a layout', () => {
    fc.assert(
      fc.property(anyLayout, anyLayout, anyWords, (from, to, words) => {
        const slide = filled(from, words)
        const there = withLayout(slide, to)
        const back = withLayout(there, from)
        for (const changed of [there, back]) {
          expect(wordsOf(changed)).toEqual(wordsOf(slide))
          expect(sourcesOf(changed)).toEqual(sourcesOf(slide))
          expect([changed.id, changed.notes, changed.attributes]).toEqual([slide.id, slide.notes, slide.attributes])
        }
        expect(parseSlide(renderSlide(there, blocks), blocks)).toEqual({ ...there, notes: '' })
      }),
      { numRuns: 120 },
    )
  })

  it('loses no block of any other slide', () => {
    fc.assert(
      fc.property(arbitrarySlides, anyLayout, anyLayout, ({ slides }, to, then) => {
        for (const slide of Object.values(slides)) {
          const before = contentOf(slide).map((block) => block.id)
          const after = contentOf(withLayout(withLayout(slide, to), then)).map((block) => block.id)
          expect(after.toSorted()).toEqual(before.toSorted())
          expect(wordsOf(withLayout(slide, to))).toEqual(wordsOf(slide))
        }
      }),
      { numRuns: 20 },
    )
  })

  it('moves title, text and picture to their places, in its design', () => {
    const slide = filled(named('text-image'), ['word'])
    const changed = withLayout(slide, named('full-picture'))
    const place = (type: string, word: string) =>
      changed.blocks.find((block) => block.type === type && JSON.stringify(block.props).includes(word))
    expect(place('image', '/m/')).toMatchObject({ frame: { x: 0, y: 0, width: 960, height: 700 } })
    expect(place('text', '<h2>word0')).toMatchObject({
      frame: { y: 550 },
      props: { placeholder: 'Click to add title' },
    })
    expect(place('text', '<p>word1')).toMatchObject({
      frame: { y: 624 },
      style: expect.arrayContaining([['font-size', '26px']]),
    })
    expect(changed.blocks.filter((block) => block.type === 'text')).toHaveLength(2)
  })

  it('turns a slide title into the headline of a section, and back into the same title', () => {
    const slide = filled(named('bullets'), ['word'])
    const section = withLayout(slide, named('section'))
    expect(JSON.stringify(section.blocks)).toContain('<h1>word0</h1>')
    const back = withLayout(section, named('bullets'))
    expect(back.blocks.map(({ frame, style, props }) => ({ frame, style, props }))).toEqual(
      slide.blocks.map(({ frame, style, props }) => ({ frame, style, props })),
    )
  })

  it('keeps what it has no place for where it is, and locked blocks too', () => {
    const slide = filled(named('three-columns'), ['word'])
    const video = { ...newBlock('iframe', { src: 'https://example.com/' }), name: 'film' }
    const locked = { ...slide.blocks.at(-1)!, id: '00000000000000aa', locked: true }
    const changed = withLayout({ ...slide, blocks: [...slide.blocks, video, locked] }, named('title'))
    const ids = changed.blocks.map((block) => block.id)
    expect(changed.blocks).toEqual(expect.arrayContaining([video, locked]))
    expect(ids).toHaveLength(new Set(ids).size)
  })

  it('keeps the user’s own color, and a shape the user drew below the content stays below', () => {
    const slide = filled(named('bullets'), ['word'])
    const backdrop = newBlock('shape', { fill: '#123456' })
    const red: Block = { ...slide.blocks[0]!, style: [...slide.blocks[0]!.style, ['color', '#cc0000']] }
    const changed = withLayout({ ...slide, blocks: [backdrop, red, slide.blocks[1]!] }, named('big-number'))
    expect(changed.blocks[0]).toBe(backdrop)
    expect(changed.blocks.find((block) => block.id === red.id)!.style).toContainEqual(['color', '#cc0000'])
  })

  it('replaces decoration that was scaled with the slides', () => {
    const wide = slideSizeOf('1280x720')
    const section = scaledSlide(filled(named('section'), ['word']), standardSlide, wide)
    const changed = inLayout(section, named('bullets'), wide)
    expect(changed.blocks.filter(({ type }) => type === 'shape')).toEqual([])
    expect(changed.blocks.slice(0, 2).map(({ frame }) => frame)).toEqual(
      slideWith(named('bullets'), wide).blocks.map(({ frame }) => frame),
    )
  })
})
