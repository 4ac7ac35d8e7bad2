import type { FastifyBaseLogger } from 'fastify'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { limits } from '../../rules/limits.ts'
import type { ExportBrowsers, OpenedDocument } from '../services.ts'
import { pictureOrigin, respond } from './answer-requests.ts'
import { BrowserTooLarge } from './browser-errors.ts'
import { type BrowserProcesses, browserProcesses, killBrowser } from './browser-processes.ts'
import { launchBrowser } from './launch-browser.ts'

/** Options of the browsers for exports; durations in ms. */
export interface ExportBrowsersOptions {
  readonly chromiumPath: string | null
  readonly log: FastifyBaseLogger
  /** How long the next browser is kept ready. */
  readonly idle?: number
  /** Bytes that a browser may use. */
  readonly memory?: number
}

/** After an export the next browser is kept ready for this long, in ms: people export again after a look at the file. */
const usualIdle = 5 * 60_000
/** The next browser is started this long after a document, in ms: its file is stored by then. */
const preparePause = 500
/** How long a started browser may take for its first page, in ms. */
const answerLimit = 20_000
/** Intervals of `whileLoading` and of measuring memory, in ms. */
const [loadingPause, memoryPause] = [400, 200]

/** A browser for one document, with an empty page. */
interface Slot {
  readonly browser: Browser
  readonly processes: BrowserProcesses | null
  readonly context: BrowserContext
  readonly page: Page
  timer?: NodeJS.Timeout
}

/** The context and page of a browser that was just started. Kills it if it does not answer within `limit` ms. */
export async function openSlot(browser: Browser, limit = answerLimit): Promise<Slot> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The browser did not answer')), limit)
  })
  const answered = async (): Promise<Slot> => {
    const options = { serviceWorkers: 'block', acceptDownloads: false, reducedMotion: 'reduce' } as const
    const [processes, context] = await Promise.all([browserProcesses(browser), browser.newContext(options)])
    return { browser, processes, context, page: await context.newPage() }
  }
  const slot = answered()
  slot.catch(() => {})
  try {
    return await Promise.race([slot, late])
  } catch (error) {
    // A browser that hangs does not close by itself.
    killBrowser(browser)
    void browser.close().catch(() => {})
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Browsers without network for exports. Each document has a browser of its own, which is killed afterward: nothing of a
 * deck is left for the next one, and one that hangs or crashes has no effect on others. The next browser is started
 * after a document, so that exports after the first do not wait for it. Jobs limit the number of documents at once.
 */
export function createExportBrowsers(options: ExportBrowsersOptions): ExportBrowsers {
  const open = new Set<Slot>()
  let ready: Promise<Slot> | null = null
  let closed = false

  const end = (slot: Slot): Promise<void> => {
    clearTimeout(slot.timer)
    open.delete(slot)
    killBrowser(slot.browser)
    return slot.browser.close().catch(() => {})
  }
  const launch = async (): Promise<Slot> => {
    const slot = await openSlot(await launchBrowser(options.chromiumPath, options.log))
    open.add(slot)
    if (closed) void end(slot)
    return slot
  }
  /** Starts the next browser. */
  const prepare = (): void => {
    if (closed || ready) return
    const launching = launch()
    const forget = () => {
      if (ready === launching) ready = null
    }
    launching.then((slot) => {
      slot.timer = setTimeout(() => {
        forget()
        void end(slot)
      }, options.idle ?? usualIdle)
      slot.timer.unref()
    }, forget)
    ready = launching
  }
  const take = async (): Promise<Slot> => {
    const next = ready
    ready = null
    const slot = await next?.catch(() => null)
    clearTimeout(slot?.timer)
    if (slot?.browser.isConnected()) return slot
    if (slot) void end(slot)
    return launch()
  }

  return {
    async withPage(document, work) {
      const slot = await take()
      const watch = watchMemory(slot, options.memory ?? limits.export.memory)
      let stop = () => {}
      const stopped = new Promise<never>((_, reject) => {
        stop = () => reject(document.signal.reason as Error)
      })
      document.signal.addEventListener('abort', stop, { once: true })
      try {
        document.signal.throwIfAborted()
        return await Promise.race([inSlot(slot, document, work), watch.exceeded, stopped])
      } finally {
        watch.stop()
        document.signal.removeEventListener('abort', stop)
        // The browser may hang: nothing waits for it.
        void end(slot)
        setTimeout(prepare, preparePause).unref()
      }
    },
    async close() {
      closed = true
      await ready?.catch(() => null)
      await Promise.all([...open].map(end))
    },
  }
}

/** Measures a browser's memory until it is stopped. */
function watchMemory({ processes }: Slot, most: number) {
  let timer: NodeJS.Timeout | undefined
  const exceeded = new Promise<never>((_, reject) => {
    timer = setInterval(() => {
      void processes?.memory().then((bytes) => {
        if (bytes > most) reject(new BrowserTooLarge(bytes))
      })
    }, memoryPause)
  })
  exceeded.catch(() => {})
  return { exceeded, stop: () => clearInterval(timer) }
}

/** Opens the document in the page of a slot, and passes it to the work. */
export async function inSlot<T>(
  { browser, context, page }: Pick<Slot, 'browser' | 'context' | 'page'>,
  { html, ready, size, whileLoading, ...answers }: OpenedDocument,
  work: (page: Page) => Promise<T>,
): Promise<T> {
  // A crash settles no pending call of every kind.
  const lost = new Promise<never>((_, reject) => {
    browser.once('disconnected', () => reject(new Error('The browser ended')))
    page.once('crash', () => reject(new Error('The page crashed')))
  })
  lost.catch(() => {})
  const worked = async (): Promise<T> => {
    await Promise.all([
      page.setViewportSize({ ...size }),
      context.route('**/*', (route) => respond(route, html, answers)),
    ])
    await page.goto(`${pictureOrigin}/`, { waitUntil: 'commit', timeout: 0 })
    await untilReady(page, ready, whileLoading)
    return work(page)
  }
  const result = worked()
  result.catch(() => {})
  return Promise.race([result, lost])
}

async function untilReady(page: Page, ready: string, whileLoading: (page: Page) => Promise<void>): Promise<void> {
  let isReady = false
  const loaded = page.waitForSelector(ready, { state: 'attached', timeout: 0 }).finally(() => {
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
}
