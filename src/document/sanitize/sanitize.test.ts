import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { blockDataAttributes, blocks } from '../../blocks/index.ts'
import { parseSlide } from '../parse-slide.ts'
import { renderBlock } from '../render-block.ts'
import { SANITIZER_VERSION, type SanitizeContext, type SanitizeOptions, sanitize } from './sanitize.ts'
import { SanitizeError } from './sanitize-error.ts'

const options: SanitizeOptions = {
  context: 'slide',
  customClasses: false,
  mediaHosts: ['*.decks-content.example', 'media.example'],
  appHosts: ['decks.example'],
  blockAttributes: blockDataAttributes,
}
const clean = (html: string, context: SanitizeContext = 'slide') => sanitize(html, { ...options, context }).html
const messages = (html: string) => sanitize(html, options).removed.map((removal) => removal.message)
const refusal = (html: string, context: SanitizeContext = 'slide'): string => {
  try {
    clean(html, context)
  } catch (error) {
    if (error instanceof SanitizeError) return error.code
    throw error
  }
  return 'taken'
}

describe('attributes of the author', () => {
  const own = '<p data-own-year="1999 &lt;x&gt;" data-own-="a" data-year="b" data-own-Ä="c">a</p>'
  const kept = (customClasses: boolean) => sanitize(own, { ...options, customClasses }).html

  it('keep a name that no code reads, and any text, in plans with custom CSS', () => {
    expect(kept(true)).toMatch(/^<p data-own-year="1999 (?:<|&lt;)x(?:>|&gt;)">a<\/p>$/)
    expect(kept(false)).toBe('<p>a</p>')
  })

  it('are named by no code outside of imports and the sanitizer', async () => {
    const source = fileURLToPath(new URL('../..', import.meta.url))
    const readers = []
    for await (const path of glob('{player,blocks,editor,web,ui}/**/*.{ts,tsx,css}', { cwd: source }))
      if ((await readFile(join(source, path), 'utf8')).includes('data-own-')) readers.push(path)
    expect(readers).toEqual([])
  })
})

describe('what an author made is unchanged', () => {
  it.each(blocks.map((block) => [block.type, renderBlock(block.sample(), blocks)]))(
    'a %s block keeps its bytes',
    (type, html) => {
      const slide = `<section data-id="0123456789abcdef0123456789abcdef">${html}</section>`
      const result = sanitize(slide, { ...options, customClasses: true })
      expect(result.removed).toEqual([])
      // Links and iframes get our own attributes; everything else is unchanged.
      const plain = result.html.replace(/ (?:rel|target|sandbox|allow|referrerpolicy|loading)="[^"]*"/g, '')
      expect(plain).toBe(slide)
      expect(parseSlide(result.html, blocks).blocks.map((block) => block.type)).toEqual([type])
    },
  )

  it.each([
    '<section data-background-color="#fff" data-background-gradient="linear-gradient(to right, red, rgb(0, 0, 255) 50%)">a</section>',
    '<section data-background-image="/m/a1b2.png" data-background-size="50% auto" data-background-opacity="0.5">a</section>',
    '<section data-background-video="https://x.example/a.mp4,https://x.example/b.webm" data-background-video-loop="">a</section>',
    '<section data-background-color="var(--l-accent-2)">a</section>',
    '<section data-background-color="color-mix(in srgb, var(--r-main-color) 40%, transparent)">a</section>',
    '<section data-background-gradient="linear-gradient(45deg, var(--l-accent-1) 0%, color-mix(in srgb, var(--l-accent-2) 50%, transparent) 100%)">a</section>',
    '<section data-background-image="/m/a1b2.png" data-l-background-dim="0.4" data-l-background-blur="0.25">a</section>',
    '<p style="color: color-mix(in srgb, var(--l-accent-1) 50%, transparent);">a</p>',
    '<section data-transition="zoom-in fade-out" data-background-transition="none" data-autoslide="5000">a</section>',
    '<section data-auto-animate="" data-auto-animate-easing="cubic-bezier(0.1, 0.7, 1, 0.1)" data-visibility="hidden">a</section>',
    '<section><section data-id="a">a</section><section data-id="b">b</section></section>',
    '<p dir="rtl" lang="he-IL" title="a &quot;b&quot; &amp; c" aria-label="x">שלום&nbsp;😀</p>',
    '<pre>\n\nfirst line empty</pre>',
    '<dl><dt>a</dt><dd>b</dd></dl>',
    '<ol start="3" type="a"><li value="7">a</li></ol>',
    '<table><caption>a</caption><colgroup><col span="2"></colgroup><thead><tr><th scope="col" colspan="2">a</th></tr></thead><tbody><tr><td>b</td></tr></tbody></table>',
    '<p style="font-family: &quot;Open Sans&quot;, sans-serif; transform: rotate(15deg) scale(1.5); --gap: 3px; margin: calc(1px + var(--gap));">a</p>',
    '<p style="background-image: url(&quot;/m/a1b2.png&quot;); color: rgba(0, 0, 0, 0.5) !important; z-index: -3;">a</p>',
    '<svg viewBox="0 0 9 9"><defs><linearGradient id="svg-a"><stop offset="0" stop-color="red"></stop></linearGradient></defs><path d="M0 0L9 9" fill="url(&quot;#svg-a&quot;)"></path></svg>',
    '<a href="#/2/1">next</a>',
    '<a href="mailto:a@b.example?subject=x" rel="noopener noreferrer nofollow" target="_blank">write</a>',
    '<img src="data:image/png;base64,iVBORw0KGgo=" alt="a" width="20" height="10">',
  ])('%s', (html) => {
    expect(sanitize(html, options)).toMatchObject({ html, removed: [], notes: [] })
  })
})

