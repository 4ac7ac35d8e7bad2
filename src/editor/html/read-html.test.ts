import { describe, expect, test } from 'vitest'
import { blocks } from '../../blocks/index.ts'
import type { Deck } from '../../document/deck-model.ts'
import { parseSlides } from '../../document/parse-slides.ts'
import { renderSlide } from '../../document/render-slide.ts'
import { plainSettings, slideId } from '../../testing/editor-decks.ts'
import { recordedServices } from '../../testing/editor-services.ts'
import { replaceContent } from '../commands/settings-commands.ts'
import { formatHtml } from './format-html.ts'
import { deckHtml, readDeckHtml, readSlideHtml, slideHtml } from './read-html.ts'

const { clean } = recordedServices()
const section = (number: number, inner: string, more = '') =>
  `<section data-id="${slideId(number)}"${more}>${inner}</section>`

function deckOf(...sections: string[]): Deck {
  return { ...parseSlides(sections.join('\n'), blocks), settings: plainSettings }
}

function content<T>(read: { readonly content: T } | { readonly refused: string }): T {
  if ('refused' in read) throw new Error(read.refused)
  return read.content
}

describe('a slide as HTML', () => {
  const deck = deckOf(section(1, '<h1>One</h1>'), section(2, '<h1>Two</h1>'))
  const read = (html: string) => readSlideHtml(html, deck, slideId(1), clean)

  test('unchanged HTML returns the same slide object', () => {
    expect(content(read(slideHtml(deck.slides[slideId(1)]!)))).toBe(deck.slides[slideId(1)])
  })

  test('a slide keeps its id whatever the markup says, and markup without a section gets one', () => {
    for (const html of ['<p>x</p>', section(2, '<p>x</p>'), '<section><p>x</p></section>']) {
      const slide = content(read(html))
      expect(slide.id).toBe(slideId(1))
      expect(renderSlide(slide, blocks)).toContain('<p>x</p>')
    }
  })

  test('notes are read from the HTML', () => {
    expect(content(read(section(1, '<p>x</p>', ' data-notes="Say so"'))).notes).toBe('Say so')
  })

  test.each([
    ['two sections', '<section>a</section><section>b</section>'],
    ['a stack', '<section><section>a</section></section>'],
    ['text beside it', '<section>a</section><p>b</p>'],
    ['too much', 'x'.repeat(1_000_001)],
  ])('%s is refused with a reason', (_, html) => {
    expect(read(html)).toHaveProperty('refused', expect.stringMatching(/\w.*\.$/))
  })

  test('removed markup is reported', () => {
    const result = read('<section onclick="x()"><script>1</script><p>x</p></section>')
    expect('removed' in result && result.removed.map((removal) => removal.name)).toEqual(['onclick', 'script'])
  })
})

describe('a deck as HTML', () => {
  const deck = deckOf(section(1, '<h1>One</h1>'), section(2, '<h1>Two</h1>'))

  test('unchanged slides stay the same objects', () => {
    const read = content(readDeckHtml(deckHtml(deck).replace('Two', 'Three'), deck, clean))
    expect(read.slides[slideId(1)]).toBe(deck.slides[slideId(1)])
    expect(read.slides[slideId(2)]).not.toBe(deck.slides[slideId(2)])
    expect(replaceContent(read)(deck).settings).toBe(deck.settings)
  })

  test('HTML without a slide is refused', () => {
    expect(readDeckHtml('<p>nothing</p>', deck, clean)).toHaveProperty('refused')
  })
})

describe('formatting', () => {
  test('puts slides and paragraphs on lines, and does not change blocks and text', () => {
    const block = '<div class="block" data-block-type="text"><div><p>a</p></div></div>'
    const html = `<section><h2>One <b>two</b></h2><ul><li>a</li><li>b</li></ul>${block}</section>`
    const formatted = formatHtml(html)
    expect(formatted.split('\n')).toEqual([
      '<section>',
      '  <h2>One <b>two</b></h2>',
      '  <ul>',
      '    <li>a</li>',
      '    <li>b</li>',
      '  </ul>',
      `  ${block}`,
      '</section>',
    ])
    expect(formatHtml(formatted)).toBe(formatted)
  })

  test.each(['', 'only words', '<section>words <p>and more</p></section>', '<section><p>left open'])(
    '%j is safe',
    (html) => {
      expect(formatHtml(html).replace(/\s+/g, '')).toBe(html.replace(/\s+/g, ''))
    },
  )
})
