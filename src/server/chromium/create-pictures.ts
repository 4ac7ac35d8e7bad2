import type { FastifyBaseLogger } from 'fastify'
import type { Browser, BrowserContext } from 'playwright-core'
import sharp from 'sharp'
import type { PictureOptions, Pictures } from '../services.ts'
import { pictureOrigin, respond } from './answer-requests.ts'
import { killBrowser } from './browser-processes.ts'
import { launchBrowser } from './launch-browser.ts'
import { PictureTooSlow } from './picture-too-slow.ts'
import { createTurns, type Urgency } from './take-turns.ts'

/** Options of the screenshot service; durations in ms. */
export interface PicturesOptions {
  readonly chromiumPath: string | null
  readonly log: FastifyBaseLogger
  /** The browser is closed after this long without work. */
  readonly idle?: number
  /** The longest one picture may take, and at most the end of a browser. */
  readonly timeout?: number
}

const usualTimeout = 15_000
/** The longest time in ms for a browser to close; then it is killed. */
const longestEnd = 5_000

/** A browser is replaced after this many pictures, since its memory grows. */
const picturesPerBrowser = 200
const webpQuality = 82
/** How long a document's `ready` selector is awaited before it is drawn anyway, in ms. */
const readyTimeout = 8_000

/**
 * Screenshots and PDFs by a headless browser without network: one browser, started on demand, one document at a time. A
 * user waits for a PDF and goes before screenshots, which jobs make.
 */
export function createPictures(options: PicturesOptions): Pictures {
  const holder = new BrowserHolder(options)
  const turns = createTurns()
  const inTurn = (urgency: Urgency, work: (browser: Browser) => Promise<Uint8Array>) =>
    turns.run(urgency, () => holder.use(work))
  return {
    screenshot(html, size, pictureOptions = {}) {
      return inTurn('background', (browser) =>
        inPage(browser, size, pictureOptions.scripts ?? false, options, (context) =>
          draw(context, html, pictureOptions),
        ),
      )
    },
    pdf(html) {
      return inTurn('interactive', (browser) =>
        inPage(browser, { width: 794, height: 1123 }, false, options, (context) => print(context, html)),
      )
    },
    async close() {
      await turns.idle()
      await holder.close()
    },
  }
}

/** Keeps one browser while there is work, and closes it after an idle time. */
class BrowserHolder {
  readonly #options: PicturesOptions
  #held: Browser | null = null
  #used = 0
  #timer: NodeJS.Timeout | undefined

  constructor(options: PicturesOptions) {
    this.#options = options
  }

  async use<T>(work: (browser: Browser) => Promise<T>): Promise<T> {
    clearTimeout(this.#timer)
    if (this.#used >= picturesPerBrowser) await this.close()
    if (!this.#held?.isConnected()) {
      this.#held = await launchBrowser(this.#options.chromiumPath, this.#options.log)
      this.#used = 0
    }
    this.#used += 1
    try {
      return await work(this.#held)
    } catch (error) {
      // The browser may hang; the next picture gets a new browser.
      await this.close()
      throw error
    } finally {
      this.#timer = setTimeout(() => void this.close(), this.#options.idle ?? 30_000)
      this.#timer.unref()
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer)
    const held = this.#held
    this.#held = null
    if (!held) return
    // A browser that hangs does not end by itself.
    const timer = setTimeout(() => killBrowser(held), Math.min(this.#options.timeout ?? usualTimeout, longestEnd))
    await held.close().catch(() => {})
    clearTimeout(timer)
  }
}

async function inPage(
  browser: Browser,
  size: { width: number; height: number },
  scripts: boolean,
  { timeout = usualTimeout }: PicturesOptions,
  work: (context: BrowserContext) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const drawn = async (): Promise<Uint8Array> => {
    const context = await browser.newContext({
      viewport: size,
      javaScriptEnabled: scripts,
      serviceWorkers: 'block',
      acceptDownloads: false,
      reducedMotion: 'reduce',
    })
    try {
      return await work(context)
    } finally {
      await context.close().catch(() => {})
    }
  }
  return withTimeout(drawn(), timeout)
}

async function print(context: BrowserContext, html: string): Promise<Uint8Array> {
  await context.route('**/*', (route) => respond(route, html, {}))
  const page = await context.newPage()
  await page.goto(`${pictureOrigin}/`, { waitUntil: 'load' })
  return new Uint8Array(await page.pdf({ format: 'A4', printBackground: true, tagged: true }))
}

async function draw(context: BrowserContext, html: string, options: PictureOptions): Promise<Uint8Array> {
  await context.route('**/*', (route) => respond(route, html, options))
  const page = await context.newPage()
  await page.goto(`${pictureOrigin}/`, { waitUntil: 'load' })
  // A document that never becomes ready is drawn in its current state: better than none.
  if (options.ready)
    await page.waitForSelector(options.ready, { state: 'attached', timeout: readyTimeout }).catch(() => {})
  const png = await page.screenshot({ type: 'png', animations: 'disabled', caret: 'hide' })
  return new Uint8Array(await sharp(png).webp({ quality: webpQuality }).toBuffer())
}

async function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new PictureTooSlow(ms)), ms)
  })
  // Prevents an unhandled rejection: after the timeout nothing awaits `work`.
  work.catch(() => {})
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
