/**
 * Claim: pages load little script. Home and Explore load at most 20 kB of script for a visitor, in at most 12 files
 * including styles. A public deck page, including its deck's frame, loads at most reveal.js plus 60 kB. The editor
 * loads at most 450 kB of script and styles before the first click. All sizes are gzip-compressed, in kB of 1,000
 * bytes, measured in a real browser with an empty cache, inline scripts and styles included. Exit code 1 if the claim
 * fails. Usage: node bench/page-weight.ts
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser, BrowserContext } from 'playwright-core'
import { deckAuthor } from '../src/testing/deck-author.ts'
import { runServer } from '../src/testing/run-server.ts'
import { benchBrowser } from './bench-browser.ts'
import { benchSlides } from './bench-deck.ts'

const reveal = weight(readFileSync(join(import.meta.dirname, '../node_modules/reveal.js/dist/reveal.js')))
const deckBar = reveal + 60
const editorBar = 450
const readBar = 20
const readFiles = 12

/** Compressed kB. */
function weight(bytes: Buffer | string): number {
  return gzipSync(bytes, { level: 9 }).byteLength / 1000
}

interface PageWeight {
  readonly name: string
  /** kB of scripts and styles, and their number of files. */
  readonly script: number
  readonly style: number
  readonly files: number
}

/** Opens a page, waits until it is idle, and measures its resources. */
async function weigh(context: BrowserContext, name: string, address: string): Promise<PageWeight> {
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
  return { name, script: found.script, style: found.stylesheet, files: found.files }
}

/** A fresh browser, optionally with a session. */
async function fresh(browser: Browser, signedIn?: BrowserContext): Promise<BrowserContext> {
  return browser.newContext(signedIn ? { storageState: await signedIn.storageState() } : {})
}

const browser = await benchBrowser()
const server = await runServer()
try {
  const account = await browser.newContext()
  const author = await deckAuthor(account, server.baseUrl)
  const deck = await author.publish('Bench', benchSlides(30))
  const pages = [
    { name: 'home', address: server.baseUrl },
    { name: 'explore', address: `${server.baseUrl}/explore` },
    { name: 'deck page', address: deck },
    { name: 'deck, embedded', address: `${deck}/embed` },
    { name: 'editor', address: `${deck}/edit`, signedIn: account },
  ]
  const weights: PageWeight[] = []
  for (const { name, address, signedIn } of pages) {
    const context = await fresh(browser, signedIn)
    weights.push(await weigh(context, name, address))
    await context.close()
  }
  console.log('kB of script and style of a first visit, compressed')
  for (const { name, script, style, files } of weights) {
    const numbers = `${script.toFixed(1).padStart(7)} script ${style.toFixed(1).padStart(7)} style`
    console.log(`  ${name.padEnd(15)} ${numbers}   in ${files} files`)
  }
  const of = (name: string) => weights.find((one) => one.name === name)
  const claims = [
    ...['home', 'explore'].flatMap((name) => [
      { name: `${name}, script`, is: of(name)?.script ?? Number.NaN, bar: readBar, unit: 'kB' },
      { name: `${name}, files`, is: of(name)?.files ?? Number.NaN, bar: readFiles, unit: 'files' },
    ]),
    { name: 'deck page, script', is: of('deck page')?.script ?? Number.NaN, bar: deckBar, unit: 'kB' },
    {
      name: 'editor, script and style',
      is: (of('editor')?.script ?? 0) + (of('editor')?.style ?? 0),
      bar: editorBar,
      unit: 'kB',
    },
  ]
  for (const { name, is, bar, unit } of claims) {
    const holds = is > 0 && is <= bar
    console.log(`  ${name}: ${is.toFixed(1)} ${unit} (bar ${bar.toFixed(1)}) ${holds ? 'ok' : 'MISSED'}`)
    if (!holds) process.exitCode = 1
  }
} finally {
  await browser.close()
  await server.dispose()
}
