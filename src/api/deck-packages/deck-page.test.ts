import { expect, test } from 'vitest'
import { newDeckSettings } from '../../rules/deck-columns.ts'
import { linkedAssets, renderDeckPage } from './deck-page.ts'
import { mediaIn, withMedia } from './media-addresses.ts'

/** Removes line breaks between tags, which are not rendered. */
const joined = (html: string): string => html.replace(/>\s*\n\s*</g, '><')

const variables =
  ":root{--r-background-color:#101114;--r-main-color:#e6e8ec;--r-heading-color:#ffffff;--r-link-color:#62aaff;--r-link-color-hover:#94c6ff;--r-selection-background-color:#3987e0;--r-selection-color:#000000;--r-accent-color:#3987e0;--l-muted-color:#85878a;--l-accent-1:var(--r-accent-color);--l-accent-2:#3fc1a5;--l-accent-3:#f2b84b;--l-accent-4:#f0717f;--l-accent-5:#a98bf0;--l-accent-6:#8fcf5f;--r-heading-font:'League Gothic', Impact, sans-serif;--r-main-font:'Lato', sans-serif}:root{--l-slide-width:960px;--l-slide-height:700px}"

test('a deck’s offline page is exactly this document', async () => {
  const settings = { ...newDeckSettings, title: 'Bees & wasps', description: '"Hum"', transition: 'linear' }
  const deck = { ...settings, theme_color: 'black-blue', theme_font: 'league', rtl: true, slide_number: true }
  const content = {
    version: 1,
    structure: { stacks: [{ attributes: null, before: '', slides: ['1'], gaps: [] }], after: '' } as never,
    html: { 1: '<section data-id="1" data-video-loop data-video-muted><img src="/m/q7Zr2mKp.png"></section>' },
    notes: { 1: 'Say <this>\nslowly' },
  }
  const parts = { deck, content, theme: null, fonts: [], notes: true }
  const { html: page, fonts } = await renderDeckPage(parts, linkedAssets('../../'))
  const faces = page.match(/@font-face\{[^}]*\}/g) ?? []
  for (const name of fonts) expect(faces.join('')).toContain(`src:url("../../fonts/${name}") format("woff2")`)
  expect(faces.map((face) => /font-family:([^;]+)/.exec(face)?.[1])).toEqual(
    expect.arrayContaining(['League Gothic', 'Lato']),
  )
  const nonce = /'nonce-([\w-]{22})'/.exec(page)?.[1] ?? ''
  const withoutFaces = page.replace(/@font-face\{[^}]*\}/g, '')
  expect(joined(withoutFaces.trim()).replaceAll(nonce, 'N0')).toBe(
    [
      '<!doctype html><html lang="en"><head><meta charset="utf-8">',
      `<meta http-equiv="content-security-policy" content="script-src 'nonce-N0'; object-src 'none'; base-uri 'none'; form-action 'none'; connect-src 'none'">`,
      '<title>Bees &amp; wasps</title><meta name="description" content="&quot;Hum&quot;">',
      '<meta name="viewport" content="width=device-width, initial-scale=1">',
      `<style>${variables}</style>`,
      '<link rel="stylesheet" href="../../reveal/slides.css">',
      '</head><body class="reveal-viewport">',
      '<div class="reveal center rtl theme-color-black-blue theme-font-league"><div class="slides">',
      '<section data-id="1" data-background-video-loop data-background-video-muted><img src="../../media/q7Zr2mKp.png">',
      '<aside class="notes">Say &lt;this&gt;<br>slowly</aside></section></div></div>',
      '<link rel="stylesheet" href="../../reveal/reveal.css">',
      '<script type="application/json" id="player-settings">{"rollingLinks":false,"fontStyles":[]}</script>',
      '<script nonce="N0" src="../../reveal/reveal.js"></script>',
      '<script nonce="N0" src="../../reveal/lectern.js"></script>',
      '<script nonce="N0">Reveal.initialize(Object.assign({"width":960,"height":700,"transition":"slide","backgroundTransition":"slide","center":true,"autoSlide":0,"loop":false,"rtl":true,"slideNumber":"h.v","hash":true},self.lectern))</script>',
      '</body></html>',
    ].join(''),
  )
})

test('uploaded files are found and replaced, with the query of their address', () => {
  const html = '<img src="/m/abcdefgh1.png?w=960&amp;h=540" srcset="/m/abcdefgh2.png 960w">'
  expect(mediaIn(html)).toEqual(['abcdefgh1.png', 'abcdefgh2.png'])
  expect(withMedia(html, (name) => `media/${name}`)).toBe(
    '<img src="media/abcdefgh1.png" srcset="media/abcdefgh2.png 960w">',
  )
  const style = '<p style="background: url(&quot;/m/abcdefgh1.png?w=960&quot;)"></p>'
  expect(withMedia(style, (name) => `media/${name}`)).toBe(
    style.replace('/m/abcdefgh1.png?w=960', 'media/abcdefgh1.png'),
  )
})
