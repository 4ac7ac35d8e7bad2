import type { BrowserContext, Frame, Page, Request } from 'playwright-core'

/** Forbidden actions of a page. */
export interface Signals {
  /** Executed scripts: the attack's number (null if unknown), and whether in the app's origin. */
  readonly hits: readonly { readonly mark: number | null; readonly inApp: boolean }[]
  /** Scripts blocked by a CSP. */
  readonly stopped: readonly string[]
  /** Dialogs; external navigations of a page or a deck's frame. */
  readonly escapes: readonly string[]
  /** Requests to other hosts that disclosed their origin. */
  readonly told: readonly string[]
}

/** Observes all browser contexts. */
export interface SignalWatch {
  /** Installs its hooks in a context, before any page is opened. */
  watch(context: BrowserContext): Promise<void>
  /** The signals since the last call. */
  take(): Signals
}

/** Runs first in every document. Reports calls of `hit` and of dialogs, and scripts that a CSP blocked. */
const hooks = `(() => {
  if (Object.getOwnPropertyDescriptor(self, 'hit')) return
  const origin = () => { try { return self.origin } catch { return 'null' } }
  const report = self.lecternReport
  const hit = (mark) => { report('hit', typeof mark === 'number' ? mark : null, origin()) }
  for (const name of ['hit', 'alert', 'confirm', 'prompt', 'print'])
    Object.defineProperty(self, name, { value: (mark) => hit(name === 'hit' ? mark : null), configurable: false, writable: false })
  self.addEventListener('securitypolicyviolation', (event) => {
    if (!event.effectiveDirective.startsWith('script-src')) return
    // Libraries of the app's own pages try whether they may make functions of text; nothing in a deck's frame does.
    if (event.blockedURI.endsWith('eval') && !location.pathname.startsWith('/d/')) return
    report('stopped', null, event.effectiveDirective + ' ' + event.blockedURI + ' ' + event.sample + ' in ' + event.documentURI)
  }, true)
})()`

type Report = (kind: 'hit' | 'stopped', mark: number | null, words: string) => void

/** Starts observing. `baseUrl`: the instance; everything else is another host. */
export function watchSignals(baseUrl: string): SignalWatch {
  const base = new URL(baseUrl)
  let hits: Signals['hits'][number][] = []
  let stopped: string[] = []
  let escapes: string[] = []
  let told: string[] = []
  const report: Report = (kind, mark, words) => {
    if (kind === 'hit') hits.push({ mark, inApp: words === base.origin })
    else stopped.push(words)
  }
  return {
    async watch(context) {
      await context.exposeBinding('lecternReport', (_source, ...what: Parameters<Report>) => report(...what))
      await context.addInitScript(hooks)
      context.on('page', (page) => watchPage(page, base, (line) => escapes.push(line)))
      context.on('request', (request) => {
        const line = toldBy(request, base)
        if (line) told.push(line)
      })
    },
    take() {
      const taken = { hits, stopped, escapes, told }
      hits = []
      stopped = []
      escapes = []
      told = []
      return taken
    },
  }
}

/** The URL of another host to which this request discloses a page or user; null otherwise. */
function toldBy(request: Request, base: URL): string | null {
  if (!URL.canParse(request.url())) return null
  const url = new URL(request.url())
  if (!/^https?:$/.test(url.protocol) || isOurs(url, base)) return null
  const { referer, cookie } = request.headers()
  return cookie || (referer && new URL(referer).pathname !== '/') ? url.href : null
}

function isOurs(url: URL, base: URL): boolean {
  return url.port === base.port && (url.hostname === base.hostname || url.hostname.endsWith(`.${base.hostname}`))
}

/** Only top-level pages count; frames inside slides are external pages and may navigate. */
function watchPage(page: Page, base: URL, tell: (line: string) => void): void {
  page.on('dialog', (dialog) => {
    tell(`dialog ${dialog.message()}`)
    void dialog.dismiss().catch(() => undefined)
  })
  page.on('framenavigated', (frame: Frame) => {
    const isDeck = frame.parentFrame() === page.mainFrame()
    if (frame !== page.mainFrame() && !isDeck) return
    const url = URL.canParse(frame.url()) ? new URL(frame.url()) : null
    const isBlank = frame.url() === '' || frame.url() === 'about:blank'
    if (!isBlank && (!url || !isOurs(url, base))) tell(`navigation to ${frame.url()}`)
  })
}
