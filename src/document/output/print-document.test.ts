import { expect, test } from 'vitest'
import type { PrintDocument } from './frame-types.ts'
import { printedSlides, renderPrintDocument } from './print-document.ts'

const id = (n: number) => String(n).padStart(32, '0')
const slides = `<section data-id="${id(1)}"><h1>First</h1></section>
<section><section data-id="${id(2)}"><p>Upper</p></section><section data-id="${id(3)}" data-background-color="#123456"><p>Lower</p></section></section>
<section data-id="${id(4)}" data-visibility="hidden"><p>Secret</p></section>
<section data-id="${id(5)}" data-notes="psst"><aside class="notes">psst</aside><iframe src="https://video.example/a?b&amp;c" title="A &lt;film&gt;"></iframe><p>After</p></section>`

const deck: PrintDocument = {
  title: 'A </title> deck',
  slides,
  notes: null,
  theme: null,
  appearance: {
    theme_color: 'white-blue',
    theme_font: 'montserrat',
    slide_size: '960x700',
    footer: '',
    center: true,
    rtl: false,
  },
  slideNumber: false,
  settings: { origins: { app: 'https://decks.example' }, fontStyles: [] },
  assets: { inlineCss: 'p{}', fontCss: '', styleUrl: '/a/print.css', scriptUrl: '/a/print.js' },
  nonce: 'N',
}

test('every slide that an audience sees is a numbered sheet', () => {
  expect(printedSlides(slides).map(({ id: slide, number }) => [slide, number])).toEqual([
    [id(1), '1'],
    [id(2), '2.1'],
    [id(3), '2.2'],
    [id(5), '3'],
  ])
  const html = renderPrintDocument(deck)
  expect(html.match(/class="sheet"/g)).toHaveLength(4)
  expect(html).not.toMatch(/Secret|psst/)
})

test('an embedded page is printed as its name and URL, and nothing of it is loaded', () => {
  const html = renderPrintDocument(deck)
  expect(html).toContain(
    '<strong>A &lt;film&gt;</strong><span>https://video.example/a?b&amp;c</span></div><p>After</p>',
  )
  expect(html).not.toContain('<iframe')
})

test('a slide keeps its background, and has a slide number only if the deck shows numbers', () => {
  const html = renderPrintDocument({ ...deck, slideNumber: true })
  expect(html).toContain('background-color:#123456')
  expect(html).toContain('<div class="sheet-number">2.2</div>')
  expect(renderPrintDocument(deck)).not.toContain('sheet-number')
})

test('notes appear below their slides only on request, as text', () => {
  const html = renderPrintDocument({ ...deck, notes: { [id(2)]: '<b>Say</b> this', [id(4)]: 'hidden words' } })
  expect(html.match(/class="sheet-notes"/g)).toHaveLength(4)
  expect(html).toContain('<p class="sheet-words">&lt;b&gt;Say&lt;/b&gt; this</p>')
  expect(html).not.toContain('hidden words')
  expect(renderPrintDocument(deck)).not.toContain('sheet-notes')
})

test('no value ends an element early, and only the player’s own script runs', () => {
  const html = renderPrintDocument({
    ...deck,
    settings: { ...deck.settings, fontStyles: ['https://x/</script><script>alert(1)</script>'] },
  })
  expect(html).toContain('<title>A &lt;/title&gt; deck</title>')
  const scripts = html.match(/<script[^>]*>/g)
  expect(scripts).toEqual([
    '<script type="application/json" id="player-settings">',
    '<script type="module" nonce="N" src="/a/print.js">',
  ])
})

test('hidden slides are printed only for users who may read them, still without notes in attributes', () => {
  const html = renderPrintDocument({ ...deck, hidden: true })
  expect(html.match(/class="sheet"/g)).toHaveLength(5)
  expect(html).toContain('Secret')
  expect(html).not.toContain('psst')
})

test('slides are centered on paper of another size', () => {
  expect(renderPrintDocument({ ...deck, paper: 'a4' })).toContain('@page{size:297mm 210mm}')
  expect(renderPrintDocument(deck)).not.toContain('297mm')
})

test('slides with notes are as wide as the page between its margins', () => {
  const noted = (paper: 'a4' | 'letter') =>
    /--noted-width:([\d.]+)mm/.exec(renderPrintDocument({ ...deck, paper, notes: {} }))?.[1]
  expect([noted('a4'), noted('letter')]).toEqual(['182', '187.9'])
})
