import { expect, test } from '@playwright/test'
import { filterCss } from '../src/document/sanitize/css/filter-css.ts'
import { type SanitiseContext, sanitise } from '../src/document/sanitize/sanitise.ts'
import { SanitiseError } from '../src/document/sanitize/sanitise-error.ts'
import { type AttackBrowser, startAttackBrowser } from '../src/testing/attacks/attack-browser.ts'
import { htmlAttacks } from '../src/testing/attacks/corpus.ts'
import { sheetAttacks } from '../src/testing/attacks/css-attacks.ts'
import { inBatches } from '../src/testing/attacks/in-batches.ts'
import { inLanes } from '../src/testing/attacks/in-lanes.ts'
import { svgFileAttacks } from '../src/testing/attacks/svg-attacks.ts'

// The sanitiser alone, in a real browser: no content policy, no sandbox, no origin of its own, reveal.js with everything on.

let browser: AttackBrowser
test.beforeAll(async () => {
  browser = await startAttackBrowser()
})
test.afterAll(() => browser.close())
// These pages are broken on purpose; pictures of them help nobody.
test.use({ screenshot: 'off', trace: 'off' })
test.describe.configure({ timeout: 240_000 })

/** Pages looked at side by side: most of a visit is waiting for what an attack might still do. */
const lanes = 3

const options = { customClasses: true, mediaHosts: ['*.localhost'], appHosts: ['localhost'] }

/** The cleaned source, or null when it is refused. */
function cleaned(source: string, context: SanitiseContext): string | null {
  try {
    return sanitise(source, { ...options, context }).html
  } catch (error) {
    if (error instanceof SanitiseError) return null
    throw error
  }
}

const asSlide = (html: string) => (/^\s*<section/.test(html) ? html : `<section>${html}</section>`)
const harmless = { hits: 0, escapes: [], requests: [] }

for (const context of ['slide', 'import'] as const) {
  test(`no attack runs or loads anything once it has been cleaned as ${context}`, async () => {
    const slides = htmlAttacks.map(({ source }) => cleaned(source, context)).filter((html) => html !== null)
    expect(slides.length).toBeGreaterThan(1500)
    for (const batch of inBatches(slides, 80)) {
      const shown = await browser.showSlides(batch.map(asSlide).join(''), 20_000)
      expect(shown, batch.join('\n')).toMatchObject(harmless)
      expect(shown.visited).toBeGreaterThanOrEqual(batch.length - 1)
    }
  })
}

test('no drawing runs or loads anything once it has been cleaned', async () => {
  const drawings = svgFileAttacks.flatMap(({ source }) => cleaned(source, 'svg-file') ?? [])
  const small = drawings.filter((svg) => svg.length < 100_000)
  expect(small.length).toBeGreaterThan(svgFileAttacks.length / 2)
  await inLanes(small, lanes, async (svg) => {
    expect(await browser.showDrawing(svg), svg).toMatchObject(harmless)
  })
})

test('no style sheet loads anything once it has been filtered', async () => {
  const sheets = sheetAttacks.flatMap(({ source }) => {
    try {
      return [filterCss(source, { mediaHosts: [] }).css]
    } catch {
      return []
    }
  })
  expect(await browser.showStyles(sheets)).toMatchObject(harmless)
})

test('the same attacks run and load when nothing is cleaned', async () => {
  const some = htmlAttacks.filter((_, index) => index % 12 === 0)
  const shown = await inLanes(some, lanes, ({ source }) => browser.showSlides(asSlide(source)))
  const ran = shown.filter(({ hits }) => hits > 0).length
  const loaded = shown.filter(({ requests }) => requests.length > 0).length
  expect(ran).toBeGreaterThan(some.length * 0.2)
  expect(loaded).toBeGreaterThan(some.length * 0.03)
  const drawn = await Promise.all(svgFileAttacks.slice(0, 12).map(({ source }) => browser.showDrawing(source)))
  expect(drawn.filter(({ hits }) => hits > 0).length).toBeGreaterThan(2)
  expect(
    (await browser.showStyles(sheetAttacks.map(({ source }) => source).slice(0, 40))).requests.length,
  ).toBeGreaterThan(0)
})