describe('dangerous markup is removed and reported', () => {
  it('reports what was removed, where, and from which slide', () => {
    const { removed } = sanitize(
      '<section>a</section><section><p><img src="/m/a.png" onerror="x()"></p></section>',
      options,
    )
    expect(removed).toEqual([
      {
        what: 'attribute',
        name: 'onerror',
        value: 'x()',
        slide: 1,
        where: 'section > p > img',
        message: 'Removed onerror from img: scripts are not allowed.',
      },
    ])
  })

  it('removes scripts with their content, and replaces unknown elements by their content', () => {
    expect(clean('<div>a<script>b</script><custom-x>c</custom-x><math><mi>d</mi></math></div>')).toBe('<div>ac</div>')
  })

  it('keeps a custom class only with the privilege, and never keeps a class of the player', () => {
    expect(clean('<p class="mine fragment present fade-up">a</p>')).toBe('<p class="fragment fade-up">a</p>')
    expect(sanitize('<p class="mine present">a</p>', { ...options, customClasses: true }).html).toBe(
      '<p class="mine">a</p>',
    )
    expect(messages('<p class="mine">a</p>')).toEqual([
      'Removed the class mine from p: custom classes are not part of the plan.',
    ])
  })

  it('keeps a custom id as data-l-id, with the privilege only', () => {
    const markup = '<section id="a" data-l-id="offer"><svg data-l-id="drawn"><g data-l-id="2nd"></g></svg></section>'
    const own = sanitize(markup, { ...options, customClasses: true })
    expect(own.html).toBe('<section data-l-id="offer"><svg data-l-id="drawn"><g></g></svg></section>')
    expect(own.removed.map(({ message }) => message)[0]).toBe(
      'Removed id from section: names could be mistaken for parts of the page; data-l-id is for ids of your own.',
    )
    expect(clean(markup)).toBe('<section><svg><g></g></svg></section>')
  })

  it('sandboxes every iframe and drops its content', () => {
    const html = clean(
      '<iframe src="https://video.example/x" sandbox="allow-top-navigation" allow="camera" srcdoc="x">y</iframe>',
    )
    expect(html).toMatch(
      /^<iframe src="https:\/\/video\.example\/x" sandbox="allow-scripts [^"]*" allow="fullscreen; [^"]*"/,
    )
    expect(html).not.toMatch(/top-navigation|camera|srcdoc|>y</)
  })

  it.each([
    'https://decks.example/x',
    'https://team.decks.example./',
    'https://d-1.decks-content.example/m/x',
    'http://a.example/',
    '//a.example/',
  ])('does not embed %s', (src) => expect(clean(`a<iframe src="${src}"></iframe>`)).toBe('a'))

  it('stores media of the content host by path', () => {
    expect(
      clean('<img src="https://d-1.decks-content.example/m/a1.png"><img src="http://media.example:8080/m/b2.png">'),
    ).toBe('<img src="/m/a1.png"><img src="/m/b2.png">')
  })

  it('removes ids and names that would clobber properties of the page', () => {
    expect(clean('<p id="location" name="body">a</p><svg><g id="x"></g></svg>')).toBe('<p>a</p><svg><g></g></svg>')
  })

  it('unwraps sections where the player expects no slide', () => {
    expect(clean('<section><div><section>a</section></div></section><b><section>c</section></b>')).toBe(
      '<section><div>a</div></section><b>c</b>',
    )
  })

  it('reports at most a hundred removals', () => {
    expect(messages('<p onclick="x">a</p>'.repeat(500))).toHaveLength(100)
  })
})

