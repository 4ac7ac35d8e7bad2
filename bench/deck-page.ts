/**
 * Claim: a public deck page shows its first slide within 1.3 times, and handles an arrow key within 1.5 times, the time
 * of a bare reveal.js page with the same deck: same browser, same machine, alternating, medians compared. Every visit
 * has an empty cache and comes from a page of another site, as real visits do. From an empty tab, a page without a
 * cross-origin opener policy would save the browser a process. Shown: first contentful paint of the document with the
 * slides, in our case the deck's frame, measured from the start of the visit. Nothing else in that document is content,
 * so this is when a slide is readable. Handles: real keys are pressed from the start of the visit until another slide
 * than the first is current. Exit code 1 if the claim fails. Usage: node bench/deck-page.ts [visits] [slides]
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { deckAuthor } from '../src/testing/deck-author.ts'
import { runServer } from '../src/testing/run-server.ts'
import { quantile } from './bench-app.ts'
import { benchBrowser } from './bench-browser.ts'
import { benchSlides } from './bench-deck.ts'

const bars = { paint: 1.3, key: 1.5 }
const [, , visits = '21', slideCount = '30'] = process.argv
/** Timeout of a visit in ms. */
const patience = 20_000
/** Interval of key presses in ms. */
const pressEvery = 10

type Measured = keyof typeof bars

/** Runs in every document first: logs the event to the console, in ms since 1970. */
function watchSlides(what: Measured): void {
  const tell = (time: number): void => console.debug(`bench ${performance.timeOrigin + time}`)
  if (what === 'paint') {
    const onPaint = new PerformanceObserver((list) => {
      const [entry] = list.getEntriesByName('first-contentful-paint')
      // The page around a frame has content of its own, which does not count.
      if (entry && document.querySelector('.slides')) tell(entry.startTime)
    })
    onPaint.observe({ type: 'paint', buffered: true })
    return
  }
  const onChange = new MutationObserver(() => {
    // Several presses may be queued: then a later slide follows.
    if (!document.querySelector('.slides > section.present:not(:first-of-type)')) return
    onChange.disconnect()
    tell(performance.now())
  })
  onChange.observe(document, { subtree: true, attributes: true, attributeFilter: ['class'] })
}

/** One visit; ms from the start of the navigation. */
async function visit(browser: Browser, from: string, address: string, what: Measured): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  try {
    await context.addInitScript(watchSlides, what)
    const page = await context.newPage()
    await page.goto(from)
    let happened: number | null = null
    page.on('console', (message) => {
      const time = /^bench ([\d.]+)$/.exec(message.text())?.[1]
      if (time) happened ??= Number(time)
    })
    const loaded = page.goto(address, { waitUntil: 'load' })
    const end = performance.now() + patience
    while (happened === null) {
      if (performance.now() > end) throw new Error(`Nothing happened at ${address} (${what})`)
      if (what === 'key') await page.keyboard.press('ArrowRight')
      await new Promise((resolve) => setTimeout(resolve, pressEvery))
    }
    await loaded
    return happened - (await page.evaluate(() => performance.timeOrigin))
  } finally {
    await context.close()
  }
}

/** Starts the peer; it ends with this process. */
async function serveBare(slides: string): Promise<{ address: string; elsewhere: string; stop(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-bare-'))
  const file = join(folder, 'slides.html')
  writeFileSync(file, slides)
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bare-reveal.ts'), file], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const address = await new Promise<string>((resolve, reject) => {
    child.once('exit', () => reject(new Error('The bare page could not be served')))
    child.stdout?.once('data', (line: Buffer) => resolve(line.toString().trim()))
  })
  return {
    address,
    elsewhere: `${address.replace('localhost', 'elsewhere.localhost')}elsewhere`,
    stop: () => {
      child.removeAllListeners('exit')
      child.disconnect()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const browser = await benchBrowser()
const server = await runServer()
try {
  const author = await deckAuthor(await browser.newContext(), server.baseUrl)
  const ours = await author.publish('Bench', benchSlides(Number(slideCount)))
  // The peer contains the slides as rendered by the server.
  const frame = await browser.newPage()
  await frame.goto(ours)
  const sections = frame.frameLocator('#deck-frame').locator('.slides > section')
  await sections.last().waitFor({ state: 'attached' })
  const slides = await sections.count()
  if (slides !== Number(slideCount)) throw new Error(`The page shows ${slides} slides`)
  await frame.close()
  const bare = await serveBare(benchSlides(Number(slideCount)))
  const took = { paint: { ours: [], bare: [] }, key: { ours: [], bare: [] } } as Record<
    Measured,
    Record<'ours' | 'bare', number[]>
  >
  // Alternating, so that other load on the machine affects both; the first two visits of each are warm-up.
  for (let n = -2; n < Number(visits); n++) {
    for (const what of ['paint', 'key'] as const) {
      for (const side of ['bare', 'ours'] as const) {
        const time = await visit(browser, bare.elsewhere, side === 'ours' ? ours : bare.address, what)
        if (n >= 0) took[what][side].push(time)
      }
    }
  }
  bare.stop()
  console.log(`${visits} first visits each to a deck of ${slideCount} slides, median (p25 to p75) in ms`)
  const range = (times: readonly number[]) =>
    `${quantile(times, 0.5).toFixed(0)} (${quantile(times, 0.25).toFixed(0)} to ${quantile(times, 0.75).toFixed(0)})`
  const words = { paint: 'first text of a slide painted', key: 'a key changes the slide' }
  for (const what of ['paint', 'key'] as const) {
    const { ours: mine, bare: theirs } = took[what]
    const ratio = quantile(mine, 0.5) / quantile(theirs, 0.5)
    const holds = ratio <= bars[what]
    const verdict = `${ratio.toFixed(2)}x (bar ${bars[what]}x) ${holds ? 'ok' : 'MISSED'}`
    console.log(`  ${words[what]}: ours ${range(mine)}, bare reveal.js ${range(theirs)}: ${verdict}`)
    if (!holds) process.exitCode = 1
  }
} finally {
  await browser.close()
  await server.dispose()
}
