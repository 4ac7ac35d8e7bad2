/**
 * Claim: a public deck page with a heavy theme (1,500 rules, 190 kB of CSS, markup, fonts and colors of its own) shows
 * its first slide within 1.15 times the time of the same page without a theme: same browser, alternating, medians of the
 * same run compared. Every visit has an empty cache. Shown: first contentful paint of the document with the slides,
 * measured from the start of the visit. Exit code 1 if the claim fails. Usage: node bench/deck-theme.ts [visits] [rules]
 */
import type { Browser } from 'playwright-core'
import { deckAuthor } from '../src/testing/deck-author.ts'
import { runServer } from '../src/testing/run-server.ts'
import { quantile } from './bench-app.ts'
import { benchBrowser } from './bench-browser.ts'
import { benchSlides } from './bench-deck.ts'
import { tell } from './bench-editor.ts'
import { heavyTheme } from './bench-theme.ts'

const [, , visits = '31', rules = '1500'] = process.argv
const bar = 1.15

/** Runs in every document first: logs the paint of the document with the slides, in ms since 1970. */
function watchPaint(): void {
  const observer = new PerformanceObserver((list) => {
    const [entry] = list.getEntriesByName('first-contentful-paint')
    if (entry && document.querySelector('.slides')) console.debug(`bench ${performance.timeOrigin + entry.startTime}`)
  })
  observer.observe({ type: 'paint', buffered: true })
}

/** One visit with an empty cache; ms from the start of the navigation. */
async function visit(browser: Browser, address: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  try {
    await context.addInitScript(watchPaint)
    const page = await context.newPage()
    const painted = page.waitForEvent('console', { predicate: (message) => message.text().startsWith('bench ') })
    await page.goto(address, { waitUntil: 'load' })
    const time = Number((await painted).text().slice('bench '.length))
    return time - (await page.evaluate(() => performance.timeOrigin))
  } finally {
    await context.close()
  }
}

const browser = await benchBrowser()
const server = await runServer({ env: { BILLING: 'off' } })
try {
  const author = await deckAuthor(await browser.newContext(), server.baseUrl)
  const colors = { background: '#fffaf2', text: '#2a2622', heading: '#15110d', 'accent-1': '#b8281c' }
  const theme = await author.makeTheme({
    ...{ name: 'Brand', ...heavyTheme(Number(rules)), colors },
    ...{ heading_font: "'Merriweather Variable', serif", body_font: "'Lato', sans-serif" },
  })
  const slides = benchSlides(30)
  const decks = {
    plain: await author.publish('Plain', slides),
    themed: await author.publish('Themed', slides, { theme_id: theme }),
  }
  const took = { plain: [] as number[], themed: [] as number[] }
  // Alternating, so that other load on the machine affects both; the first two visits of each are warm-up.
  for (let n = -2; n < Number(visits); n++) {
    for (const side of n % 2 === 0 ? (['plain', 'themed'] as const) : (['themed', 'plain'] as const)) {
      const time = await visit(browser, decks[side])
      if (n >= 0) took[side].push(time)
    }
  }
  const range = (times: readonly number[]) =>
    `${quantile(times, 0.5).toFixed(0)} (${quantile(times, 0.25).toFixed(0)} to ${quantile(times, 0.75).toFixed(0)})`
  console.log(`${visits} first visits each, first text of a slide painted, median (p25 to p75) in ms`)
  const ratio = quantile(took.themed, 0.5) / quantile(took.plain, 0.5)
  console.log(`  with the theme ${range(took.themed)}, without ${range(took.plain)}`)
  tell('with a heavy theme', `${ratio.toFixed(2)}x`, `${bar}x`, ratio <= bar)
} finally {
  await browser.close()
  await server.dispose()
}
