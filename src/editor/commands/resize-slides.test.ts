import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { declarationOf } from '../../blocks/block-style.ts'
import { blocks, blockTypes } from '../../blocks/index.ts'
import type { Block, Deck } from '../../document/deck-model.ts'
import { renderSlides } from '../../document/render-slides.ts'
import { slideSizeOf, slideSizes, standardSlide } from '../../rules/slide-size.ts'
import { arbitrarySlides } from '../../testing/arbitrary-deck.ts'
import { testBlock, testDeck, testSlide } from '../../testing/editor-decks.ts'
import { resizeSlides } from './resize-slides.ts'

const frame = { x: 96, y: 70, width: 480, height: 350, rotation: 0 }

describe('resizeSlides', () => {
  it('keeps contents when asked to', () => {
    const deck = deckWith(testBlock(1, { type: 'text', frame, props: { html: '<p>a</p>' } }))
    const wide = resizeSlides({ width: 1280, height: 720 }, 'keep')(deck)
    expect(wide.settings.slide_size).toBe('1280x720')
    expect(wide.slides).toBe(deck.slides)
  })
  it('scales frames and type together, and centers them', () => {
    const [block] = blocksOf(
      resizeSlides(
        { width: 2400, height: 1400 },
        'scale',
      )(deckWith(testBlock(1, { type: 'text', frame, props: { html: '<p>a</p>' } }))),
    )
    // Twice as high, and 480 px wider than twice.
    expect(block!.frame).toEqual({ x: 432, y: 140, width: 960, height: 700, rotation: 0 })
    expect(declarationOf(block!, 'font-size')).toBe('72px')
  })
  it.each([
    ['table', '48px'],
    ['code', '40px'],
    ['chart', '36px'],
    ['math', '72px'],
    ['image', ''],
  ] as const)('scales the type of a %s without a size of its own', (type, size) => {
    const props = blockTypes[type].defaults().props
    const [block] = blocksOf(
      resizeSlides({ width: 1920, height: 1400 }, 'scale')(deckWith(testBlock(1, { type, frame, props }))),
    )
    expect(declarationOf(block!, 'font-size')).toBe(size)
  })
  it('scales the sizes of words', () => {
    const html = '<p>small <span style="font-size: 20px">large</span></p>'
    const block = testBlock(1, { type: 'text', frame, props: { html }, style: [['font-size', '10px']] })
    const [scaled] = blocksOf(resizeSlides({ width: 1920, height: 1400 }, 'scale')(deckWith(block)))
    expect((scaled!.props as { html: string }).html).toBe(html.replace('20px', '40px'))
    expect(declarationOf(scaled!, 'font-size')).toBe('20px')
  })
  it('lets a block that covers the slide cover the new one', () => {
    const cover = testBlock(1, { type: 'image', frame: { x: 0, y: 0, width: 960, height: 700, rotation: 0 } })
    const [block] = blocksOf(resizeSlides({ width: 1280, height: 720 }, 'scale')(deckWith(cover)))
    expect(block!.frame).toEqual({ x: 0, y: 0, width: 1280, height: 720, rotation: 0 })
  })
  it('gives any deck back as it was, over other sizes too', () => {
    const size = fc.constantFrom(...slideSizes.map(({ id }) => slideSizeOf(id)), { width: 500, height: 1900 })
    fc.assert(
      fc.property(arbitrarySlides, fc.array(size, { minLength: 1, maxLength: 3 }), (slides, sizes) => {
        const deck = { ...testDeck([1]), ...slides }
        const there = sizes.reduce((now, to) => resizeSlides(to, 'scale')(now), deck)
        const back = resizeSlides(slideSizeOf(deck.settings.slide_size), 'scale')(there)
        expect(renderSlides(back, blocks, { notes: true })).toBe(renderSlides(deck, blocks, { notes: true }))
      }),
      { seed: 20_300_401, numRuns: 100 },
    )
  })
  it('takes a changed block back with the others, and none out of the slide', () => {
    const [still, moved, added] = [1, 2, 3].map((number) =>
      testBlock(number, { type: 'text', frame, props: { html: '<p>a</p>' } }),
    )
    const wide = resizeSlides({ width: 1280, height: 720 }, 'scale')(testDeck([1], [testSlide(1, [still!, moved!])]))
    const [id, slide] = Object.entries(wide.slides)[0]!
    const [first, second] = slide.blocks
    const changed = { ...second!, frame: { ...second!.frame!, x: second!.frame!.x + 100 } }
    const back = (more: readonly Block[]) =>
      blocksOf(
        resizeSlides(
          standardSlide,
          'scale',
        )({ ...wide, slides: { ...wide.slides, [id]: { ...slide, blocks: [first!, changed, ...more] } } }),
      )
    expect(back([]).map((block) => block.frame)).toEqual([frame, { ...frame, x: frame.x + 97 }])
    expect(back([])[0]).toBe(still)
    const edge = { ...added!, frame: { ...frame, x: 1000, width: 250 } }
    for (const block of back([edge])) expect(block.frame!.x + block.frame!.width).toBeLessThanOrEqual(960)
    expect(back([edge])[0]).not.toBe(still)
  })
  it('leaves the deck as it is for its own size', () => {
    const deck = deckWith(testBlock(1, { type: 'text', frame, props: { html: '<p>a</p>' } }))
    expect(resizeSlides(standardSlide, 'scale')(deck)).toBe(deck)
    expect(slideSizeOf(deck.settings.slide_size)).toEqual(standardSlide)
  })
})

function deckWith(block: Block): Deck {
  return testDeck([1], [testSlide(1, [block])])
}

function blocksOf(deck: Deck): readonly Block[] {
  return Object.values(deck.slides)[0]!.blocks
}
