import type { Browser, BrowserContext, Page } from 'playwright-core'
import { type DeckAuthor, deckAuthor } from '../src/testing/deck-author.ts'
import { EditorDriver } from '../src/testing/editor-driver.ts'
import { type RunningServer, runServer } from '../src/testing/run-server.ts'
import { benchBrowser } from './bench-browser.ts'

/** A server, and a browser with a signed-in user. */
export interface EditorBench {
  readonly browser: Browser
  readonly context: BrowserContext
  readonly author: DeckAuthor
  readonly server: RunningServer
  close(): Promise<void>
}

/** Starts a server, with these settings, and signs a user up. Every page of the context counts React's commits, see `commitsOf`. */
export async function startEditorBench(env: Readonly<Record<string, string>> = {}): Promise<EditorBench> {
  const browser = await benchBrowser()
  const server = await runServer({ env })
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addInitScript(countCommits)
  const author = await deckAuthor(context, server.baseUrl)
  return {
    browser,
    context,
    author,
    server,
    close: async () => {
      await browser.close()
      await server.dispose()
    },
  }
}

/** React's hook for its developer tools, also called in production: reports every commit. */
function countCommits(): void {
  const page = window as unknown as { commits: number; __REACT_DEVTOOLS_GLOBAL_HOOK__: unknown }
  page.commits = 0
  const nothing = (): void => {}
  page.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
    ...{ isDisabled: false, supportsFiber: true, renderers: new Map(), inject: () => 1, checkDCE: nothing },
    ...{ onCommitFiberUnmount: nothing, onPostCommitFiberRoot: nothing, onScheduleFiberRoot: nothing },
    onCommitFiberRoot: () => {
      page.commits += 1
    },
  }
}

/** Number of React commits on this page so far. */
export function commitsOf(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as { commits: number }).commits)
}

/** Opens a deck's editor and waits until the slide is visible. */
export async function openEditor(page: Page, deck: string): Promise<EditorDriver> {
  await page.goto(`${deck}/edit`)
  const editor = new EditorDriver(page)
  await editor.isOpen()
  return editor
}

/** Waits until everything visible is drawn, including the thumbnails, which come after the slide. */
export async function isDrawn(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const pictures = [...document.querySelectorAll<HTMLIFrameElement>('[data-slide] iframe')]
    return pictures.length > 0 && pictures.every((one) => one.contentDocument?.querySelector('[data-block-type]'))
  })
}

/** Resolves when the next frame has been painted. */
export async function nextFrame(page: Page): Promise<void> {
  await page.evaluate(() => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
}

/** Prints a claim's result; a missed one sets the exit code to 1. */
export function tell(what: string, is: string, bar: string, holds: boolean): void {
  console.log(`  ${what}: ${is} (bar ${bar}) ${holds ? 'ok' : 'MISSED'}`)
  if (!holds) process.exitCode = 1
}
