import { describe, expect, test } from 'vitest'
import { attribute, parseFragment } from '../html.ts'
import { withBundledFamilies } from './bundled-families.ts'
import { convertCode, convertIds, convertNotes, convertOthers, cssWithCustomIds } from './convert-elements.ts'
import { convertMath } from './convert-math.ts'
import { convertOwnNames, cssWithOwnNames } from './convert-own-names.ts'
import { convertQuirks } from './convert-quirks.ts'
import { readForeignPage } from './foreign-page.ts'
import { markdownToHtml } from './markdown-html.ts'
import { markdownFileSections, renderMarkdown } from './markdown-slides.ts'
import {
  serviceFonts,
  sheetWithImports,
  textRulesOfCore,
  withAround,
  withoutUnusedFonts,
  withPageClasses,
  withStandardGradients,
  withViewport,
} from './page-css.ts'
import { settingsOfPage } from './page-settings.ts'
import { resolveCss, resolveReferences } from './references.ts'
import { selectorsIn } from './selectors.ts'
import { isSlidesComSheet, slidesComRules, withOwnBlocks } from './slides-com-css.ts'
import { macrosInScripts } from './tex-macros.ts'
import { appendNodes, elementsBelow, markupIn, newElement } from './tree.ts'

function slidesOf(html: string) {
  const slides = newElement('div')
  appendNodes(slides, [...parseFragment(html).childNodes])
  return slides
}

function markdown(html: string, files: Readonly<Record<string, string>> = {}): string {
  const slides = slidesOf(html)
  const missing = renderMarkdown(slides, (name) => files[name] ?? null, false).map(([name]) => name)
  return markupIn(slides) + missing.map((name) => `!${name}`).join('')
}

describe('sections of Markdown', () => {
  test('become HTML, with attributes of slides and elements, and notes', () => {
    const html = markdown(`<section data-markdown class="a"><script type="text/template">
      ## Title <!-- .element: class="fragment" -->
      - one
      <!-- .slide: data-background="#ff0000" -->
      Note: Say this
    </script></section>`)
    expect(html).toContain('<section class="a" data-background="#ff0000"><h2 class="fragment">Title')
    expect(html).toContain('<li>one')
    expect(html).toMatch(/<aside class="notes"><p>Say this<\/p>\n<\/aside><\/section>$/)
  })

  test('are split by their separators, also of files', () => {
    const text = 'one\n\n\n\ntwo\n\n\nthree'
    const html = markdown(
      '<section data-markdown="a.md" data-separator="^\\n\\n\\n" data-separator-vertical="^\\n\\n"></section>',
      { 'a.md': text },
    )
    expect(html.replace(/\s*<\/?p>\s*/g, '')).toBe(
      '<section>one</section><section><section>two</section><section>three</section></section>',
    )
    expect(markdown('<section data-markdown="b.md"></section>')).toContain('!b.md')
  })

  test('stay as they are where a page was saved after its Markdown had been read', () => {
    expect(markdown('<section data-markdown="" data-markdown-parsed="true"><h2>A</h2><svg></svg></section>')).toContain(
      '<h2>A</h2><svg></svg>',
    )
  })

  test('are split at rules in the page too, and keep notes beside their text', () => {
    const html = markdown(
      '<section data-markdown><script type="text/template">one\n\n---\n\ntwo</script><aside class="notes">Say</aside></section>',
    )
    expect(html.replace(/\s*<\/?p>\s*/g, '')).toBe(
      '<section>one<aside class="notes">Say</aside></section><section>two</section>',
    )
  })

  test('have code with a language and lines to highlight', () => {
    expect(markdownToHtml('```js [1-2|4]\nlet a = "<"\n```', false)).toBe(
      '<pre><code data-line-numbers="1-2|4" class="js">let a = "&lt;"</code></pre>',
    )
  })

  test('have code whose numbers begin where they say', () => {
    expect(markdownToHtml('```js [7: 1-2]\na\n```', false)).toBe(
      '<pre><code data-line-numbers="1-2" data-ln-start-from="7" class="js">a</code></pre>',
    )
  })

  test.each([
    ['at --- and --', '---', '--', {}],
    ['at --- and ----', '---', '----', {}],
    ['at lines with blanks behind them', '--- ', '---- ', {}],
    ['at separators of its own', '<!--s-->', '<!--v-->', { horizontal: '<!--s-->', vertical: '<!--v-->' }],
    ['at the usual ones where its own are no expressions', '---', '--', { horizontal: '(', vertical: '' }],
  ])('of a file are columns and rows %s', (_, column, row, own) => {
    const html = markdownFileSections(`# A\n\n${column}\n\n# B\n\n${row}\n\n# C\n`, own).replace(/\s+/g, '')
    expect(html).toBe(
      '<section><h1>A</h1></section><section><section><h1>B</h1></section><section><h1>C</h1></section></section>',
    )
  })
})