describe('notes', () => {
  it('are moved out of a slide as text', () => {
    const { html, notes } = sanitize(
      '<section data-id="a" data-notes="Say &lt;b&gt;hello&lt;/b&gt;">x</section>',
      options,
    )
    expect(html).toBe('<section data-id="a">x</section>')
    expect(notes).toEqual([{ slide: 0, slideId: 'a', text: 'Say <b>hello</b>' }])
  })

  it('become lines of text if written as markup', () => {
    const { notes } = sanitize(
      '<section>x<aside class="notes"><p>one</p><p>two<script>no</script></p></aside></section>',
      {
        ...options,
        context: 'import',
      },
    )
    expect(notes.map(({ text }) => text)).toEqual(['one\ntwo'])
  })

  it('stay text if they look like markup', () => {
    expect(clean('a < b <img src=x onerror=alert(1)> & c\r\n', 'note')).toBe('a < b <img src=x onerror=alert(1)> & c\n')
  })
})

describe('an imported deck', () => {
  it('is found inside a complete page', () => {
    const page =
      '<!doctype html><html><head><title>x</title></head><body><div class="reveal"><div class="slides">' +
      '<section>a</section><section><section>b</section></section></div></div><script>y</script></body></html>'
    expect(clean(page, 'import')).toBe('<section>a</section><section><section>b</section></section>')
  })

  it('keeps its meaning in our format', () => {
    const html = clean(
      '<section data-background="https://a.example/x.png" data-state="y"><header style="color: red;">t</header>' +
        '<img data-src="https://a.example/y.png"><video autoplay data-src="https://a.example/z.mp4"></video>' +
        '<code class="language-js">1</code><strike>s</strike></section>',
      'import',
    )
    expect(html).toBe(
      '<section data-background-image="https://a.example/x.png"><div style="color: red;">t</div>' +
        '<img src="https://a.example/y.png"><video data-autoplay="" src="https://a.example/z.mp4"></video>' +
        '<code data-language="js">1</code><s>s</s></section>',
    )
  })
})

describe('content beyond a limit is refused with a reason', () => {
  it.each([
    ['too-deep', `${'<div>'.repeat(61)}x`],
    ['too-deep', '<b a=1><i>'.repeat(200)],
    ['too-many-nodes', '<p>x</p>'.repeat(10_001)],
    ['too-many-attributes', `<p ${Array.from({ length: 65 }, (_, index) => `a${index}`).join(' ')}>`],
    ['too-large', 'é'.repeat(500_001)],
    ['too-large', '&'.repeat(300_000)],
    ['too-many-slides', '<section>a</section>'.repeat(501)],
  ])('%s', (code, html) => expect(refusal(html)).toBe(code))

  it('nested formatting that browsers would copy into each paragraph is refused', () => {
    const formatting = Array.from({ length: 50 }, (_, index) => `<b a="${index}${'x'.repeat(2000)}">`).join('')
    expect(refusal(`<p>${formatting}</p>${'<p>x</p>'.repeat(5000)}`)).toMatch(/too-/)
  })

  it('misnested markup is not refused, but corrected as browsers do', () => {
    expect(clean('<p><button><div>a</div></button></p>')).toBe('<p></p><div>a</div><p></p>')
  })
})

it('the sanitizer’s version, which stored content is compared with, is a positive number', () =>
  expect(SANITIZER_VERSION).toBeGreaterThan(0))
