import { expect, test } from '@playwright/test'
import { renderDeckPage } from '../src/api/deck-packages/deck-page.ts'
import { inlineAssets } from '../src/api/deck-packages/inline-assets.ts'
import type { DeckRow } from '../src/api/decks/queries.ts'
import { filterCss } from '../src/document/sanitize/css/filter-css.ts'
import { type SanitizeContext, sanitize } from '../src/document/sanitize/sanitize.ts'
import { SanitizeError } from '../src/document/sanitize/sanitize-error.ts'
import { singleStack } from '../src/document/structure.ts'
import { type AttackBrowser, startAttackBrowser } from '../src/testing/attacks/attack-browser.ts'
import { htmlAttacks } from '../src/testing/attacks/corpus.ts'
import { sheetAttacks } from '../src/testing/attacks/css-attacks.ts'
import { inBatches } from '../src/testing/attacks/in-batches.ts'
import { inLanes } from '../src/testing/attacks/in-lanes.ts'
import { svgFileAttacks } from '../src/testing/attacks/svg-attacks.ts'

// The sanitizer alone, in a real browser: no CSP, no sandbox, no separate origin, reveal.js with all features.

let browser: AttackBrowser
test.beforeAll(async () => {
  browser = await startAttackBrowser()
})
test.afterAll(() => browser.close())
// These pages are broken deliberately; screenshots would be useless.
test.use({ screenshot: 'off', trace: 'off' })
test.describe.configure({ timeout: 240_000 })

/** Concurrent pages: most of a visit is waiting for delayed effects. */
const lanes = 3
/** Startup timeout in ms of a page with many attacks. */
const patience = 90_000

const options = { customClasses: true, mediaHosts: ['*.localhost'], appHosts: ['localhost'] }

/** The sanitized source, or null if it is refused. */
function cleaned(source: string, context: SanitizeContext): string | null {
  try {
    return sanitize(source, { ...options, context }).html
  } catch (error) {
    if (error instanceof SanitizeError) return null
    throw error
  }
}

const asSlide = (html: string) => (/^\s*<section/.test(html) ? html : `<section>${html}</section>`)
const harmless = { hits: 0, escapes: [], requests: [] }

/** The exported page with these slides. */
async function offlinePage(slides: readonly string[]): Promise<string> {
  const ids = slides.map((_, index) => String(index))
  const html = Object.fromEntries(slides.map((slide, index) => [String(index), slide]))
  const deck = {
    title: 'a',
    description: '',
    theme_color: 'white',
    theme_font: 'montserrat',
    transition: 'none',
    footer: '',
  }
  const look = { center: false, should_loop: false, rtl: false, auto_slide_interval: 0, slide_number: false }
  const structure = { stacks: ids.map(singleStack), after: '' }
  const row = { ...deck, ...look, background_transition: 'none', footer: '' } as Partial<DeckRow> as DeckRow
  const content = { version: 1, structure, html, notes: {} }
  const parts = { deck: row, content, theme: null, fonts: [], notes: true }
  return (await renderDeckPage(parts, inlineAssets(new Map()))).html
}

test('no attack runs or loads anything once it is sanitized', async () => {
  // Every third attack, in one of two ways; `npm run attack browser` tries all of them in both.
  const some = htmlAttacks.filter((_, index) => index % 3 === 0)
  const slides = some.flatMap(({ source }, index) => cleaned(source, index % 2 ? 'slide' : 'import') ?? [])
  expect(slides.length).toBeGreaterThan(500)
  for (const batch of inBatches(slides.map(asSlide), 120)) {
    const shown = await browser.showSlides(batch.join(''), patience)
    expect(shown, batch.join('\n')).toMatchObject(harmless)
    expect(shown.visited).toBeGreaterThanOrEqual(batch.length - 1)
  }
})

test('an exported deck runs no attack, sanitized or not', async () => {
  const some = htmlAttacks.filter((_, index) => index % 9 === 0)
  const clean = some.flatMap(({ source }) => cleaned(source, 'slide') ?? []).map(asSlide)
  const shown = await browser.showPage(await offlinePage(clean))
  expect(shown).toMatchObject(harmless)
  expect(shown.visited + 1).toBeGreaterThanOrEqual(clean.length)
  const raw = htmlAttacks.filter(({ name }) => /^event .*, plain$/.test(name)).map(({ source }) => asSlide(source))
  expect(raw.length).toBeGreaterThan(20)
  expect((await browser.showPage(await offlinePage(raw))).hits).toBe(0)
  // The CSP in the page blocks them.
  const open = (await offlinePage(raw)).replace(/<meta http-equiv="content-security-policy"[^>]*>/, '')
  expect((await browser.showPage(open)).hits).toBeGreaterThan(5)
})

test('no SVG runs or loads anything once it is sanitized', async () => {
  const drawings = svgFileAttacks.flatMap(({ source }) => cleaned(source, 'svg-file') ?? [])
  const small = drawings.filter((svg) => svg.length < 100_000)
  expect(small.length).toBeGreaterThan(svgFileAttacks.length / 2)
  for (const batch of inBatches(small, 40)) {
    expect(await browser.showDrawings(batch), batch.join('\n')).toMatchObject(harmless)
  }
  expect((await browser.showDrawings(svgFileAttacks.slice(0, 12).map(({ source }) => source))).hits).toBeGreaterThan(2)
})

test('no style sheet loads anything once it is filtered', async () => {
  const sheets = sheetAttacks.flatMap(({ source }) => {
    try {
      return [filterCss(source, { mediaHosts: [] }).css]
    } catch {
      return []
    }
  })
  expect(await browser.showStyles(sheets)).toMatchObject(harmless)
  const asTheyCame = sheetAttacks.map(({ source }) => source).slice(0, 40)
  expect((await browser.showStyles(asTheyCame)).requests.length).toBeGreaterThan(0)
})

test('the same attacks run and load without sanitizing', async () => {
  const some = htmlAttacks.filter((_, index) => index % 53 === 0)
  const shown = await inLanes(some, lanes, ({ source }) => browser.showSlides(asSlide(source)))
  expect(shown.filter(({ hits }) => hits > 0).length).toBeGreaterThan(some.length * 0.2)
  expect(shown.filter(({ requests }) => requests.length > 0).length).toBeGreaterThan(0)
})