test('code of templates is text, trimmed, with its language', () => {
  const slides = slidesOf(
    '<pre><code class="language-js" data-trim data-line-numbers><script type="text/template">\n    let a\n      b < c\n  </script></code></pre>',
  )
  convertCode(slides)
  expect(markupIn(slides)).toBe(
    '<pre data-l-numbers="on"><code class="language-js" data-language="js">let a\n  b &lt; c</code></pre>',
  )
})

test('code without a language has the guessed one, and no last blank line where its lines have numbers', () => {
  const slides = slidesOf('<pre><code data-line-numbers>a = 1\n\t</code></pre><pre><code class="css">b\n </code></pre>')
  convertCode(slides, () => 'python')
  expect(markupIn(slides)).toBe(
    '<pre class="code-wrapper" data-l-numbers="on"><code data-language="python">a = 1</code></pre><pre class="code-wrapper"><code class="css" data-language="css">b\n </code></pre>',
  )
})

test('formulas that cannot be typeset stay text', () => {
  const slides = slidesOf('<p>$a$ and $\\own{b}$</p>')
  convertMath(slides, new Map(), (latex) => !latex.includes('own'))
  expect(markupIn(slides)).toBe('<p><span data-latex="a">\\(a\\)</span> and $\\own{b}$</p>')
})

test('formulas between dollar signs and brackets are typeset, prices and code are not', () => {
  const slides = slidesOf('<p>$x^2$ and \\(y\\) cost $5 or $6</p><code>$a$</code>')
  convertMath(slides, new Map())
  expect(markupIn(slides)).toBe(
    '<p><span data-latex="x^2">\\(x^2\\)</span> and <span data-latex="y">\\(y\\)</span> cost $5 or $6</p><code>$a$</code>',
  )
})

test('formulas between prices are typeset where single dollar signs enclose none', () => {
  const slides = slidesOf('<p>From $5 \\(x\\) to $6</p>')
  convertMath(slides, new Map(), undefined, false)
  expect(markupIn(slides)).toBe('<p>From $5 <span data-latex="x">\\(x\\)</span> to $6</p>')
})

test('macros without an end that can be found are none, and neither are the options after them', () => {
  expect([...macrosInScripts(["macros: { lb: '{' }, transition: 'slide', sum: 'x'"])]).toEqual([])
})

test('macros of formulas are written out, and environments fit into a line', () => {
  const slides = slidesOf(
    String.raw`<p>$\newcommand{\vec}[1]{\mathbf{#1}}\DeclareMathOperator{\rank}{rank}$</p><p>\(\vec{x}\in\R^n\)</p>$$\begin{align*} \rank A \end{align*}$$<script type="math/tex">\loop</script>`,
  )
  convertMath(slides, macrosInScripts([String.raw`{ TeX: { Macros: { R: '\\mathbb{R}', loop: "\\loop a" } } }`]))
  const formulas = elementsBelow(slides, () => true).flatMap((element) => attribute(element, 'data-latex') ?? [])
  expect(formulas).toEqual([
    String.raw`\mathbf{x}\in\mathbb{R}^n`,
    String.raw`\displaystyle \begin{aligned} \operatorname{rank} A \end{aligned}`,
    String.raw`\loop`,
  ])
})

test('ids become custom ids, links and selectors follow, and what cannot be a custom id is a position', () => {
  const slides = slidesOf(
    '<section id="a"><a href="#/b">x</a><a href="#/2.b">v</a></section><section id="2.b">w</section><section><section>y</section><section><p id="b">z</p></section></section>',
  )
  const ids = convertIds(slides)
  expect(markupIn(slides)).toBe(
    '<section data-l-id="a"><a href="#/b">x</a><a href="#/1">v</a></section><section data-l-id="2.b">w</section><section><section>y</section><section><p data-l-id="b">z</p></section></section>',
  )
  expect(cssWithCustomIds('#a h1 { color: #abc; }', ids)).toBe(':is([data-l-id="a"], #a) h1 { color: #abc; }')
})

