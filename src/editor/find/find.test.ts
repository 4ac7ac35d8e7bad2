import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blocks } from '../../blocks/index.ts'
import { checkDeck } from '../../document/check-deck.ts'
import type { Deck } from '../../document/deck-model.ts'
import { parseSlides } from '../../document/parse-slides.ts'
import { renderSlide } from '../../document/render-slide.ts'
import { plainSettings, slideId } from '../../testing/editor-decks.ts'
import { type FindOptions, findMatches, placesIn } from './find-matches.ts'
import { replaceMatches } from './replace-matches.ts'
import { readRuns } from './text-runs.ts'

const frame = 'left: 80px; top: 60px; width: 800px; height: 200px;'
const block = (n: number, type: string, inner: string, more = '') =>
  `<div class="block" data-block-type="${type}" data-block-id="${String(n).padStart(16, '0')}"${more} style="${frame}">${inner}</div>`
const text = (n: number, html: string, more = '') =>
  block(n, 'text', `<div class="block-content" style="padding: 10px;">${html}</div>`, more)

function deckOf(inner: string, notes = ''): Deck {
  const parsed = parseSlides(`<section data-id="${slideId(1)}">\n${inner}\n</section>`, blocks)
  const slide = { ...parsed.slides[slideId(1)]!, notes }
  return { ...parsed, slides: { [slide.id]: slide }, settings: plainSettings }
}

const optionsFor = (query: string, more: Partial<FindOptions> = {}): FindOptions => ({
  query,
  matchCase: false,
  wholeWord: false,
  ...more,
})

const replaceAll = (deck: Deck, query: string, replacement: string) => {
  const after = replaceMatches(findMatches(deck, optionsFor(query)), replacement)(deck)
  return { after, html: renderSlide(after.slides[slideId(1)]!, blocks) }
}

describe('finding', () => {
  it('finds text across marks, in tables, code, formulas, alternative texts and notes', () => {
    const table =
      '<table style="border-width: 1px; padding: 8px;"><colgroup><col style="width: 50%;"><col style="width: 50%;"></colgroup><tbody><tr><td>Sun one</td><td>two</td></tr></tbody></table>'
    const deck = deckOf(
      [
        text(1, '<p>S<strong>u</strong>n &amp; more</p><p>Su</p><p>n</p>'),
        block(2, 'table', table),
        block(3, 'code', '<pre class="block-content"><code data-language="python">sun = 1\nif sun &lt; 2</code></pre>'),
        block(4, 'math', '<div class="block-content" data-latex="sun^2">\\[sun^2\\]</div>'),
        block(
          5,
          'image',
          '<div class="block-content"><img src="/m/a.png" alt="The sun" style="object-fit: cover;"></div>',
        ),
      ].join('\n'),
      'Sunny',
    )
    const found = findMatches(deck, optionsFor('sun'))
    expect(found.map((match) => [match.kind, match.blockId && Number(match.blockId)])).toEqual([
      ['text', 1],
      ['text', 2],
      ['text', 3],
      ['text', 3],
      ['formula', 4],
      ['alt', 5],
      ['notes', null],
    ])
  })

  it('respects case and whole words on request', () => {
    expect(placesIn('Art art part', optionsFor('art'))).toHaveLength(3)
    expect(placesIn('Art art part', optionsFor('art', { matchCase: true }))).toHaveLength(2)
    expect(placesIn('Art art part', optionsFor('art', { wholeWord: true }))).toHaveLength(2)
    expect(placesIn('größe größer', optionsFor('größe', { wholeWord: true }))).toHaveLength(1)
    expect(placesIn('a.c abc', optionsFor('a.c'))).toHaveLength(1)
    expect(placesIn('anything', optionsFor(''))).toHaveLength(0)
  })

  it('decodes entities and treats a non-breaking space as a space', () => {
    expect(readRuns('<p>a&nbsp;b &lt; &#228; &unknown;</p>').map((run) => run.text)).toEqual(['a b < ä &unknown;'])
  })
})

describe('replacing', () => {
  it('keeps the marks around the replaced text', () => {
    const { html } = replaceAll(deckOf(text(1, '<p>A <strong>big su</strong>n <em>sets</em></p>')), 'sun', 'moon')
    expect(html).toContain('<p>A <strong>big moon</strong> <em>sets</em></p>')
  })

  it('inserts the replacement as text, never as markup', () => {
    const { html } = replaceAll(deckOf(text(1, '<p>one & two</p>')), 'two', '<b>"2"&</b>')
    expect(html).toContain('&lt;b&gt;')
    expect(html).not.toContain('<b>')
  })

  it('changes neither locked blocks nor blocks without a match', () => {
    const deck = deckOf(
      [text(1, '<p>sun</p>', ' data-locked="true"'), text(2, '<p>sun</p>'), text(3, '<p>x</p>')].join('\n'),
    )
    const { after } = replaceAll(deck, 'sun', 'moon')
    const [locked, changed, other] = after.slides[slideId(1)]!.blocks
    const before = deck.slides[slideId(1)]!.blocks
    expect(locked).toBe(before[0])
    expect((changed!.props as { html: string }).html).toBe('<p>moon</p>')
    expect(other).toBe(before[2])
  })

  it('works in formulas and notes, with a replacement that contains the query', () => {
    const deck = deckOf(block(4, 'math', '<div class="block-content" data-latex="a+a">\\[a+a\\]</div>'), 'a and a')
    const { after, html } = replaceAll(deck, 'a', 'aa')
    expect(html).toContain('data-latex="aa+aa"')
    expect(html).toContain('\\[aa+aa\\]')
    expect(after.slides[slideId(1)]!.notes).toBe('aa aand aa')
  })

  it('leaves a valid slide for any content and any replacement', () => {
    const words = fc.array(fc.constantFrom('sun', ' ', '&amp;', '<b>', '</b>', '<br>', 'x', '&nbsp;', '😀'), {
      maxLength: 12,
    })
    fc.assert(
      fc.property(words, fc.string(), (parts, replacement) => {
        const deck = deckOf(text(1, `<p>${parts.join('')}</p>`))
        const { after } = replaceAll(deck, 'sun', replacement)
        expect(checkDeck(after)).toEqual([])
        const remaining = findMatches(after, optionsFor('sun', { matchCase: true })).length
        if (!/sun|s|u|n/i.test(replacement)) expect(remaining).toBeLessThanOrEqual(parts.length)
        expect(after.slides[slideId(1)]!.blocks).toHaveLength(1)
      }),
      { numRuns: 200 },
    )
  })
})
