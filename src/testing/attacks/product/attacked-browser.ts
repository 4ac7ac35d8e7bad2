import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { findChromium } from '../../../server/chromium/find-chromium.ts'
import { canary } from '../attack.ts'
import { type SignalWatch, watchSignals } from './signals.ts'

/** A browser that attacks may crash. After a crash the next page opens in a new browser with the same sign-in. */
export interface AttackedBrowser {
  /** Context of the current browser. */
  context(): BrowserContext
  readonly signals: SignalWatch
  /** Stores the signed-in state for new browsers. */
  remember(): Promise<void>
  freshPage(): Promise<Page>
  closePages(): Promise<void>
  close(): Promise<void>
}

/** Timeout in ms for closing hanging pages and browsers. */
const closing = 10_000

const within = <T>(ms: number, work: Promise<T>): Promise<T | undefined> =>
  Promise.race([
    work.catch(() => undefined),
    new Promise<undefined>((resolve) => setTimeout(resolve, ms, undefined).unref()),
  ])

async function launch(canaryPort: number): Promise<Browser> {
  const found = await findChromium(process.env.CHROMIUM_PATH || null)
  // The canary is the only other reachable host, on all ports.
  const hosts = [`MAP ${canary} 127.0.0.1:${canaryPort}`, `MAP *.${canary} 127.0.0.1:${canaryPort}`, 'MAP * ~NOTFOUND']
  const rules = [...hosts, 'EXCLUDE localhost', 'EXCLUDE *.localhost', 'EXCLUDE 127.0.0.1'].join(', ')
  return chromium.launch({
    executablePath: found.executablePath,
    chromiumSandbox: false,
    env: { ...(process.env as Record<string, string>), ...found.env },
    args: [
      `--host-resolver-rules=${rules}`,
      ...['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
      ...['--disable-component-update', '--disable-sync'],
    ],
  })
}

/** Starts the browser. `baseUrl`: of the instance under test. */
export async function startAttackedBrowser(baseUrl: string, canaryPort: number): Promise<AttackedBrowser> {
  const signals = watchSignals(baseUrl)
  let who: Awaited<ReturnType<BrowserContext['storageState']>> | undefined
  const begin = async () => {
    const browser = await launch(canaryPort)
    const context = await browser.newContext({
      baseURL: baseUrl,
      viewport: { width: 1280, height: 800 },
      ...(who ? { storageState: who } : {}),
    })
    await signals.watch(context)
    return { browser, context }
  }
  let now = await begin()
  return {
    context: () => now.context,
    signals,
    async remember() {
      who = await now.context.storageState()
    },
    async freshPage() {
      const page = await within(closing, now.context.newPage())
      if (page) return page
      await within(closing, now.browser.close())
      now = await begin()
      return now.context.newPage()
    },
    async closePages() {
      await within(closing, Promise.all(now.context.pages().map((page) => page.close())))
    },
    close: async () => void (await within(closing, now.browser.close())),
  }
}