test('attributes of the author and elements that decks do not have keep a name for their styles', () => {
  const slides = slidesOf(
    '<section data-year="1999" data-background-color="red" data-state="x"><header data-on="a&quot;b">H</header></section>',
  )
  const names = convertOwnNames(slides)
  expect(markupIn(slides)).toBe(
    '<section data-own-year="1999" data-background-color="red" data-state="x"><header data-own-on="a&quot;b" class="was-header">H</header></section>',
  )
  const css =
    'header [data-year="1"]::after, .header { content: attr(data-on); } @media print { a > header { color: red; } }'
  expect(cssWithOwnNames(css, names)).toBe(
    ':where(.was-header) [data-own-year="1"]::after, .header { content: attr(data-own-on); } @media print { a > :where(.was-header) { color: red; } }',
  )
})

test('quotations and buttons become elements that decks have, with one pair of quotes', () => {
  const slides = slidesOf(
    '<p><q class="a">x</q><q>“x”</q><button type="button">y</button></p><button><div>z</div></button><img height="40px" width="50%">',
  )
  convertOthers(slides)
  expect(markupIn(slides)).toBe(
    '<p><span class="a was-q">“x”</span><span class="was-q">“x”</span><span class="was-button">y</span></p><div class="was-button"><div>z</div></div><img height="40" width="50%">',
  )
})

test('lines of pictures alone have no room below on pages without a document type', () => {
  const slides = slidesOf('<p>a <img></p><p><img> <img></p><section><h1>b</h1><img>\n<h2>c</h2><img><b>d</b></section>')
  convertQuirks(slides)
  expect(markupIn(slides)).toBe(
    '<p>a <img></p><p><img class="was-line"> <img class="was-line"></p><section><h1>b</h1><img class="was-line">\n<h2>c</h2><img><b>d</b></section>',
  )
})

test('attributes of old HTML become the styles that they stand for', () => {
  const slides = slidesOf(
    '<p align="right" style="color: red">a</p><img align="left"><td width="50%"></td><font color="#f00" size="5">b</font><center>c</center>',
  )
  convertOthers(slides)
  expect(markupIn(slides)).toBe(
    '<p style="text-align: right; color: red">a</p><img style="float: left; "><span style="color: #f00; font-size: x-large; ">b</span><center style="text-align: center; ">c</center>',
  )
})

