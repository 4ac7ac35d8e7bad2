import { describe, expect, test } from 'vitest'
import { blocks } from '../blocks/index.ts'
import { checkDeck } from './check-deck.ts'
import { readDeckFile } from './deck-file.ts'
import { isBlockId, isSlideId, newBlockId, newSlideId } from './ids.ts'
import { newDeck } from './new-deck.ts'
import { parseSlide } from './parse-slide.ts'
import { parseSlides } from './parse-slides.ts'
import { renderSlide } from './render-slide.ts'
import { renderSlides } from './render-slides.ts'
import { parseSlideHash, slideHash } from './slide-hash.ts'
import { slideNumber } from './slide-number.ts'
import { slideAt } from './slide-position.ts'
import { textOf } from './slide-text.ts'
import { orderOf, slideIds, structureFromOrder, structureOf } from './structure.ts'

const id = (digit: string): string => digit.repeat(32)

describe('slides and their ids', () => {
  test('a slide without an id gets a new id, and the rest of its markup keeps its bytes', () => {
    const slide = parseSlide(`<section class='a'  data-x=1><p>Hi</section>`, blocks)
    expect(isSlideId(slide.id)).toBe(true)
    expect(renderSlide(slide, blocks)).toBe(`<section data-id="${slide.id}" class="a" data-x="1"><p>Hi</section>`)
  })

  test('two slides with the same id get different ids', () => {
    const deck = parseSlides(
      `<section data-id="${id('a')}">1</section><section data-id="${id('a')}">2</section>`,
      blocks,
    )
    const [first, second] = slideIds(deck)
    expect(first).toBe(id('a'))
    expect(second).not.toBe(id('a'))
    expect(renderSlides(deck, blocks)).toContain(`<section data-id="${second}">2</section>`)
  })

  test('two blocks with the same id get different ids, on one slide and across slides', () => {
    const block = `<div class="block" data-block-type="snippet" data-block-id="00000000000000aa" style="left: 0px; top: 0px; width: 1px; height: 1px;">x</div>`
    const deck = parseSlides(`<section>${block}${block}</section><section>${block}</section>`, blocks)
    const ids = Object.values(deck.slides).flatMap((slide) => slide.blocks.map((found) => found.id))
    expect(new Set(ids).size).toBe(3)
    expect(checkDeck(deck)).toEqual([])
    const saved = renderSlides(deck, blocks)
    expect(renderSlides(parseSlides(saved, blocks), blocks)).toBe(saved)
  })

  test('a block with a negative size is kept as foreign markup, and the deck is valid', () => {
    const block = `<div class="block" data-block-type="snippet" data-block-id="00000000000000aa" style="left: 0px; top: 0px; width: -5px; height: 1px;">x</div>`
    const deck = parseSlides(`<section data-id="${id('a')}">${block}</section>`, blocks)
    expect(checkDeck(deck)).toEqual([])
    expect(renderSlides(deck, blocks)).toContain(block)
  })

  test('a hand-written text block without padding is parsed as a text block and keeps its bytes', () => {
    const block = `<div class="block" data-block-type="text" data-block-id="00000000000000aa" style="left: 0px; top: 0px; width: 9px; height: auto;"><div class="block-content"><p>By hand</p></div></div>`
    const html = `<section data-id="${id('a')}">${block}</section>`
    const deck = parseSlides(html, blocks)
    const [slide] = Object.values(deck.slides)
    expect(slide!.blocks[0]).toMatchObject({ type: 'text', props: { html: '<p>By hand</p>', padding: null } })
    const changed = { ...slide!, blocks: slide!.blocks.map((found) => ({ ...found, name: 'Words' })) }
    expect(renderSlide(changed, blocks)).toContain('<div class="block-content"><p>By hand</p></div>')
  })

  test('new ids are valid and distinct', () => {
    expect(isSlideId(newSlideId()) && isBlockId(newBlockId())).toBe(true)
    expect(newSlideId()).not.toBe(newSlideId())
  })
})

