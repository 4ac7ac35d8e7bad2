import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { DeckRow } from './api/decks/queries.ts'
import type { DrawnTheme } from './document/output/frame-types.ts'
import { joinSlideDocuments } from './join-slide-documents.ts'
import { newDeckSettings } from './rules/deck-columns.ts'
import type { Services } from './server/services.ts'

const dist = mkdtempSync(join(tmpdir(), 'player-build-'))
mkdirSync(join(dist, 'player'))
const build = {
  'src/player/frame.ts': { file: 'p.js', css: ['s.css'] },
  'src/player/frame-first.ts': { file: 'first.js' },
  'src/player/slides.css': { file: 'slides.css' },
}
writeFileSync(join(dist, 'player/manifest.json'), JSON.stringify(build))
writeFileSync(join(dist, 'player/first.js'), 'first()')
writeFileSync(join(dist, 'player/slides.css'), '.a{}')
afterAll(() => rmSync(dist, { recursive: true }))

const services = { settings: { baseUrl: 'https://decks.example' } } as Services
const slide = '<section data-id="1" data-background-color="#123456" data-notes="psst"><h1>One</h1></section>'

function drawn(fields: Partial<DeckRow> = {}, theme: DrawnTheme | null = null) {
  const settings = {
    ...newDeckSettings,
    title: 'Bees',
    theme_font: 'helvetica',
    transition: 'zoom',
    slide_number: true,
  }
  const made = joinSlideDocuments(services, dist)({ ...settings, ...fields } as DeckRow, slide, theme, [])
  const nonce = /'nonce-([\w-]{22})'/.exec(made.policy ?? '')?.[1] ?? ''
  return { ...made, nonce }
}

test('a picture is drawn from the frame’s document: its slide, nothing that moves, and everything appeared', () => {
  const { html, ready } = drawn()
  expect(html).toContain('<title>Bees</title>')
  expect(html).toContain('<section data-id="1" data-background-color="#123456" ><h1>One</h1></section>')
  expect(html).toContain('style="background-color:#123456;"')
  expect(html).toMatch(/:root\{--frame-margin:0;--frame-max-scale:1\}[^<]*\.a\{\}/)
  expect(html).toContain('"transition":"none","backgroundTransition":"none"')
  expect(html).toContain('"slideNumber":false,"maxScale":1,"autoplay":false')
  expect(ready).toBe('html.ready')
  const still =
    /\.reveal \.progress,\.reveal \.controls\{display:none!important\}\s*\.reveal\{--fragments:shown\}\s*\.reveal \.slides section \.fragment:not[^{]*\{opacity:1!important;visibility:visible!important;transform:none\}<\/style>\s*<\/head>/
  expect(html).toMatch(still)
})

test('only the player’s own scripts have the nonce of the picture’s policy', () => {
  const { html, nonce, policy } = drawn()
  expect(policy).toContain(`script-src 'nonce-${nonce}'`)
  const scripts = html.match(/<script[^>]*>/g) ?? []
  const own = scripts.filter((script) => !script.includes('application/json'))
  expect(own).toContain(`<script type="module" nonce="${nonce}" src="/a/p.js">`)
  for (const script of own) expect(script).toContain(`nonce="${nonce}"`)
  expect(drawn().nonce).not.toBe(nonce)
})

test('a picture has the styles and markup of the deck’s theme', () => {
  const theme = {
    html: '<p>Logo</p>',
    css: 'h1{color:red}',
    variables: { '--l-accent-2': '#123456' },
    footer: '',
  } as const
  const { html } = drawn({}, theme)
  expect(html).toContain('<div class="theme-html"><p>Logo</p></div>')
  expect(html).toContain('<style>h1{color:red}</style>')
  expect(html).toContain('--l-accent-2:#123456')
})
