/**
 * Claim: each chunk of the web build is within its budget, and so is the first load of each page. The budgets are in
 * scripts/chunks.ts and chunk-budgets.ts. All sizes are gzip-compressed, in kB of 1,000 bytes. First loads are measured
 * in a real browser. Exit code 1 if the claim fails.
 * Usage: node bench/page-weight.ts
 */
import { join } from 'node:path'
import type { Browser, BrowserContext } from 'playwright-core'
import { type FirstLoad, firstLoads } from '../scripts/chunk-budgets.ts'
import { deckAuthor } from '../src/testing/deck-author.ts'
import { runServer } from '../src/testing/run-server.ts'
import { type PageWeight, weighPage } from '../src/testing/weigh-page.ts'
import { benchBrowser } from './bench-browser.ts'
import { benchSlides } from './bench-deck.ts'
import { weighChunks } from './chunk-weights.ts'

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
    weights.set(load, await weighPage(context, address))
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
