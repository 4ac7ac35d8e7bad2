import { describe, expect, test } from 'vitest'
import { frameFields, newDeckSettings } from '../../rules/deck-columns.ts'
import { parseFragment } from '../html.ts'
import { slidesForAudience } from './audience-slides.ts'
import { firstBackground } from './first-background.ts'
import { renderFrameDocument } from './frame-document.ts'
import type { FrameDocument } from './frame-types.ts'

const deck: FrameDocument = {
  title: 'T',
  slides: '<section data-id="1"><h1>One</h1></section>',
  appearance: {
    theme_color: 'white-blue',
    theme_font: 'montserrat',
    slide_size: '960x700',
    footer: '',
    center: true,
    rtl: false,
  },
  theme: null,
  settings: {
    mode: 'show',
    origins: { app: 'https://decks.example' },
    ...frameFields(newDeckSettings),
    maxScale: 10,
    autoplay: true,
    fontStyles: [],
  },
  assets: { inlineCss: '.a{}', fontCss: '', firstScript: 'first()', styleUrl: '/a/s.css', scriptUrl: '/a/p.js' },
  nonce: 'N0',
}

describe('a deck frame’s document', () => {
  test('has its slides before any resource that must be fetched', () => {
    const html = renderFrameDocument(deck)
    expect(html.indexOf('<h1>One</h1>')).toBeGreaterThan(0)
    expect(html.indexOf('<h1>One</h1>')).toBeLessThan(html.indexOf('/a/s.css'))
    expect(html.indexOf('/a/s.css')).toBeLessThan(html.indexOf('/a/p.js'))
  })

  test('gives its nonce to the player’s scripts and to nothing else', () => {
    const html = renderFrameDocument({ ...deck, slides: '<section><script>evil()</script></section>' })
    expect(html.match(/<script[^>]* nonce="N0"/g)).toHaveLength(3)
    expect(html).toContain('<script>evil()')
  })

  test('cannot be escaped by a title, a setting or a style', () => {
    const html = renderFrameDocument({
      ...deck,
      title: '</title><script>1</script>',
      settings: { ...deck.settings, transition: '</script><script>1</script>' },
      assets: { ...deck.assets, inlineCss: 'a{content:"</style><script>1</script>"}' },
    })
    expect(html).not.toMatch(/<\/(title|style|script)><script>1/)
    expect(html.match(/<\/style>/g)).toHaveLength(1)
  })

  test('uses the default for an unknown color or font', () => {
    const html = renderFrameDocument({
      ...deck,
      appearance: { ...deck.appearance, theme_color: '"><b>', theme_font: 'x' },
    })
    expect(html).toContain('theme-color-white-blue theme-font-montserrat')
  })
})

describe('the slides sent to an audience', () => {
  test('keep every byte of a deck without notes', () => {
    const html = '<section  data-id="1"><p>x</p>\n</section><!-- y -->'
    expect(slidesForAudience(html)).toBe(html)
  })

  test('never contain notes, in any notation', () => {
    const html = [
      '<section data-notes="secret">a</section>',
      "<section DATA-NOTES='secret' data-id=1>b</section>",
      '<section><section data-notes=secret>c</section></section>',
      '<section>d<aside class="x notes">secret <b>secret</b></aside>e</section>',
      '<section data-notes="secret" data-notes="secret">f</section>',
    ].join('\n')
    const shown = slidesForAudience(html)
    expect(shown).not.toContain('secret')
    for (const letter of 'abcdef') expect(shown).toMatch(new RegExp(`>${letter}|d${letter}`))
  })

  test('never contain hidden slides, and the other slides keep their bytes', () => {
    const html =
      '<section>a</section> <section data-visibility="hidden"><p>secret</p></section> <section data-visibility="uncounted">b</section>'
    expect(slidesForAudience(html)).toBe('<section>a</section>  <section data-visibility="uncounted">b</section>')
  })

  test('never contain a stack that is hidden as a whole, or whose slides all are', () => {
    const hidden = '<section data-visibility="hidden"><p>secret</p></section>'
    const stacks = [
      `<section data-visibility="hidden"><section>secret</section>${hidden}</section>`,
      `<section>${hidden}${hidden}</section>`,
    ]
    expect(slidesForAudience(stacks.join(''))).toBe('')
    expect(slidesForAudience(`<section>${hidden}<section>a</section></section>`)).toBe(
      '<section><section>a</section></section>',
    )
  })
})

describe('the first slide’s background is in the document', () => {
  test('opacity, dim and blur apply to the picture, not to the color below it', () => {
    const slide =
      '<section data-background-color="#123" data-background-image="/m/a.png" data-background-opacity="0.5" data-l-background-dim="0.2"></section>'
    expect(firstBackground(slide)).toBe(
      '<div class="first-background" aria-hidden="true" style="background-color:#123;">' +
        '<div class="first-background-content" aria-hidden="true" style="background-image:url(&quot;/m/a.png&quot;);opacity:0.5;filter:brightness(0.8);"></div></div>',
    )
  })

  const styleOf = (html: string): string => {
    const node = parseFragment(firstBackground(html)).childNodes[0]
    return node && 'attrs' in node ? (node.attrs.find((attr) => attr.name === 'style')?.value ?? '') : ''
  }

  test.each([
    ['<section data-background-color="#123">x</section>', 'background-color:#123;'],
    ['<section>\n<section data-background-color="red">x</section></section>', 'background-color:red;'],
    [
      '<section data-background-gradient="linear-gradient(to bottom, #fff, #000)"></section>',
      'background-image:linear-gradient(to bottom, #fff, #000);',
    ],
    ['<section data-background-image="/m/abcdefgh.png"></section>', 'background-image:url("/m/abcdefgh.png");'],
    ['<section data-background-color="var(--l-accent-1)"></section>', 'background-color:var(--l-accent-1);'],
    ['<section data-background-color="var(--other)"></section>', ''],
    ['<section>x</section><section data-background-color="red"></section>', ''],
    ['<section data-background-color="red;position:fixed"></section>', ''],
    ['<section data-background-gradient="url(https://spy.example)"></section>', ''],
    ['<section data-background-image="javascript:1"></section>', ''],
    ['<section data-background-image="/m/a&quot;);x:url(b"></section>', ''],
    ['', ''],
  ])('%s has the background style "%s"', (html, style) => {
    expect(styleOf(html)).toBe(style)
  })
})
