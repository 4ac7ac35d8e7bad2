import { EventEmitter } from 'node:events'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ownBrowsers, stopNewBrowser } from '../../testing/own-browsers.ts'
import { createLog } from '../http/logging.ts'
import type { ExportBrowsers } from '../services.ts'
import { browserProcesses } from './browser-processes.ts'
import { createExportBrowsers, type ExportBrowsersOptions, inSlot, openSlot } from './create-export-browsers.ts'
import { launchBrowser } from './launch-browser.ts'
import { measurePage } from './measure-page.ts'

const opened: ExportBrowsers[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((browsers) => browsers.close()))
})

function exportBrowsers(options: Partial<ExportBrowsersOptions> = {}): ExportBrowsers {
  const browsers = createExportBrowsers({ chromiumPath: null, log: createLog('silent'), ...options })
  opened.push(browsers)
  return browsers
}

function documentOf(html: string, signal = new AbortController().signal) {
  const size = { width: 96, height: 70 }
  return { html, answer: async () => null, policy: '', ready: 'html', size, whileLoading: async () => {}, signal }
}

const fine = documentOf('<title>Fine</title>')
const title = (page: Page) => page.title()

/** Takes some 600 MB, and keeps it. */
const greedy = `<script>
  const kept = []
  const timer = setInterval(() => {
    kept.push(new Uint8Array(30_000_000).fill(kept.length))
    if (kept.length === 20) {
      clearInterval(timer)
      document.title = 'Kept'
    }
  }, 5)
</script>`

describe.runIf(process.platform === 'linux')('the memory of a browser for exports', () => {
  test('is limited, and the next export works', async () => {
    const browsers = exportBrowsers({ memory: 400_000_000 })
    const endless = () => new Promise(() => {})
    await expect(browsers.withPage(documentOf(greedy), endless)).rejects.toThrow(/^A browser used [4-9]\d\d MB$/)
    expect(await browsers.withPage(fine, title)).toBe('Fine')
  })

  test('is enough for the same document with a higher limit', async () => {
    const used = exportBrowsers({ memory: 2_000_000_000 }).withPage(documentOf(greedy), async (page) => {
      await page.waitForFunction("document.title === 'Kept'")
      return (await browserProcesses(page.context().browser() as Browser))?.memory()
    })
    expect(await used).toBeGreaterThan(500_000_000)
  })
})

test('an export that is canceled ends at once though its page hangs, and so does its browser', async () => {
  const browsers = exportBrowsers()
  const abort = new AbortController()
  let browser: Browser | null = null
  const hangs = browsers.withPage(documentOf('', abort.signal), (page) => {
    browser = page.context().browser()
    queueMicrotask(() => abort.abort(new Error('canceled')))
    return page.evaluate('for (;;);')
  })
  await expect(hangs).rejects.toThrow('canceled')
  await expect.poll(() => browser?.isConnected()).toBe(false)
  expect(await browsers.withPage(fine, title)).toBe('Fine')
})

test('a browser that does not answer is killed', async () => {
  const browsers = exportBrowsers()
  const abort = new AbortController()
  let browser: Browser | null = null
  const wedged = browsers.withPage(documentOf('', abort.signal), async (page) => {
    browser = page.context().browser() as Browser
    const session = await browser.newBrowserCDPSession()
    const { processInfo } = await session.send('SystemInfo.getProcessInfo')
    for (const { id } of processInfo) process.kill(id, 'SIGSTOP')
    queueMicrotask(() => abort.abort(new Error('too slow')))
    return page.title()
  })
  await expect(wedged).rejects.toThrow('too slow')
  await expect.poll(() => browser?.isConnected()).toBe(false)
})

test('a browser that does not answer before its first page is given up and closed', async () => {
  const never = () => new Promise<never>(() => {})
  const close = vi.fn(async () => {})
  const browser = { newBrowserCDPSession: never, newContext: never, close } as unknown as Browser
  await expect(openSlot(browser, 20)).rejects.toThrow('The browser did not answer')
  expect(close).toHaveBeenCalledTimes(1)
})

test.runIf(process.platform === 'linux')('a browser that hangs from its start is killed', async () => {
  const others = new Set(ownBrowsers())
  const browser = await launchBrowser(null, createLog('silent'))
  const stopped = stopNewBrowser(others)
  await expect(openSlot(browser, 200)).rejects.toThrow('The browser did not answer')
  await expect.poll(() => ownBrowsers().includes(stopped), { timeout: 10_000 }).toBe(false)
})

test('each export has a browser of its own', async () => {
  const browsers = exportBrowsers()
  const browserOf = (page: Page) => Promise.resolve(page.context().browser())
  const [first, second] = [await browsers.withPage(fine, browserOf), await browsers.withPage(fine, browserOf)]
  expect(second).not.toBe(first)
})

test('a finished export stays finished although its browser does not close', async () => {
  const page = Object.assign(new EventEmitter(), {
    setViewportSize: async () => {},
    goto: async () => null,
    waitForSelector: async () => null,
  }) as unknown as Page
  const context = { route: async () => {} } as unknown as BrowserContext
  const browser = new EventEmitter() as unknown as Browser
  expect(await inSlot({ browser, context, page }, fine, async () => 'file')).toBe('file')
})

test('what stands beside the page has no picture, and the others are taken', async () => {
  const rect = (x: number, y: number) => ({ x, y, width: 40, height: 30 })
  const rects = [rect(10, 10), rect(10, 900), rect(-80, 10), rect(80, 50)]
  const rasters = rects.map((place, number) => ({ number, rect: place }))
  const script = `globalThis.lecternMeasure = { measureSheets: () => (${JSON.stringify({ rasters })}), showOnly() {} }`
  const { pictures } = await exportBrowsers().withPage(fine, (page) => measurePage(page, script))
  expect([...pictures.keys()]).toEqual([0, 3])
})
