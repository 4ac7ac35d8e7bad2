import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseFragment } from './html.ts'
import { renderRich, richUnits } from './ops/rich-text.ts'
import { applyDelta } from './ops/text-delta.ts'
import { isPlainEdit, plainWordsOf } from './plain-edit.ts'
import { sanitize } from './sanitize/sanitize.ts'
import { textOf } from './slide-text.ts'

const options = { context: 'slide', customClasses: false, mediaHosts: [], appHosts: [] } as const

/** Pieces of markup whose ends and insides are the traps: entities, tags, values, spaces, halves of characters. */
const pieces = [
  ...['a', 'b ', ' ', 'x;', '&amp;', '&lt;', '&nbsp;', '&', '#38;', '"', "'", '>', '<', '\n', '\t', '\u00a0', '\u0000'],
  ...['😀', '\ud83d', '\ude00', 'é', 'e\u0301', '\u200d', '\u00ad', 'ﷺ', '</p><p>', '<br>', '<strong>', '</strong>'],
  ...['<ul><li>', '</li></ul>', '<pre>', '</pre>', '<table><tbody><tr><td>', '</td></tr></tbody></table>'],
  ...[
    '<a href="#/2">',
    '</a>',
    '<img alt="a &gt; b" src="/m/x">',
    '<span data-latex="x">',
    '</span>',
    '<style>',
    '</style>',
  ],
  ...[
    '<svg><text>',
    '</text></svg>',
    '<math>',
    '</math>',
    '<!-- a -->',
    '<textarea>',
    '<h2 style="color: red">',
    '</h2>',
  ],
] as const
const piece = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom('tide', 'a boat ', 'é', '&amp;', ' ', '<br>', '</p><p>') },
  { weight: 1, arbitrary: fc.constantFrom(...pieces) },
)
const arbitraryMarkup = fc.array(piece, { minLength: 1, maxLength: 12 }).map((all) => all.join(''))

const sanitized = (block: string) => sanitize(`<section>${block}</section>`, options)
const inSection = (html: string): string => html.slice('<section>'.length, -'</section>'.length)

/** A block's markup as a slide keeps it. */
const stored = (html: string): string => inSection(sanitized(`<div><p>${html}</p></div>`).html)

/** A place, what is cut there and what is put. */
const arbitraryEdit = fc.record({
  at: fc.nat(200),
  cut: fc.nat(4),
  put: fc.constantFrom('', 'a', 'word', ' ', ';', 'amp;', '😀', '\ude00', '&', '<b>', '\n', '"', '\u00a0', '\u200d'),
})

function edited(html: string, { at, cut, put }: { at: number; cut: number; put: string }): string {
  const from = at % (html.length + 1)
  return html.slice(0, from) + put + html.slice(from + cut)
}

describe('a change of plain words of sanitized markup', () => {
  it('is left by the sanitizer as it is, with as many elements and the same tags', () => {
    let plain = 0
    fc.assert(
      fc.property(arbitraryMarkup, arbitraryEdit, (markup, edit) => {
        const before = stored(markup)
        const after = edited(before, edit)
        if (!isPlainEdit(before, after)) return
        plain += 1
        const [old, next] = [sanitized(before), sanitized(after)]
        expect(next).toMatchObject({ removed: [], notes: [], cost: old.cost })
        expect(inSection(next.html)).toBe(after)
        expect(after.match(/<[^>]*>/g)).toEqual(before.match(/<[^>]*>/g))
      }),
      { seed: 20_261_127, numRuns: 4_000 },
    )
    expect(plain).toBeGreaterThan(150)
  })

  it('of a text has the units that were put together, read anew', () => {
    let plain = 0
    fc.assert(
      fc.property(arbitraryMarkup, arbitraryEdit, (markup, { at, cut, put }) => {
        const before = `<p>${markup}</p>`
        const units = richUnits(before)
        if (!units || units.length === 0) return
        const keep = at % units.length
        const drop = Math.min(cut, units.length - keep)
        const parts = [keep > 0 && { keep }, drop > 0 && { drop }, put !== '' && { put }]
        const changed = applyDelta(
          units,
          parts.filter((part) => part !== false),
        )
        const after = renderRich(changed)
        if (!isPlainEdit(before, after)) return
        plain += 1
        expect(richUnits(after)).toEqual(changed)
      }),
      { seed: 20_261_128, numRuns: 4_000 },
    )
    expect(plain).toBeGreaterThan(300)
  })

  const told: readonly [before: string, after: string, isPlain: boolean][] = [
    ['<p>one</p>', '<p>one two</p>', true],
    ['<p>one</p>', '<p>on</p>', true],
    ['<p>one</p>', '<p></p>', false],
    ['<p></p>', '<p>one</p>', false],
    ['<p>one</p>', '<p> </p>', false],
    ['<p>one</p>', '<p>one<br></p>', false],
    ['<p>one</p>', '<h1>one</h1>', false],
    ['<p>a &amp; b</p>', '<p>a &am; b</p>', false],
    ['<p>a &amp; b</p>', '<p>a &amp;c b</p>', true],
    ['<p title="one">x</p>', '<p title="two">x</p>', false],
    ["<p title='a>b'>x</p>", "<p title='a>c'>x</p>", false],
    ['<p title="a>b">x</p>', '<p title="a>c">x</p>', false],
    ['<p>a\u00a0b</p>', '<p>ab</p>', false],
    ['<p>😀</p>', '<p>😁</p>', true],
    ['<p>a\ud83d</p>', '<p>a\ud83d\ude00</p>', false],
    ['<pre>a</pre>', '<pre>ab</pre>', false],
    ['one', 'two', false],
    ['<p>one</p>', '<p>one</p>', false],
  ]
  it.each(told)('%j to %j: %j', (before, after, isPlain) => {
    expect(isPlainEdit(before, after)).toBe(isPlain)
  })
})

describe('the words of markup without a parser', () => {
  it('are those of its tree', () => {
    let known = 0
    fc.assert(
      fc.property(arbitraryMarkup, (markup) => {
        const block = stored(markup)
        const words = plainWordsOf(block)
        if (words === null) return
        known += 1
        expect(words).toBe(textOf(parseFragment(block)))
      }),
      { seed: 20_261_129, numRuns: 2_000 },
    )
    expect(known).toBeGreaterThan(300)
  })
})
