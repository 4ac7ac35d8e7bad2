import type { FastifyBaseLogger } from 'fastify'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { ExportBrowsers, OpenedDocument } from '../services.ts'
import { pictureOrigin, respond } from './answer-requests.ts'
import { launchBrowser } from './launch-browser.ts'

/** Options of the browsers for exports; durations in ms. */
export interface ExportBrowsersOptions {
  readonly chromiumPath: string | null
  readonly log: FastifyBaseLogger
  /** A browser is closed after this long without work. */
  readonly idle?: number
}

/** A browser is replaced after this many documents, since its memory grows. */
const documentsPerBrowser = 20
/** How long a page's closing is awaited before its browser is closed, in ms. */
const closeTimeout = 3_000

/** Interval of `whileLoading`, in ms. */
const loadingPause = 400

/** A browser that one export uses at a time. */
interface Slot {
  readonly browser: Browser
  used: number
  timer: NodeJS.Timeout | undefined
}

/**
 * Browsers without network for exports. Each document has a browser of its own while it is open, so one that hangs or
 * crashes is closed without effect on others; a browser that has done its work well is used again. Jobs limit their
 * number.
 */
export function createExportBrowsers(options: ExportBrowsersOptions): ExportBrowsers {
  const free: Slot[] = []
  const open = new Set<Slot>()
  let closed = false

  const end = (slot: Slot): Promise<void> => {
    clearTimeout(slot.timer)
    open.delete(slot)
    const at = free.indexOf(slot)
    if (at >= 0) free.splice(at, 1)
    // `close` kills the whole process group if it does not exit.
    return slot.browser.close().catch(() => {})
  }
  const take = async (): Promise<Slot> => {
    for (let slot = free.pop(); slot; slot = free.pop()) {
      clearTimeout(slot.timer)
      if (slot.browser.isConnected()) return slot
      void end(slot)
    }
    const slot: Slot = { browser: await launchBrowser(options.chromiumPath, options.log), used: 0, timer: undefined }
    open.add(slot)
    return slot
  }
  const giveBack = (slot: Slot): void => {
    if (closed || slot.used >= documentsPerBrowser || !slot.browser.isConnected()) {
      void end(slot)
      return
    }
    free.push(slot)
    slot.timer = setTimeout(() => void end(slot), options.idle ?? 60_000)
    slot.timer.unref()
  }

  return {
    async withPage(document, work) {
      const slot = await take()
      slot.used += 1
      const stop = () => void end(slot)
      document.signal.addEventListener('abort', stop, { once: true })
      try {
        document.signal.throwIfAborted()
        const { result, isClosed } = await inContext(slot.browser, document, work)
        document.signal.removeEventListener('abort', stop)
        if (isClosed) giveBack(slot)
        else void end(slot)
        return result
      } catch (error) {
        document.signal.removeEventListener('abort', stop)
        // The browser may hang: nothing waits for it.
        void end(slot)
        throw document.signal.aborted ? document.signal.reason : error
      }
    },
    async close() {
      closed = true
      await Promise.all([...open].map(end))
    },
  }
}

/** Runs the work on a page of its own. `isClosed` false: the page does not close, but the work is done. */
export async function inContext<T>(
  browser: Browser,
  document: OpenedDocument,
  work: (page: Page) => Promise<T>,
): Promise<{ readonly result: T; readonly isClosed: boolean }> {
  const context = await browser.newContext({
    viewport: document.size,
    serviceWorkers: 'block',
    acceptDownloads: false,
    reducedMotion: 'reduce',
  })
  // A crash settles no pending call of every kind.
  const lost = new Promise<never>((_, reject) => {
    browser.once('disconnected', () => reject(new Error('The browser ended')))
    context.on('page', (page) => page.once('crash', () => reject(new Error('The page crashed'))))
  })
  const result = await Promise.race([inPage(context, document, work), lost])
  const closed = context.close().then(
    () => true,
    () => false,
  )
  const late = new Promise<false>((resolve) => setTimeout(resolve, closeTimeout, false).unref())
  return { result, isClosed: await Promise.race([closed, late]) }
}

async function inPage<T>(
  context: BrowserContext,
  { html, ready, whileLoading, ...answers }: OpenedDocument,
  work: (page: Page) => Promise<T>,
): Promise<T> {
  await context.route('**/*', (route) => respond(route, html, answers))
  const page = await context.newPage()
  await page.goto(`${pictureOrigin}/`, { waitUntil: 'commit', timeout: 0 })
  let isReady = false
  const loaded = page.waitForSelector(ready, { state: 'attached', timeout: 0 }).then(() => {
    isReady = true
  })
  const watch = async () => {
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, loadingPause).unref())
      if (isReady) return
      await whileLoading(page)
    }
  }
  watch().catch(() => {})
  await loaded
  return work(page)
}
