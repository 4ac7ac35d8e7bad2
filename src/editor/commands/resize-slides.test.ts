import { describe, expect, it } from 'vitest'
import { declarationOf } from '../../blocks/block-style.ts'
import { blockTypes } from '../../blocks/index.ts'
import type { Block, Deck } from '../../document/deck-model.ts'
import { slideSizeOf, standardSlide } from '../../rules/slide-size.ts'
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
