import type { BrowserContext, Page } from 'playwright-core'
import { type Told, toldName } from './probes.ts'

/** What scripts did in one opening of a view. */
export interface SeenProbes {
  /** Reports of the frames; empty if no frame had the scripts, or the page was gone before they were done. */
  readonly told: readonly Told[]
  /** Effects on the page, the browser or the server. */
  readonly effects: readonly string[]
}

/** ms to wait for delayed effects. */
const aftermath = 250

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Records messages that only the app's own origin can send. */
const listen = `self.name = 'app-window'
self.probeHeard = []
sessionStorage.setItem('app-secret', '1')
// Kept, so that it is not cleared away.
self.probeChannel = new BroadcastChannel('probe')
self.probeChannel.onmessage = () => probeHeard.push('a broadcast')
addEventListener('storage', (event) => probeHeard.push('a change of storage'))
addEventListener('error', (event) => probeHeard.push('an error: ' + event.message))`

/** The page's state as seen from inside, after scripts ran. */
const look = `[
  ...self.probeHeard,
  ...(document.documentElement.dataset.owned ? ['a changed page'] : []),
  ...(document.documentElement.dataset.address ? ['a script address'] : []),
  ...(document.documentElement.dataset.link ? ['a clicked script address'] : []),
  ...(({}).owned !== undefined ? ['a changed prototype'] : []),
  ...(localStorage.getItem('owned') ? ['written storage'] : []),
]`

/**
 * Opens a view, waits up to `patience` ms for its frames' scripts, and checks everything they must not touch.
 * `strangers`: an external page that frames the view by its query, if any.
 */
export async function probeView(
  context: BrowserContext,
  address: string,
  { strangers, patience }: { readonly strangers: string | null; readonly patience: number },
): Promise<SeenProbes> {
  const page = await context.newPage()
  const effects: string[] = []
  watch(page, effects)
  try {
    // Creates a history entry to go back to.
    await page.goto('/about')
    const outer = strangers && `${strangers}?${encodeURIComponent(address)}`
    await page.goto(outer ?? address, { waitUntil: 'domcontentloaded' })
    const host = outer ? await hostIn(page) : page.mainFrame()
    await host?.evaluate(listen)
    const start = page.url().replace(/#.*/, '')
    const told = await hear(page, start, patience)
    await pause(aftermath)
    if (page.isClosed()) effects.push('a closed page')
    else if (page.url().replace(/#.*/, '') !== start) effects.push('a page that was led away')
    else effects.push(...((await host?.evaluate<string[]>(look).catch(() => [])) ?? []))
    const cookies = await context.cookies()
    // A frame may have cookies for its own host.
    const isTold = ({ name, domain }: { name: string; domain: string }) =>
      name === 'owned' && /^\.?localhost$/.test(domain)
    if (cookies.some(isTold)) effects.push('a cookie')
    return { told, effects: [...new Set(effects)] }
  } finally {
    await context.clearCookies({ name: 'owned' })
    for (const open of context.pages()) await open.close()
  }
}

function watch(page: Page, effects: string[]): void {
  page.on('dialog', (dialog) => {
    effects.push('a dialog')
    void dialog.dismiss().catch(() => undefined)
  })
  page.on('download', () => effects.push('a download'))
  page.on('request', (request) => {
    if (request.method() === 'GET' || !request.url().includes('owned')) return
    effects.push(`a request ${request.method()}`)
  })
}

async function hostIn(page: Page) {
  const element = await page.waitForSelector('iframe')
  return element.contentFrame()
}

/** Waits for every frame with scripts. */
async function hear(page: Page, start: string, patience: number): Promise<readonly Told[]> {
  const end = Date.now() + patience
  let told: (readonly Told[] | null)[] = []
  while (Date.now() < end && !page.isClosed() && page.url().replace(/#.*/, '') === start) {
    const frames = page.frames().filter((frame) => /\/d\/\d/.test(frame.url()) && frame.parentFrame() !== null)
    const own = frames.filter((frame) => !/\/d\/\d/.test(frame.parentFrame()?.url() ?? ''))
    const ask = (frame: (typeof own)[number]) => frame.evaluate<Told[] | null>(`self.${toldName} ?? null`)
    told = await Promise.all(own.map((frame) => ask(frame).catch(() => null)))
    if (told.length > 0 && told.every((list) => list !== null)) break
    await pause(100)
  }
  return told.flatMap((list) => list ?? [])
}