describe('styles of a page', () => {
  test('of text in the sheet of an old reveal.js are kept, without its reset and its controls', () => {
    const core = `@charset "UTF-8"; html, .reveal code { font: inherit } .reveal code, .reveal pre a:hover { font-family: monospace }
      @media print { .reveal p { color: red } } .reveal .controls { display: none } .reveal pre { width: 90%; }`
    expect(textRulesOfCore(core).replace(/\s+/g, ' ')).toBe(
      '.reveal code, .reveal pre a:hover { font-family: monospace } .reveal pre { width: 90%; }',
    )
    expect(textRulesOfCore('a'.repeat(300_000))).toBe('')
  })

  test('for what stood beside the slides find it where decks have it', () => {
    expect(withAround('.reveal .logo, .reveal .slides p { top: 0 } .reveal > a { left: 0 }')).toBe(
      ':is(.reveal, .theme-html) .logo, .reveal .slides p { top: 0 } :is(.reveal, .theme-html) > a { left: 0 }',
    )
  })

  test('are read in linear time, also with long drawings in them', () => {
    const drawing = `url('data:image/svg+xml,${'<path fill="#a1b2c3"/>'.repeat(15_000)}')`
    const css = `q, #b { background: ${drawing} }`
    const renamed = cssWithOwnNames(cssWithCustomIds(withViewport(css), new Set(['b'])), new Set(['q']))
    expect(renamed).toBe(`:where(.was-q), :is([data-l-id="b"], #b) { background: ${drawing} }`)
  })

  test.each([
    ['rules that import', (n: number) => '@import url('.repeat(n)],
    ['rules that import without an end', (n: number) => '@import '.repeat(n)],
    ['addresses', (n: number) => 'url('.repeat(n)],
    ['faces', (n: number) => '@font-face{'.repeat(n)],
  ])('are read in linear time, also with many open %s', (_, open) => {
    const css = sheetWithImports(
      `${open(60_000)}}`,
      '',
      () => null,
      () => null,
    )
    expect(css.length).toBeGreaterThan(60_000)
  })

  test('have one file for each face, and no files of browsers that are gone', () => {
    const faces =
      "@font-face { font-family: A; src: url('a.eot'); src: url('a.eot?#iefix') format('embedded-opentype'), url(a.woff) format('woff'), url(a.ttf); font-weight: 700 } @font-face { font-family: B; src: url(b.svg#b) }"
    const css = sheetWithImports(
      faces,
      '',
      () => null,
      (address) => `/m/${address}`,
    )
    expect(css.replace(/\s+/g, ' ').trim()).toBe(
      '@font-face { font-family: A; font-weight: 700 ; src: url("/m/a.woff"); }',
    )
  })

  test('name the families of this product as they are named here, and those of services in a field', () => {
    expect(withBundledFamilies("h1 { font: 700 2em/1 Montserrat, serif } p { font-family: 'Lato', 'Open Sans' }")).toBe(
      "h1 { font: 700 2em/1 'Montserrat Variable', serif } p { font-family: 'Lato', 'Open Sans Variable' }",
    )
    const face = '@font-face { font-family: "Montserrat"; src: url(x) }'
    expect(withBundledFamilies(`${face} h1 { font-family: "Montserrat", serif }`)).toBe(
      `${face} h1 { font-family: "Montserrat", "Montserrat Variable", serif }`,
    )
    expect(
      serviceFonts([
        'https://fonts.googleapis.com/css2?family=Roboto+Slab:wght@400;700&family=Lato&display=swap',
        '//fonts.googleapis.com/css?family=Lora:400,700italic|Montserrat',
        'https://a.example/css?family=None',
      ]),
    ).toBe('Roboto Slab:400,700|Lora:400,700italic')
  })

  test('paint the ground of decks where they paint the body, with gradients of the standard', () => {
    expect(withViewport('body, .body a > body:hover { color: red } @media print { body { margin: 0 } }')).toBe(
      '.reveal-viewport.reveal-viewport, .body a > .reveal-viewport.reveal-viewport:hover { color: red } @media print { .reveal-viewport.reveal-viewport { margin: 0 } }',
    )
    expect(withStandardGradients('background: -webkit-radial-gradient(center, circle cover, #fff 0%, #000 100%)')).toBe(
      'background: radial-gradient(circle, #fff 0%, #000 100%)',
    )
  })
})

test('what a running player has added to a saved page is taken out without a remark', () => {
  const slides = slidesOf(
    '<section class="stack present"><section class="mine has-light-background" hidden><p class="fragment visible current-fragment">A</p><p class="visible stack">B</p></section></section>',
  )
  convertOthers(slides)
  expect(markupIn(slides)).toBe(
    '<section><section class="mine"><p class="fragment">A</p><p class="visible stack">B</p></section></section>',
  )
})

test('styles for classes of the page and of its player apply to those of decks', () => {
  const css = '.dark { color: red } .dark .reveal h1, .wide .slides { top: 0 } .other p { left: 0 }'
  expect(withPageClasses(css, ['dark', 'reveal-viewport'], ['reveal', 'wide']).replace(/\s+/g, ' ')).toBe(
    '.dark, .reveal-viewport.reveal-viewport { color: red } :is(.dark, .reveal-viewport) .reveal h1, :is(.wide, .reveal) .slides { top: 0 } .other p { left: 0 }',
  )
  expect(withPageClasses(css, ['loaded'], ['reveal', 'center'])).toBe(css)
})

test('fonts that nothing names are left out', () => {
  const face = (family: string) => `@font-face { font-family: "${family}"; src: url(x) }`
  const css = `${face('Used')}${face('In Markup')}${face('None')} p { font-family: Used }`
  expect(withoutUnusedFonts(css, '<p style="font-family: in markup">')).not.toContain('None')
  expect(withoutUnusedFonts(css, '<p style="font-family: in markup">').match(/@font-face/g)).toHaveLength(2)
  // An expression that tries all ways to read these blanks would not end.
  expect(withoutUnusedFonts(`@font-face { font-family:${' '.repeat(2_000)}""x }`, '')).toBe('')
})

test('commas within brackets separate no selectors', () => {
  expect(selectorsIn('a,:is(b,:not(c)),d')).toEqual(['a', ':is(b,:not(c))', 'd'])
})