describe("the speaker's notes", () => {
  test('are removed from the markup when parsed, and written again in an export', () => {
    const slide = parseSlide(
      `<section data-id="${id('b')}" data-notes="Say &quot;hello&quot;"><p>x</p></section>`,
      blocks,
    )
    expect(slide.notes).toBe('Say "hello"')
    expect(renderSlide(slide, blocks)).toBe(`<section data-id="${id('b')}"><p>x</p></section>`)
    expect(parseSlide(renderSlide(slide, blocks, { notes: true }), blocks)).toEqual(slide)
  })

  test('are read from a trailing plain-text aside, without its indentation', () => {
    const slide = parseSlide(
      '<section><p>x</p>\n  <aside class="notes">\n    One\n    two\n  </aside>\n</section>',
      blocks,
    )
    expect(slide.notes).toBe('One\ntwo')
    expect(renderSlide(slide, blocks)).not.toContain('aside')
  })

  test('stay in the markup if an aside contains more than text', () => {
    const html = `<section data-id="${id('c')}"><aside class="notes"><ul><li>x</li></ul></aside></section>`
    const slide = parseSlide(html, blocks)
    expect(slide.notes).toBe('')
    expect(renderSlide(slide, blocks)).toBe(html)
  })

  test('can change without changing a byte of the slide', () => {
    const html = `<section   data-id='${id('d')}'><p>x</section>`
    const slide = parseSlide(html, blocks)
    expect(renderSlide({ ...slide, notes: 'new' }, blocks)).toBe(html)
  })
})

describe('stacks', () => {
  const deck = parseSlides(
    `<section data-id="${id('1')}"></section><section class="s"><!-- a --><section data-id="${id('2')}"></section><section data-id="${id('3')}"></section></section>`,
    blocks,
  )

  test('are numbered 2.1, 2.2, and single slides with one number', () => {
    expect(slideIds(deck).map((slide) => slideNumber(deck, slide))).toEqual(['1', '2.1', '2.2'])
    expect(slideNumber(deck, id('9'))).toBe('')
  })

  test('are found by their indices', () => {
    expect(slideAt(deck, { h: 1, v: 1 })).toBe(id('3'))
    expect(slideAt(deck, { h: 5, v: 0 })).toBeNull()
  })

  test('keep their attributes and comments when a save changes the order', () => {
    const order = [[id('3'), id('2')], id('1')]
    const changed = structureFromOrder(order, structureOf(deck))
    expect(orderOf(changed)).toEqual(order)
    expect(changed.stacks[0]).toMatchObject({ attributes: { class: 's' }, gaps: ['<!-- a -->', '', ''] })
  })

  test('refuse an order with a repeated slide or an empty stack', () => {
    expect(() => structureFromOrder([id('1'), id('1')], structureOf(deck))).toThrow('stands in the order twice')
    expect(() => structureFromOrder([[]], structureOf(deck))).toThrow('at least one slide')
  })
})

describe('slide hashes', () => {
  test.each([
    [3, 0, '#/3'],
    [3, 2, '#/3/2'],
    [0, 2, '#/0'],
    [0, 0, '#/0'],
  ])('slide %i, %i has the hash %s', (h, v, hash) => {
    expect(slideHash({ h, v })).toBe(hash)
  })

  test('every hash written by reveal.js is parsed', () => {
    expect(parseSlideHash('#/2')).toEqual({ h: 2, v: 0, f: null })
    expect(parseSlideHash('/2/1')).toEqual({ h: 2, v: 1, f: null })
    expect(parseSlideHash('#/0/3/1')).toEqual({ h: 0, v: 3, f: 1 })
    expect(parseSlideHash('#/title')).toBeNull()
    expect(parseSlideHash('')).toBeNull()
  })
})

test('search finds the visible words of a slide, and no notes', () => {
  const html =
    '<section><h1>Big<em>ger</em></h1><p>one<br>two</p><img alt="A lake"><div data-latex="x^2">\\[x^2\\]</div><aside class="notes">secret</aside><svg aria-hidden="true"><text>2030</text></svg><script>no()</script></section>'
  expect(textOf(html)).toBe('Bigger one two A lake x^2')
})

test('the title, meta tags and slides of a complete file are read', () => {
  const file = readDeckFile(
    '<!doctype html><title>My deck</title><meta name="author" content="Ada"><div class="reveal"><div class="slides"><section>1</section></div></div>',
  )
  expect(file).toEqual({ title: 'My deck', meta: { author: 'Ada' }, slides: '<section>1</section>' })
  expect(readDeckFile('<p>no deck</p>').slides).toBeNull()
})

test('a new deck is valid and has one slide', () => {
  const deck = newDeck()
  expect(checkDeck(deck)).toEqual([])
  expect(slideIds(deck)).toHaveLength(1)
  expect(parseSlides(renderSlides(deck, blocks), blocks).slides).toEqual(deck.slides)
})
