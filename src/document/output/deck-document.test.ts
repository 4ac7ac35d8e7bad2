import { parse } from 'parse5'
import { describe, expect, test } from 'vitest'
import { frameFields, newDeckSettings } from '../../rules/deck-columns.ts'
import { type HtmlNode, isElement, textContent } from '../html.ts'
import { renderCanvasDocument } from './canvas-document.ts'
import { type DeckDocumentParts, deckDocument, scriptJson } from './deck-document.ts'
import { renderFrameDocument } from './frame-document.ts'
import type { FrameDocument } from './frame-types.ts'
import { renderPrintDocument } from './print-document.ts'

/** Removes line breaks between tags, which have no effect in a browser. */
const joined = (html: string): string => html.replace(/>\s*\n\s*</g, '><')

const variables =
  ":root{--r-background-color:#101114;--r-main-color:#e6e8ec;--r-heading-color:#ffffff;--r-link-color:#62aaff;--r-link-color-hover:#94c6ff;--r-selection-background-color:#3987e0;--r-selection-color:#000000;--r-accent-color:#3987e0;--l-muted-color:#85878a;--l-accent-1:var(--r-accent-color);--l-accent-2:#3fc1a5;--l-accent-3:#f2b84b;--l-accent-4:#f0717f;--l-accent-5:#a98bf0;--l-accent-6:#8fcf5f;--r-heading-font:'League Gothic', Impact, sans-serif;--r-main-font:'Lato', sans-serif}:root{--l-slide-width:960px;--l-slide-height:700px}"
const viewport = '<meta name="viewport" content="width=device-width, initial-scale=1">'
const unlisted = '<meta name="robots" content="noindex"><base target="_blank">'
const first =
  '<section data-id="1" data-background-color="#123456" data-notes="psst"><h1>One</h1><aside class="notes">psst</aside></section>'
const shownFirst = '<section data-id="1" data-background-color="#123456" ><h1>One</h1></section>'
const second = '<section data-id="2"><p>Two</p></section>'
const background = '<div class="first-background" aria-hidden="true" style="background-color:#123456;"></div>'

const deck: FrameDocument = {
  title: 'Bees & wasps',
  slides: `${first}\n${second}`,
  appearance: {
    theme_color: 'black-blue',
    theme_font: 'league',
    slide_size: '960x700',
    footer: '',
    center: true,
    rtl: false,
  },
  theme: {
    html: '<header>Logo</header>',
    css: '.reveal h1{color:red}',
    variables: {},
    footer: '',
    js: null,
    scripts: [],
  },
  settings: {
    mode: 'show',
    origins: { app: 'https://decks.example' },
    ...frameFields(newDeckSettings),
    maxScale: 10,
    autoplay: true,
    fontStyles: [],
  },
  assets: {
    inlineCss: '.a{}',
    fontCss: '@font-face{}',
    firstScript: 'first()',
    styleUrl: '/a/s.css',
    scriptUrl: '/a/p.js',
  },
  nonce: 'N0',
}
const settings =
  '{"mode":"show","origins":{"app":"https://decks.example"},"transition":"slide","backgroundTransition":"slide","slideSize":"960x700","center":true,"rollingLinks":false,"autoSlide":0,"loop":false,"rtl":false,"slideNumber":false,"maxScale":10,"autoplay":true,"fontStyles":[]}'
const firstPaint = 'self.firstPaint=new Promise(r=>{requestAnimationFrame(()=>setTimeout(r));setTimeout(r,100)})'

