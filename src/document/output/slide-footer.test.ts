import fc from 'fast-check'
import { expect, test } from 'vitest'
import { blocks } from '../../blocks/index.ts'
import { newDeckSettings } from '../../rules/deck-columns.ts'
import { type Footer, noFooter } from '../../rules/slide-footer.ts'
import { parseSlides } from '../parse-slides.ts'
import { shownNumbers } from '../slide-number.ts'
import { slidesForAudience } from './audience-slides.ts'
import { footerIn, footerMarkup, withFooters } from './slide-footer.ts'

const today = new Date(2026, 2, 2)
const id = (n: number) => String(n).padStart(32, '0')
const number: Footer = { ...noFooter, number: { place: 'bottom-end', size: 'small' } }
const shown = (slides: string, footer: Footer | null = number) => withFooters(slides, { footer, today })
const withoutFooters = (html: string) => html.replace(/<footer .*?<\/footer>/gs, '')

/** The numbers in footers, by slide id. */
function numbersIn(html: string): Record<string, string> {
  const sections = [...html.matchAll(/<section data-id="(\d+)"[\s\S]*?<\/section>/g)]
  return Object.fromEntries(
    sections.map(([section, slide]) => [slide!, /footer-number">([^<]*)</.exec(section)?.[1] ?? '']),
  )
}

const deck = `<section data-id="${id(1)}"><h1>One</h1></section>
<!-- <section> --><section class="a"><section data-id="${id(2)}"><p title="<section>">x</p></section><section data-id="${id(3)}" data-l-hide-footer=""></section><section data-id="${id(4)}"></section></section>
<section data-id="${id(5)}" data-visibility="hidden"></section><section><section data-id="${id(6)}" data-visibility="hidden"></section></section>
<section data-visibility="hidden"><section data-id="${id(9)}"></section></section>
<section data-id="${id(7)}" data-visibility="uncounted"></section><section data-id="${id(8)}"></section>`

test('every slide has its number, in stacks and after hidden slides; a slide that opts out or is uncounted has none', () => {
  const html = shown(slidesForAudience(deck))
  expect(numbersIn(html)).toEqual({
    ...{ [id(1)]: '1', [id(2)]: '2.1', [id(3)]: '', [id(4)]: '2.3' },
    ...{ [id(7)]: '', [id(8)]: '4' },
  })
  expect(html.match(/<footer /g)).toHaveLength(4)
})

test('the editor counts as the shown deck does', () => {
  const slides = parseSlides(deck, blocks)
  const numbers = shownNumbers({ ...slides, settings: newDeckSettings } as never)
  const drawn = numbersIn(shown(slidesForAudience(deck)))
  for (const slide of [1, 2, 4, 8].map(id)) expect(numbers.get(slide), slide).toBe(drawn[slide])
  expect(numbers.get(id(7))).toBe('')
})

test('all bytes of the slides stay, and without a footer nothing is added', () => {
  expect(withoutFooters(shown(deck))).toBe(deck)
  expect(shown(deck, null)).toBe(deck)
  expect(footerIn({ footer: '' }, null)).toBeNull()
  expect(footerIn({ footer: '{"text":null}' }, { footer: '' })).toBeNull()
})

test('the slides of random decks keep their bytes', () => {
  const piece = fc.constantFrom(
    ...[
      '<section>',
      '</section>',
      '<section data-l-hide-footer="">',
      '<p title="</section>">',
      '</p>',
      '<!-- </section> -->',
    ],
    ...['text &lt;section&gt;', '<section data-visibility="uncounted">', '\n', '<br>', '<img alt="a > b">'],
  )
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      expect(withoutFooters(shown(pieces.join('')))).toBe(pieces.join(''))
    }),
  )
})

test('text, date and alternative text are escaped', () => {
  const hostile = `"><script>x()</script>&amp;`
  const at = { place: 'top-center', size: 'large' } as const
  const html = footerMarkup(
    {
      text: { text: hostile, ...at },
      date: { text: hostile, ...at },
      logo: { src: '/m/abcdefgh.png', alt: hostile, ...at },
      number: at,
    },
    '<3>',
    today,
  )
  expect(html).not.toMatch(/<script|<3>/)
  expect(html).toContain('alt="&quot;&gt;&lt;script&gt;x()&lt;/script&gt;&amp;amp;"')
  expect(html.match(/&lt;script&gt;/g)).toHaveLength(3)
})

test('parts share a place in one order, the logo first, and a center stays in the middle', () => {
  const at = { place: 'bottom-start', size: 'small' } as const
  const html = footerMarkup(
    {
      text: { text: 'Acme', ...at },
      logo: { src: '/m/abcdefgh.png', alt: 'Logo', ...at },
      date: { form: 'iso', place: 'bottom-center', size: 'medium' },
      number: null,
    },
    '1',
    today,
  )
  expect(html).toBe(
    '<footer class="slide-footer"><div class="footer-bottom">' +
      '<div class="footer-start"><img data-size="small" src="/m/abcdefgh.png" alt="Logo"><span data-size="small">Acme</span></div>' +
      '<div class="footer-center"><time data-size="medium" data-form="iso">2026-03-02</time></div>' +
      '<div class="footer-end"></div></div></footer>',
  )
})
