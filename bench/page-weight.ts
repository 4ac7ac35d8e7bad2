/**
 * Claim: each chunk of the web build is within its budget, and so is the first load of each page. The budgets are in
 * scripts/chunks.ts. All sizes are gzip-compressed, in kB of 1,000 bytes. First loads are measured in a real browser
 * with an empty cache until the network is idle, inline scripts and styles included. Exit code 1 if the claim fails.
 * Usage: node bench/page-weight.ts
 */
import { join } from 'node:path'
import type { Browser, BrowserContext } from 'playwright-core'
import { type FirstLoad, firstLoads } from '../scripts/chunks.ts'
import { deckAuthor } from '../src/testing/deck-author.ts'
import { runServer } from '../src/testing/run-server.ts'
import { benchBrowser } from './bench-browser.ts'
import { benchSlides } from './bench-deck.ts'
import { weighChunks, weight } from './chunk-weights.ts'

interface PageWeight {
  /** kB of scripts and styles, and their number of files. */
  readonly script: number
  readonly style: number
  readonly files: number
}

/** Opens a page, waits until it is idle, and measures its resources. */
async function weigh(context: BrowserContext, address: string): Promise<PageWeight> {
  const page = await context.newPage()
  const found = { script: 0, stylesheet: 0, files: 0 }
  const bodies: Promise<void>[] = []
  /** Resources of several frames come from the cache after the first time. */
  const seen = new Set<string>()
  page.on('response', (response) => {
    const kind = response.request().resourceType()
    if ((kind !== 'script' && kind !== 'stylesheet') || seen.has(response.url())) return
    seen.add(response.url())
    found.files += 1
    bodies.push(
      response.body().then((body) => {
        found[kind] += weight(body)
      }),
    )
  })
  const answer = await page.goto(address, { waitUntil: 'load' })
  if (answer?.status() !== 200) throw new Error(`${address}: ${answer?.status()}`)
  await page.locator('html.loaded').waitFor()
  await page.waitForLoadState('networkidle')
  await Promise.all(bodies)
  const inside = await Promise.all(
    page.frames().map((frame) =>
      frame.evaluate(() => ({
        script: Array.from(document.scripts, ({ src, type, text }) => (src || type.endsWith('json') ? '' : text)).join(
          '\n',
        ),
        style: Array.from(document.querySelectorAll('style'), (style) => style.textContent ?? '').join('\n'),
      })),
    ),
  )
  await page.close()
  for (const { script, style } of inside) {
    if (script !== '') found.script += weight(script)
    if (style !== '') found.stylesheet += weight(style)
  }
  return { script: found.script, style: found.stylesheet, files: found.files }
}

/** A fresh browser, optionally with a session. */
async function fresh(browser: Browser, signedIn?: BrowserContext): Promise<BrowserContext> {
  return browser.newContext(signedIn ? { storageState: await signedIn.storageState() } : {})
}

/** The measures of a first load that exceed their budget. */
function excesses({ page, script, scriptAndStyle, files }: FirstLoad, is: PageWeight): string[] {
  const bars = [
    { what: 'script', is: is.script, bar: script, unit: 'kB' },
    { what: 'script and style', is: is.script + is.style, bar: scriptAndStyle, unit: 'kB' },
    { what: 'files', is: is.files, bar: files, unit: 'files' },
  ]
  return bars.flatMap(({ what, is, bar, unit }) => {
    if (bar === undefined) return []
    const holds = is > 0 && is <= bar
    console.log(`  ${page}, ${what}: ${is.toFixed(1)} ${unit} (bar ${bar.toFixed(1)}) ${holds ? 'ok' : 'MISSED'}`)
    return holds ? [] : [`${page}, ${what}`]
  })
}

const browser = await benchBrowser()
const server = await runServer()
try {
  const chunks = weighChunks(join(import.meta.dirname, '../dist/web'))
  console.log('kB of each chunk including its styles, compressed')
  for (const line of chunks.lines) console.log(line)

  const account = await browser.newContext()
  const author = await deckAuthor(account, server.baseUrl)
  const deck = await author.publish('Bench', benchSlides(30))
  const pages: Readonly<Record<string, { readonly address: string; readonly signedIn?: BrowserContext }>> = {
    home: { address: server.baseUrl },
    explore: { address: `${server.baseUrl}/explore` },
    'deck page': { address: deck },
    'deck, embedded': { address: `${deck}/embed` },
    editor: { address: `${deck}/edit`, signedIn: account },
    audience: { address: `${deck}/live` },
    'speaker view': { address: `${deck}/speaker`, signedIn: account },
  }
  const weights = new Map<FirstLoad, PageWeight>()
  for (const load of firstLoads) {
    const { address, signedIn } = pages[load.page]!
    const context = await fresh(browser, signedIn)
    weights.set(load, await weigh(context, address))
    await context.close()
  }
  console.log('kB of script and style of a first visit, compressed')
  for (const [{ page }, { script, style, files }] of weights) {
    const numbers = `${script.toFixed(1).padStart(7)} script ${style.toFixed(1).padStart(7)} style`
    console.log(`  ${page.padEnd(15)} ${numbers}   in ${files} files`)
  }
  const missed = [...weights].flatMap(([load, is]) => excesses(load, is))
  for (const failure of chunks.failures) console.log(`  MISSED: ${failure}`)
  if (missed.length + chunks.failures.length > 0) process.exitCode = 1
} finally {
  await browser.close()
  await server.dispose()
}