describe('the complete markup of documents that show slides', () => {
  test('the frame contains everything for the first slide, then the slides, then everything for the player', () => {
    expect(joined(renderFrameDocument(deck))).toBe(
      [
        '<!doctype html><html lang="en" class="reveal-full-page"><head><meta charset="utf-8">',
        `<title>Bees &amp; wasps</title>${viewport}${unlisted}`,
        '<script nonce="N0">(()=>{first()})()</script>',
        `<style>${variables}:root{--frame-margin:0.05;--frame-max-scale:10}.a{}@font-face{}</style>`,
        '<link rel="stylesheet" href="/a/s.css"><style>.reveal h1{color:red}</style>',
        '</head><body class="reveal-viewport"><div class="theme-html"><header>Logo</header></div>',
        `<div class="reveal center theme-color-black-blue theme-font-league" data-plain-steps>${background}`,
        `<div class="slides">${shownFirst}${second}</div></div>`,
        `<script nonce="N0">${firstPaint}</script>`,
        `<script type="application/json" id="player-settings">${settings}</script>`,
        '<script type="module" nonce="N0" src="/a/p.js"></script>',
        '</body></html>',
      ].join(''),
    )
  })

  test('the frame of a deck without a theme has the styles of reveal.js after its slides', () => {
    const html = joined(renderFrameDocument({ ...deck, theme: null }))
    expect(html).toContain(`<script nonce="N0">${firstPaint}</script><link rel="stylesheet" href="/a/s.css">`)
  })

  test('the frame of a theme with scripts has them last, and no script has a nonce', () => {
    const theme = {
      html: '',
      css: 'a{content:"</style>"}',
      js: 'own("</script>")',
      variables: {},
      footer: '',
      scripts: [{ url: 'https://x.example/a.js?b&c', integrity: null }],
    }
    const html = joined(
      renderFrameDocument({
        ...deck,
        nonce: null,
        theme,
        appearance: { ...deck.appearance, center: false, rtl: true },
        settings: { ...deck.settings, rtl: true },
      }),
    )
    expect(html).toContain('<div class="reveal rtl theme-color-black-blue theme-font-league">')
    expect(html).toContain('<style>a{content:"\\3c /style>"}</style></head><body class="reveal-viewport"><div')
    expect(html).not.toContain('nonce')
    expect(html).toMatch(
      /<script type="module" src="\/a\/p\.js"><\/script><script src="https:\/\/x\.example\/a\.js\?b&amp;c"><\/script><script>own\("\\x3c\/script>"\)<\/script><\/body><\/html>$/,
    )
  })

  test('the printable document has all styles, then a sheet for each slide, then one script', () => {
    const { settings: _settings, ...shown } = deck
    const html = renderPrintDocument({
      ...shown,
      notes: { 2: 'Say' },
      slideNumber: true,
      settings: { origins: { app: 'https://decks.example' }, fontStyles: [] },
    })
    const sheet = (slide: string, number: string, notes: string) =>
      `<article class="sheet" id="sheet-${number}" data-slide="${number}"><div class="sheet-slide"><div class="theme-html"><header>Logo</header></div><div class="reveal center theme-color-black-blue theme-font-league">${slide}<div class="sheet-number">${number}</div></div></div><div class="sheet-notes"><p class="sheet-place">${number}</p><p class="sheet-words">${notes}</p></div></article>`
    expect(joined(html)).toBe(
      [
        '<!doctype html><html lang="en" class="started print with-notes"><head><meta charset="utf-8">',
        `<title>Bees &amp; wasps</title>${viewport}${unlisted}`,
        `<style>${variables}.a{}@font-face{}@page{size:960px 700px}</style><link rel="stylesheet" href="/a/s.css"><style>.reveal h1{color:red}</style>`,
        '</head><body class="reveal-viewport">',
        sheet(`${background}<div class="slides">${shownFirst}</div>`, '1', ''),
        sheet(`<div class="slides">${second}</div>`, '2', 'Say'),
        '<script type="application/json" id="player-settings">{"origins":{"app":"https://decks.example"},"fontStyles":[]}</script>',
        '<script type="module" nonce="N0" src="/a/p.js"></script>',
        '</body></html>',
      ].join(''),
    )
  })

  test('the canvas has one style sheet and an empty deck', () => {
    expect(joined(renderCanvasDocument('/a/canvas.css?a&b'))).toBe(
      [
        `<!doctype html><html lang="en" class="canvas started"><head><meta charset="utf-8"><title>Slide</title>${viewport}`,
        '<link rel="stylesheet" href="/a/canvas.css?a&amp;b"></head>',
        '<body class="reveal-viewport"><div class="reveal"><div class="slides"></div></div></body></html>',
      ].join(''),
    )
  })
})

describe('the parts of a document', () => {
  const parts: DeckDocumentParts = { title: '', nonce: 'N0', appearance: null, styles: {}, wrappers: [] }

  test('are omitted if they are missing', () => {
    expect(joined(deckDocument(parts))).toBe(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title></title>${viewport}</head><body class="reveal-viewport"></body></html>`,
    )
  })

  test('include theme scripts only if the document’s CSP has no nonce', () => {
    const theme = {
      html: '<i>html</i>',
      css: '.css{}',
      variables: {},
      footer: '',
      js: 'own()',
      scripts: [{ url: '/own.js', integrity: null }],
    }
    const guarded = deckDocument({ ...parts, theme })
    expect(guarded).toMatch(/\.css\{\}[\s\S]*<i>html<\/i>/)
    expect(guarded).not.toMatch(/own|<script/)
    expect(deckDocument({ ...parts, theme, nonce: null })).toMatch(
      /<script src="\/own\.js"><\/script>\n<script>own\(\)<\/script>/,
    )
  })

  test('never end their element or attribute early', () => {
    const bad = '"\'></title></style></script><script>bad()</script><!--'
    const html = deckDocument({
      ...{ ...parts, title: bad, language: bad, description: bad, policy: bad, nonce: bad, inFrame: true },
      theme: { html: '', css: bad, variables: {}, footer: '', js: null, scripts: [] },
      styles: { inline: [bad], urls: [bad], overriding: bad, lateUrl: bad },
      wrappers: [{ slides: '' }],
      scripts: { first: bad, afterSlides: bad, settings: { bad }, last: [{ code: bad }, { url: bad }] },
    })
    // Five scripts: the settings, three texts and a URL; a parser sees no other.
    const scripts: string[] = []
    const pending: HtmlNode[] = [...parse(html).childNodes]
    for (let node = pending.pop(); node; node = pending.pop()) {
      if (!isElement(node)) continue
      if (node.tagName === 'script') scripts.push(textContent(node))
      for (const { name } of node.attrs) expect(name).toMatch(/^[a-z-]+$/)
      pending.push(...node.childNodes)
    }
    expect(scripts).toHaveLength(5)
    expect(scripts).not.toContain('bad()')
    expect(html).not.toMatch(/<!--/)
  })

  test('include JSON that is parsed back unchanged', () => {
    const text = scriptJson({ a: '<!--</script>&\u2028' })
    expect(text).not.toMatch(/[<>&\u2028]/)
    expect(JSON.parse(text)).toEqual({ a: '<!--</script>&\u2028' })
  })
})