test('of the sheet of slides.com decks get its text, the themes of the page, and the colors of their code', () => {
  const sheet =
    '.reveal .controls{top:0}.reveal p{margin-bottom:0.25em}.theme-font-lato .themed,.theme-font-lato .reveal h1{color:red}.theme-font-asul .reveal h1{color:blue}.sl-block{left:0}[data-highlight-theme="monokai"] .hljs-tag{color:pink}[data-highlight-theme="ascetic"] .hljs-tag{color:gray}'
  expect(isSlidesComSheet(sheet)).toBe(true)
  // A search for a brace from each letter of a font would not end.
  const font = `@font-face{font-family:Lato;src:url(data:font/woff2;base64,${'A'.repeat(400_000)})}`
  const css = slidesComRules(font + sheet, ['theme-font-lato'], '<pre data-own-highlight-theme="monokai">')
  for (const kept of ['margin-bottom:0.25em', 'color:red', 'color:pink']) expect(css).toContain(kept)
  // Its reset gives formulas the size of the text, and its margins of lists within lists win over ours.
  expect(css).toContain('.katex.katex { font-size: 1em;')
  expect(css).toContain(':where(li, li > ul, li > ol) { margin-top: 0; }')
  for (const left of ['controls', 'themed', 'color:blue', '.sl-block', 'color:gray']) expect(css).not.toContain(left)
  expect(withOwnBlocks('.reveal h1 { left: 0 }')).toContain(
    '.block[data-block-type="text"] .block-content.block-content h1',
  )
  expect(withOwnBlocks('.reveal .slides h1 { left: 0 }')).toContain('.slides.slides section > .block')
  expect(withOwnBlocks('.sl-block[data-block-type="image"] .sl-block-content { top: 0 }')).toBe(
    '.block[data-block-type="image"] { top: 0 }',
  )
})

test('links in notes keep their addresses', () => {
  const slides = slidesOf('<section><aside class="notes">See <a href="https://a.example/">here</a></aside></section>')
  convertNotes(slides, (text) => text)
  expect(markupIn(slides)).toContain('here (https://a.example/)')
})

test('named files become addresses of the deck; what is missing is a place with its name', () => {
  const slides = slidesOf(
    '<section data-background="back.png"><img data-src="img/a%20b.png" srcset="x 2x"><img src="gone.png"><video><source src="v.mp4"></video></section>',
  )
  const missing: string[] = []
  const known: Readonly<Record<string, string>> = {
    'back.png': '/m/1.png',
    'img/a%20b.png': '/m/2.png',
    'v.mp4': '/m/3.mp4',
  }
  resolveReferences(
    slides,
    (address) => known[address] ?? null,
    (address) => missing.push(address),
  )
  const html = markupIn(slides)
  expect(html).toContain('<section data-background-image="/m/1.png"><img src="/m/2.png">')
  expect(html).toMatch(
    /<img src="data:image\/gif[^>]*alt="Missing: gone.png" data-l-missing="gone.png" width="320" height="180">/,
  )
  expect(html).toContain('<source src="/m/3.mp4">')
  expect(missing).toEqual(['gone.png'])
  expect(
    resolveCss('a { background: url(x.png) } b { background: url("y.png") }', (name) =>
      name === 'x.png' ? '/m/9.png' : null,
    ),
  ).toBe('a { background: url("/m/9.png") } b { background: none }')
})

test('a page says its theme, its size and its options', () => {
  const page =
    readForeignPage(`<html><head><title>Talk</title><link rel="stylesheet" href="dist\\reveal.css"><link rel="stylesheet" href="https://cdn.example/reveal.js@5.0.0/dist/theme/moon.css">
    <style>h1 { color: red }</style></head><body><div class="reveal"><div class="slides"><section>x</section></div></div>
    <script>Reveal.initialize({ width: 1280, height: "720", transition: 'fade', center: false, loop: true, // slideNumber: true
      slideNumber: 'c/t', plugins: [ RevealMath ] })</script></body></html>`)
  expect(page).toMatchObject({ title: 'Talk', theme: 'moon', hasMath: true })
  expect(page.styles).toEqual([
    { href: 'dist/reveal.css', isCore: true },
    { href: expect.stringContaining('moon.css') },
    { css: 'h1 { color: red }' },
  ])
  expect(settingsOfPage(page)).toMatchObject({
    slide_size: '1280x720',
    transition: 'fade',
    center: false,
    should_loop: true,
    slide_number: true,
  })
})
